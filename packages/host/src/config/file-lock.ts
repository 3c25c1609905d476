/**
 * A lock between hosts that write one file. It is an SQLite file that the operating system locks and unlocks with the
 * process: nothing stale is left by a kill, so nobody ever has to judge whether a lock is still held (R89).
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 20;

/** Another process kept the lock for too long. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly code = 'locked';
}

/** Runs `work` while no other process is inside. Throws LockedError after `limitMs`, and what SQLite says when the lock file cannot be made. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, limitMs = 10_000): Promise<T> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const deadline = performance.now() + limitMs;
    while (!tryLock(database)) {
      if (performance.now() > deadline) throw new LockedError(path);
      await wait(retryMs);
    }
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    return await work();
  } finally {
    // Closing ends the transaction and with it the lock.
    database.close();
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5) return false;
    throw error;
  }
}
