/** Opens everything kept in SQLite, going down a ladder when the file is not as it was left. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { NoticesPort } from '../ports.ts';
import { SqliteAppPageStore } from './app-page-store.ts';
import { SqliteAttachedStore } from './attached-store.ts';
import { BackgroundCheck } from './background-check.ts';
import { DailyBackup } from './backup.ts';
import { SqliteConversationStore } from './conversation-store.ts';
import type { CallStep } from './conversation-store.ts';
import { Database } from './database.ts';
import { asStorageError } from './errors.ts';
import type { StorageReason } from './errors.ts';
import { migrations } from './migrations.ts';
import { backupsOf, finishRestore, hasUncleanExit, isSound, restoreNewest, suspectMark } from './recovery.ts';
import { SqlitePackageStore } from '../pins/package-store.ts';
import { SqliteActivityStore } from '../activity/activity-store.ts';
import { SqliteProjectStore } from '../projects/project-store.ts';
import { SqlitePinStore } from '../pins/pin-store.ts';
import { SqliteProfileStore } from '../profiles/profile-store.ts';
import { SqliteTemplateStore } from '../templates/template-store.ts';
import { SqliteImportStore } from './import-store.ts';
import { SqliteResultStore } from './result-store.ts';
import { SqliteMuteStore } from './mute-store.ts';
import { SqliteQueueStore } from './queue-store.ts';
import { SqliteRuleStore } from './rule-store.ts';
import { SqliteServerPermissionStore } from './server-permission-store.ts';
import { SqliteContextStore } from '../context/context-store.ts';
import { SqliteJobStore } from '../jobs/job-store.ts';
import { SqliteUsageStore } from '../usage/usage-store.ts';
import { SqliteSamplingStore } from './sampling-store.ts';

export interface StorageOptions {
  /** Holds `conversations.db` and `backups/`; made when missing, for this user only. */
  folder: string;
  notices: NoticesPort;
  now?: () => number;
  /** Hears of each call before it is made and when it has ended; what it throws keeps the call from being made. */
  onCall?: (call: CallStep) => void;
  /** Failed background copies and checks, for the host's log. */
  onError?: (error: unknown) => void;
  /**
   * After an unclean exit files up to this size are checked before they are opened, larger ones beside the work (bytes,
   * default 32 MB, which take about half a second).
   */
  maxCheckedFirst?: number;
}

interface Place {
  options: StorageOptions;
  path: string;
  backupFolder: string;
  now: () => number;
}

const trouble = 'storage-trouble';

