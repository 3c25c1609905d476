/** What a backup says it holds, byte for byte; sealed, so that this installation knows its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { BackupHolds, BackupSecret } from '@portolan/contract/backups';
import { HostError } from '@portolan/contract/errors';

export const manifestName = 'manifest.json';
export const databaseName = 'conversations.db';
export const configName = 'portolan.json';
/** Raised when a version before could not read the file. */
export const backupVersion = 1;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Nothing else is in a backup. */
const path = z.string().check(z.regex(/^(?:conversations\.db|portolan\.json|files\/[0-9a-f]{2}\/[0-9a-f]{64})$/));
export const BackupEntry = z.object({ path, bytes: z.number().check(z.int(), z.minimum(0)), sha256: hash });
export type BackupEntry = z.infer<typeof BackupEntry>;

const Manifest = z.object({
  format: z.literal('portolan-backup'),
  version: z.literal(backupVersion),
  app: z.string().check(z.maxLength(64)),
  at: z.number(),
  /** How many migrations its database has. */
  database: z.number().check(z.int(), z.minimum(1)),
  entries: z.array(BackupEntry).check(z.maxLength(200_000)),
  holds: BackupHolds,
  secrets: z.array(BackupSecret),
});
export type Manifest = z.infer<typeof Manifest>;

export type BackupReason = 'not-a-backup' | 'damaged' | 'newer' | 'too-large' | 'shape' | 'room';

/** Nothing was changed. */
export function refuseBackup(reason: BackupReason, cause?: unknown): never {
  throw new HostError('backup-refused', { reason }, cause === undefined ? {} : { cause });
}

export function writeManifest(manifest: Manifest, sealKey: Uint8Array): string {
  const body = JSON.stringify(manifest);
  return JSON.stringify({ body, seal: sealOf(body, sealKey).toString('base64url') });
}

/** Throws `backup-refused`. `isOwn`: written with this key. */
export function readManifest(text: string, sealKey: Uint8Array): { manifest: Manifest; isOwn: boolean } {
  const outer = z.object({ body: z.string(), seal: z.string() }).safeParse(json(text));
  if (!outer.success) refuseBackup('not-a-backup');
  const value = json(outer.data.body);
  const version: unknown = Reflect.get(Object(value), 'version');
  if (Reflect.get(Object(value), 'format') === 'portolan-backup' && typeof version === 'number' && version > backupVersion) refuseBackup('newer');
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) refuseBackup('not-a-backup');
  const paths = manifest.data.entries.map((entry) => entry.path);
  if (new Set(paths).size !== paths.length || !paths.includes(databaseName) || !paths.includes(configName)) refuseBackup('damaged');
  const given = Buffer.from(outer.data.seal, 'base64url');
  const expected = sealOf(outer.data.body, sealKey);
  return { manifest: manifest.data, isOwn: given.length === expected.length && timingSafeEqual(given, expected) };
}

function sealOf(body: string, sealKey: Uint8Array): Buffer {
  return createHmac('sha256', sealKey).update('backup\n').update(body).digest();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
