/** Opens everything kept in SQLite, going down a ladder when the file is not as it was left. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { NoticesPort } from '../ports.ts';
import { DailyBackup } from './backup.ts';
import { SqliteConversationStore } from './conversation-store.ts';
import { Database } from './database.ts';
import { asStorageError } from './errors.ts';
import { migrations } from './migrations.ts';
import { backupsOf, finishRestore, hasUncleanExit, isSound, restoreNewest, suspectMark } from './recovery.ts';
import { SqliteRuleStore } from './rule-store.ts';

export interface StorageOptions {
  /** Holds `conversations.db` and `backups/`; made when missing, for this user only. */
  folder: string;
  notices: NoticesPort;
  now?: () => number;
  /** Failed background copies, for the host's log. */
  onError?: (error: unknown) => void;
}

export interface Storage {
  conversations: SqliteConversationStore;
  rules: SqliteRuleStore;
  isReadOnly: boolean;
  /** Resolves when today's backup stands. */
  backup(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sound file → opened. Not closed properly → checked first. Damaged → set aside as `.corrupt-<date>`, the newest sound
 * backup takes its place, else an empty one, with a notice either way. Not writable → opened for reading, with a notice.
 * Throws `storage-failed`: reason `newer` for a file of a later version, and what the disk says when nothing helps.
 */
export function openStorage(options: StorageOptions): Storage {
  const now = options.now ?? Date.now;
  const path = join(options.folder, 'conversations.db');
  const backupFolder = join(options.folder, 'backups');
  const database = openSound(options, path, backupFolder, now);
  const backups = new DailyBackup({ database, path, folder: backupFolder, now, ...(options.onError ? { onError: options.onError } : {}) });
  const close = async () => {
    await backups.close();
    database.close();
  };
  if (!database.isReadOnly) void backups.ensure();
  return {
    conversations: new SqliteConversationStore(database, { now, onClose: () => void close() }),
    rules: new SqliteRuleStore(database, { now }),
    isReadOnly: database.isReadOnly,
    backup: () => backups.ensure(),
    close,
  };
}

function openSound(options: StorageOptions, path: string, backupFolder: string, now: () => number): Database {
  if (!isWritable(options.folder, path)) return openReadOnly(options.notices, path, backupFolder);
  try {
    const wasRestoring = finishRestore(path);
    const isMissing = !existsSync(path) && backupsOf(path, backupFolder).length > 0;
    const isDamaged = existsSync(path) && hasUncleanExit(path) && !isSound(path);
    if (isMissing || isDamaged) return restore(options.notices, path, backupFolder, now);
    if (wasRestoring) addRestoredNotice(options.notices, { backup: '', corrupt: '' });
    rmSync(suspectMark(path), { force: true });
    return openDatabase(path, backupFolder);
  } catch (error) {
    const failure = asStorageError(error);
    if (failure instanceof HostError && failure.problem.details['reason'] === 'corrupt') return restore(options.notices, path, backupFolder, now);
    throw failure;
  }
}

function openDatabase(path: string, backupFolder: string): Database {
  const database = new Database({ path, backupFolder, migrations, onCorrupt: () => markSuspect(path) });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return database;
}

function restore(notices: NoticesPort, path: string, backupFolder: string, now: () => number): Database {
  const { from, corrupt } = restoreNewest(path, backupFolder, new Date(now()));
  const database = openDatabase(path, backupFolder);
  addRestoredNotice(notices, { backup: from ?? '', corrupt: corrupt ?? '' });
  return database;
}

/** `backup`: file name of the copy now in use, empty when there was none; `corrupt`: where the damaged file lies. */
function addRestoredNotice(notices: NoticesPort, details: { backup: string; corrupt: string }): void {
  notices.add({ id: 'storage-restored', kind: 'storage-restored', problem: null, details });
}

function openReadOnly(notices: NoticesPort, path: string, backupFolder: string): Database {
  if (!existsSync(path)) throw new HostError('storage-failed', { reason: 'read-only', path });
  const database = new Database({ path: immutableUri(path), backupFolder, migrations, isReadOnly: true });
  notices.add({ id: 'storage-read-only', kind: 'storage-read-only', problem: new HostError('storage-failed', { reason: 'read-only', path }).problem, details: { path } });
  return database;
}

/** In a folder that can't be written SQLite can't make its shared memory; `immutable` reads without it. */
function immutableUri(path: string): string {
  return `file:${encodeURI(path).replaceAll('?', '%3f').replaceAll('#', '%23')}?immutable=1`;
}

function isWritable(folder: string, path: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function markSuspect(path: string): void {
  try {
    writeFileSync(suspectMark(path), '');
  } catch {
    // The disk that holds a damaged file may take no more writes; the check then waits for the next unclean exit.
  }
}
