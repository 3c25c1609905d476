/**
 * Links that another process of this user hands over: a second `npm start -- portolan://…` finds the folder in use and leaves
 * its link here. Whoever can write here can write the configuration too, and a link asks for more consent than that.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxInstallLink } from '@portolan/contract/install-links';

const ending = '.link';
/** More at once are somebody's mistake. */
const mostAtOnce = 20;

export function inboxFolder(dataDir: string): string {
  return join(dataDir, 'links');
}

/** Leaves a link for the running host. Rejects when the folder cannot be written. */
export async function leaveLink(dataDir: string, link: string): Promise<void> {
  const folder = inboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = randomBytes(12).toString('hex');
  // Whole or not at all: the reader looks only at what has its final name.
  await writeFile(join(folder, `${name}.part`), link.slice(0, maxInstallLink + 1), { mode: 0o600 });
  await rename(join(folder, `${name}.part`), join(folder, `${name}${ending}`));
}

export interface InboxOptions {
  dataDir: string;
  onLink: (link: string) => void;
  onError: (error: unknown) => void;
  /** Where the system does not tell of changes (milliseconds, default 2000). */
  pollMs?: number;
}

export class LinkInbox implements Disposable {
  readonly #options: InboxOptions;
  readonly #watcher: FSWatcher | null;
  readonly #timer: NodeJS.Timeout;
  #isReading = false;
  #isClosed = false;

  constructor(options: InboxOptions) {
    this.#options = options;
    try {
      mkdirSync(inboxFolder(options.dataDir), { recursive: true, mode: 0o700 });
    } catch (error) {
      options.onError(error);
    }
    this.#watcher = this.#watch();
    this.#timer = setInterval(() => void this.#read(), options.pollMs ?? 2000).unref();
    void this.#read();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  #watch(): FSWatcher | null {
    try {
      const watcher = watch(inboxFolder(this.#options.dataDir), { persistent: false }, () => void this.#read());
      // The folder was removed, or the system ran out of watches: looking now and then remains.
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return null;
    }
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    try {
      const folder = inboxFolder(this.#options.dataDir);
      const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).slice(0, mostAtOnce);
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they lie there
      for (const name of names) await this.#take(join(folder, name));
    } catch (error) {
      if (!isGone(error)) this.#options.onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  async #take(file: string): Promise<void> {
    const found = await lstat(file);
    const text = found.isFile() && found.size <= maxInstallLink * 4 ? await readFile(file, 'utf8') : null;
    await rm(file, { force: true, recursive: true });
    if (text !== null && !this.#isClosed) this.#options.onLink(text.trim());
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
