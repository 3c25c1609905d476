/** One copy of the database a day, the last seven kept. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backup } from 'node:sqlite';
import type { Database } from './database.ts';
import { backupsOf } from './recovery.ts';

const keep = 7;
const checkEveryMs = 60 * 60 * 1000;

export interface BackupOptions {
  database: Database;
  path: string;
  folder: string;
  now: () => number;
  /** A copy that failed is tried again an hour later; this is for the log. */
  onError?: (error: unknown) => void;
}

/** Makes today's copy when there is none, now and then every hour. SQLite's online backup: writing goes on meanwhile. */
export class DailyBackup {
  readonly #options: BackupOptions;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: BackupOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.ensure(), checkEveryMs);
    this.#timer.unref();
  }

  /** Never rejects. Resolves when today's copy stands or the attempt was reported. */
  ensure(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#running ??= this.#copy()
      .catch((error: unknown) => this.#options.onError?.(error))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** Waits for a copy under way; the database must stay open until then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #copy(): Promise<void> {
    const { database, path, folder, now } = this.#options;
    const target = join(folder, `${basename(path, '.db')}-${new Date(now()).toISOString().slice(0, 10)}.db`);
    if (existsSync(target)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const partial = `${target}.partial`;
    rmSync(partial, { force: true });
    await backup(database.connection, partial, { rate: 500 });
    chmodSync(partial, 0o600);
    renameSync(partial, target);
    for (const old of backupsOf(path, folder).slice(keep)) rmSync(join(folder, old), { force: true });
  }
}
