/** Getting a usable database whatever lies on the disk: damaged files are set aside, never deleted (R86, R97). */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storageReason } from './errors.ts';

const sidecars = ['', '-wal', '-shm'];

/** True when the process that had the file open did not close it: SQLite removes its WAL on a clean close. */
export function hasUncleanExit(path: string): boolean {
  return existsSync(suspectMark(path)) || (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0);
}

/** Its presence asks the next start for a check. */
export function suspectMark(path: string): string {
  return `${path}.suspect`;
}

/** False when SQLite says that pages or indexes are damaged. Errors other than damage are thrown: a busy file is no corrupt one. */
export function isSound(path: string): boolean {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, allowExtension: false, timeout: 5000 });
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    return connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
  } catch (error) {
    const reason = storageReason(error);
    // A schema that no longer parses comes as a plain SQL error.
    if (reason === 'corrupt' || reason === 'other') return false;
    throw error;
  } finally {
    connection?.close();
  }
}

/** Renames the file with its WAL to `<name>.corrupt-<date>`; returns the new path. */
export function setAside(path: string, now: Date): string {
  let target = `${path}.corrupt-${stamp(now)}`;
  for (let n = 2; existsSync(target); n++) target = `${path}.corrupt-${stamp(now)}-${n}`;
  for (const suffix of sidecars) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  syncFolder(dirname(path));
  return target;
}

/**
 * Puts the newest sound backup in place of a missing or damaged file. The copy is complete on disk before anything is
 * renamed, so being killed half-way leaves either the old state or `<name>.restoring`, which `finishRestore` completes.
 * Returns the backup's file name, null when there is none.
 */
export function restoreNewest(path: string, backupFolder: string, now: Date): { from: string | null; corrupt: string | null } {
  const from = backupsOf(path, backupFolder).find((file) => isSoundCopy(join(backupFolder, file), `${path}.restoring`)) ?? null;
  const corrupt = existsSync(path) ? setAside(path, now) : null;
  if (from === null) rmSync(`${path}.restoring`, { force: true });
  else finishRestore(path);
  rmSync(suspectMark(path), { force: true });
  return { from, corrupt };
}

/** Completes or drops a restore that was interrupted. */
export function finishRestore(path: string): boolean {
  const copy = `${path}.restoring`;
  if (!existsSync(copy)) return false;
  if (existsSync(path)) {
    rmSync(copy, { force: true });
    return false;
  }
  // A WAL without its database belongs to a file that is gone; SQLite would replay it into the copy.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${path}.corrupt-${stamp(new Date())}-wal`);
  rmSync(`${path}-shm`, { force: true });
  renameSync(copy, path);
  syncFolder(dirname(path));
  return true;
}

/** File names of backups, newest first. */
export function backupsOf(path: string, backupFolder: string): string[] {
  if (!existsSync(backupFolder)) return [];
  const stem = basename(path, '.db');
  return readdirSync(backupFolder)
    .filter((file) => file.startsWith(`${stem}-`) && /-\d{4}-\d{2}-\d{2}\.db$/.test(file))
    .toSorted()
    .toReversed();
}

export function stamp(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(':', '-');
}

function isSoundCopy(backup: string, target: string): boolean {
  rmSync(target, { force: true });
  copyFileSync(backup, target);
  const file = openSync(target, 'r+');
  fsyncSync(file);
  closeSync(file);
  const sound = isSound(target);
  for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true });
  if (!sound) rmSync(target, { force: true });
  return sound;
}

function syncFolder(folder: string): void {
  // Windows cannot open folders; there a rename is durable with the journal.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
