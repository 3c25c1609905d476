/**
 * One host per data folder. The lock is the operating system's own, held through an SQLite file opened exclusively: it
 * goes away with the process, however that ends, so there is never a stale one to judge (R89).
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { StartError } from './start-error.ts';

const Holder = z.object({ pid: z.number(), shellPid: z.number() });
type Holder = z.infer<typeof Holder>;

/** How long the host of a dead shell may take to stop its servers before the folder counts as taken (milliseconds). */
const orphanLimit = 8000;

export class InstanceLock {
  readonly #database: DatabaseSync;
  readonly #note: string;

  private constructor(database: DatabaseSync, note: string) {
    this.#database = database;
    this.#note = note;
  }

  /**
   * Takes the folder. When a running shell has it, fails at once with StartError `locked` and that shell's pid; when only
   * an orphaned host still has it, waits for that one to finish. Throws StartError `data-folder` where nothing can be written.
   */
  static async take(folder: string, shellPid: number, limit = orphanLimit): Promise<InstanceLock> {
    const note = join(folder, 'instance.json');
    const deadline = performance.now() + limit;
    for (;;) {
      const taken = tryTake(folder, note, { pid: process.pid, shellPid });
      if (taken) return new InstanceLock(taken, note);
      const holder = readHolder(note);
      const isHeldByLiveShell = holder !== null && holder.shellPid !== shellPid && isAlive(holder.shellPid);
      if (isHeldByLiveShell || performance.now() > deadline) {
        throw new StartError({
          kind: 'locked',
          message: `The data folder ${folder} is in use by another Portolan${holder ? ` (process ${holder.shellPid})` : ''}.`,
          ...(holder ? { pid: holder.shellPid } : {}),
        });
      }
      await wait(100);
    }
  }

  release(): void {
    rmSync(this.#note, { force: true });
    this.#database.close();
  }
}

/** Null while another holds it. */
function tryTake(folder: string, note: string, holder: Holder): DatabaseSync | null {
  let database: DatabaseSync | null = null;
  try {
    database = tryOpen(join(folder, 'instance.lock'));
    if (database) writeFileSync(note, JSON.stringify(holder), { mode: 0o600 });
    return database;
  } catch (error) {
    database?.close();
    throw new StartError({ kind: 'data-folder', message: `Nothing can be written to the data folder ${folder}: ${error instanceof Error ? error.message : String(error)}. Make it writable, or choose another with --data-dir.` });
  }
}

function tryOpen(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
}

function readHolder(note: string): Holder | null {
  try {
    const parsed = Holder.safeParse(JSON.parse(readFileSync(note, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not written yet, or half-written: the lock itself is what counts.
    return null;
  }
}

/** EPERM means it is there and somebody else's. One that has ended and waits to be reaped is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}
