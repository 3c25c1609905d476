/** The configuration file itself: its dated copies, what is wrong with it, and how launches in it changed (S02, S03, A07). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { HiddenValue } from './hidden-value.ts';
import { ServerId } from './ids.ts';

/** One line of a comparison. Values that may be secret are replaced by marks; equal marks are equal values. */
const DiffLine = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
/** Neighbouring changes with the lines around them; line numbers begin at 1. */
const DiffHunk = z.object({ before: z.number(), after: z.number(), lines: z.array(DiffLine) });
export const TextDiff = z.object({
  hunks: z.array(DiffHunk),
  added: z.number(),
  removed: z.number(),
  /** Too much is different to be shown line by line. */
  isTooLarge: z.boolean(),
});
export type TextDiff = z.infer<typeof TextDiff>;

/** One thing that differs between two launches. `before` and `after` are null where there is none, or where it is hidden. */
export const LaunchChange = z.object({
  what: z.enum(['command', 'argument', 'folder', 'variable', 'address', 'header', 'transport']),
  /** `same` only for arguments, so that the others are read in their place. */
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  /** Of a variable or header. */
  name: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  isHidden: z.boolean(),
  /** Why `before` or `after` is hidden, where it is. */
  beforeHidden: z.optional(HiddenValue),
  afterHidden: z.optional(HiddenValue),
});
export type LaunchChange = z.infer<typeof LaunchChange>;

const backupId = z.string().check(z.maxLength(255));

export const ConfigurationBackup = z.object({
  id: backupId,
  /** Milliseconds since the epoch. */
  at: z.number(),
  bytes: z.number(),
  servers: z.array(z.string()),
  providers: z.number(),
  /** The same text as what is in use. */
  isCurrent: z.boolean(),
});
export type ConfigurationBackup = z.infer<typeof ConfigurationBackup>;

export const ServerDifference = z.object({ name: z.string(), kind: z.enum(['added', 'removed', 'changed']) });
export type ServerDifference = z.infer<typeof ServerDifference>;

const none = z.object({});

export const configuration = {
  /** The copies, newest first, and what is wrong with the file when it cannot be used. */
  'configuration/state': request(
    none,
    z.object({
      file: z.string(),
      broken: z.nullable(
        z.object({
          reason: z.string(),
          line: z.number(),
          column: z.number(),
          /** The lines around it; empty when the file is no text or far too large. */
          excerpt: z.array(z.object({ line: z.number(), text: z.string() })),
        }),
      ),
      /** Single entries that cannot be used and stay in the file as they are; `field` is empty when it is the whole of it. */
      unusable: z.array(z.object({ entry: z.string(), reason: z.string(), field: z.string(), line: z.number(), column: z.number() })),
      /** False: there is no good copy and none was read: defaults are in use. */
      hasLastGood: z.boolean(),
      backups: z.array(ConfigurationBackup),
    }),
  ),
  /** What restoring a copy would change in the file as it stands. */
  'configuration/compare': request(z.object({ backup: backupId }), z.object({ servers: z.array(ServerDifference), diff: TextDiff })),
  /**
   * Writes a copy in the place of what stands, durably. `undo` is the copy of what stood before; a file that could not be
   * used is renamed first, to `aside`. Servers of the copy are reviewed only as far as they were.
   */
  'configuration/restore': request(z.object({ backup: backupId }), z.object({ undo: backupId, aside: z.nullable(z.string()) })),
  /** Brings a server back from the newest copy that has it, also when another run of the app removed it. Fails with `server-unknown`, `server-name-taken`. */
  'configuration/restoreServer': request(z.object({ name: z.string().check(z.maxLength(128)) }), z.object({ serverId: ServerId })),
  /** Renames a file that cannot be used and writes the last good one in its place. Nothing is deleted. */
  'configuration/useLastGood': request(none, z.object({ aside: z.string() })),
  /** How the launch differs from the one the person allowed; null when none was, or when it is not known any more. */
  'configuration/launchChange': request(z.object({ serverId: ServerId }), z.object({ changes: z.nullable(z.array(LaunchChange)) })),
} as const;
