/**
 * Everything in one file, and back (C12): chats and what else stands in the database, the configuration, attached files. Never a
 * key, a password or a sign-in.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { appendUpload, beginUpload, discardUpload, StagedId } from './uploads.ts';

/** Largest file that can be sent to the host, in bytes; larger ones are put into its folder of backups. */
export const maxBackup = 4 * 1024 * 1024 * 1024;

/** A name of a backup in its folder. */
export const BackupName = z.string().check(z.regex(/^everything-[0-9TZ-]{10,40}(?:-before-restore)?\.zip$/));
export type BackupName = z.infer<typeof BackupName>;

export const BackupView = z.object({ name: BackupName, at: z.number(), bytes: z.number(), /** It was made because another one was put back. */ isBeforeRestore: z.boolean() });
export type BackupView = z.infer<typeof BackupView>;

/** What is in a backup, or stands here now. */
export const BackupHolds = z.object({ chats: z.number(), messages: z.number(), servers: z.array(z.string()), providers: z.array(z.string()), files: z.number(), projects: z.optional(z.number()) });
export type BackupHolds = z.infer<typeof BackupHolds>;

/** For whom something secret was kept when the backup was made. */
export const BackupSecret = z.object({ kind: z.enum(['server', 'provider', 'proxy', 'other']), name: z.string() });
export type BackupSecret = z.infer<typeof BackupSecret>;

export const BackupPreview = z.object({
  /** By it the backup is put back. */
  lookId: z.string(),
  at: z.number(),
  /** Of the app that made it. */
  version: z.string(),
  /** Made by this installation, and not changed since. Of another's, no permission comes along and servers are reviewed anew. */
  isOwn: z.boolean(),
  holds: BackupHolds,
  /** What it would take the place of. */
  replaces: BackupHolds,
  secrets: z.array(BackupSecret),
});
export type BackupPreview = z.infer<typeof BackupPreview>;

const none = z.object({});
const name = z.object({ name: BackupName });

export const backups = {
  'backups/list': request(none, z.object({ folder: z.string(), backups: z.array(BackupView) })),
  /** Errors: `storage-failed`, `config-broken`. Closing the stream stops it; then nothing of it is left. */
  'backups/make': stream(none, z.discriminatedUnion('type', [z.object({ type: z.literal('progress'), part: z.number() }), z.object({ type: z.literal('made'), backup: BackupView })])),
  'backups/remove': request(name, none),
  /** The file in pieces, base64. */
  'backups/save': stream(name, z.object({ data: z.string() })),
  'backups/begin': beginUpload,
  'backups/append': appendUpload,
  'backups/discard': discardUpload,
  /** Checks all of it; changes nothing. Errors: `backup-refused`, `upload-gone`. */
  'backups/look': request(z.object({ from: z.union([name, z.object({ stagedId: StagedId })]) }), BackupPreview),
  /** Leaves what was looked at. */
  'backups/leave': request(z.object({ lookId: z.string().check(z.maxLength(64)) }), none),
  /** Backs up what stands here, then starts the host anew with what is in the backup. Errors: `upload-gone`, `storage-failed`. */
  'backups/restore': request(z.object({ lookId: z.string().check(z.maxLength(64)) }), z.object({ /** Of what stood here. */ before: BackupName })),
} as const;