export interface Storage {
  conversations: SqliteConversationStore;
  rules: SqliteRuleStore;
  serverPermissions: SqliteServerPermissionStore;
  samplings: SqliteSamplingStore;
  usage: SqliteUsageStore;
  context: SqliteContextStore;
  results: SqliteResultStore;
  mutes: SqliteMuteStore;
  queue: SqliteQueueStore;
  jobs: SqliteJobStore;
  pins: SqlitePinStore;
  pinnedPackages: SqlitePackageStore;
  activity: SqliteActivityStore;
  attached: SqliteAttachedStore;
  imports: SqliteImportStore;
  projects: SqliteProjectStore;
  appPages: SqliteAppPageStore;
  profiles: SqliteProfileStore;
  templates: SqliteTemplateStore;
  isReadOnly: boolean;
  /** Of the file, as SQLite opens it to read beside this connection. */
  readPath: string;
  /** Resolves when today's backup stands. */
  backup(): Promise<void>;
  /** Resolves when a check that goes on beside the work has ended; at once when there is none. */
  checked(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sound file → opened. Not closed properly → checked. Damaged → set aside as `.corrupt-<date>`, the newest sound backup
 * takes its place, else an empty one, with a notice either way. Damage found while running → a notice, and repaired the
 * same way at the next start. Not writable → opened for reading, with a notice.
 * Throws `storage-failed`: reason `newer` for a file of a later version, and what the disk says when nothing helps.
 */
export function openStorage(options: StorageOptions): Storage {
  const now = options.now ?? Date.now;
  const path = join(options.folder, 'conversations.db');
  const place: Place = { options, path, now, backupFolder: join(options.folder, 'backups') };
  const onError = options.onError ?? (() => undefined);
  const { database, isChecked } = openSound(place);
  const backups = new DailyBackup({ database, path, folder: place.backupFolder, now, onError });
  const check = isChecked ? null : new BackgroundCheck(path, () => failed(place, 'corrupt'), onError);
  const close = async () => {
    await check?.stop();
    await backups.close();
    database.close();
    // Not checked to the end: the next start begins again.
    if (check && !check.isDone) markSuspect(path, 'unchecked');
  };
  if (!database.isReadOnly) void backups.ensure();
  return {
    conversations: new SqliteConversationStore(database, { now, onClose: () => void close(), ...(options.onCall ? { onCall: options.onCall } : {}) }),
    rules: new SqliteRuleStore(database, { now }),
    serverPermissions: new SqliteServerPermissionStore(database, { now }),
    samplings: new SqliteSamplingStore(database, { now }),
    usage: new SqliteUsageStore(database, { now }),
    context: new SqliteContextStore(database, { now }),
    results: new SqliteResultStore(database, { now }),
    mutes: new SqliteMuteStore(database),
    queue: new SqliteQueueStore(database, { now }),
    jobs: new SqliteJobStore(database, { now }),
    pins: new SqlitePinStore(database, { now }),
    pinnedPackages: new SqlitePackageStore(database),
    activity: new SqliteActivityStore(database, { now }),
    attached: new SqliteAttachedStore(database, now),
    projects: new SqliteProjectStore(database, { now }),
    imports: new SqliteImportStore(database, now),
    appPages: new SqliteAppPageStore(database, now),
    profiles: new SqliteProfileStore(database, now),
    templates: new SqliteTemplateStore(database, now),
    isReadOnly: database.isReadOnly,
    readPath: database.isReadOnly ? immutableUri(path) : path,
    backup: () => backups.ensure(),
    checked: () => check?.done ?? Promise.resolve(),
    close,
  };
}

function openSound(place: Place): { database: Database; isChecked: boolean } {
  const { options, path, backupFolder } = place;
  if (!isWritable(options.folder, path)) return { database: openReadOnly(options.notices, path, backupFolder), isChecked: true };
  try {
    const wasRestoring = finishRestore(path);
    const isMissing = !existsSync(path) && backupsOf(path, backupFolder).length > 0;
    if (isMissing) return { database: restore(place), isChecked: true };
    const needsCheck = existsSync(path) && hasUncleanExit(path);
    const isLater = needsCheck && !isKnownDamaged(path) && statSync(path).size > (options.maxCheckedFirst ?? 32_000_000);
    if (needsCheck && !isLater && !isSound(path)) return { database: restore(place), isChecked: true };
    if (wasRestoring) addRestoredNotice(options.notices, { backup: '', corrupt: '' });
    rmSync(suspectMark(path), { force: true });
    return { database: openDatabase(place), isChecked: !isLater };
  } catch (error) {
    const failure = asStorageError(error);
    if (failure instanceof HostError && failure.problem.details['reason'] === 'corrupt') return { database: restore(place), isChecked: true };
    throw failure;
  }
}

function openDatabase(place: Place): Database {
  const { path, backupFolder, options } = place;
  const database = new Database({
    path,
    backupFolder,
    migrations,
    onFailure: (reason) => failed(place, reason),
    onRecovered: () => options.notices.dismiss?.(trouble),
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return database;
}

/** Nothing can be saved, or what is read is damaged: the person hears of it, and the next start checks the file. */
function failed({ options, path }: Place, reason: StorageReason): void {
  if (reason === 'corrupt') markSuspect(path, 'damaged');
  options.notices.add({ id: trouble, kind: 'storage-read-only', problem: new HostError('storage-failed', { reason, path }).problem, details: { path, reason } });
}

function restore(place: Place): Database {
  const { from, corrupt } = restoreNewest(place.path, place.backupFolder, new Date(place.now()));
  const database = openDatabase(place);
  addRestoredNotice(place.options.notices, { backup: from ?? '', corrupt: corrupt ?? '' });
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

function markSuspect(path: string, finding: 'damaged' | 'unchecked'): void {
  try {
    writeFileSync(suspectMark(path), finding);
  } catch {
    // The disk that holds a damaged file may take no more writes; the check then waits for the next unclean exit.
  }
}

function isKnownDamaged(path: string): boolean {
  return existsSync(suspectMark(path)) && readFileSync(suspectMark(path), 'utf8') !== 'unchecked';
}
