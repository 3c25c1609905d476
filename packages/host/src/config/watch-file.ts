/** Notices that a file may have changed, whoever changed it and however: in place, by rename, through a symlink. */
import { statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface WatchOptions {
  path: string;
  /** Quiet time after the last sign of a change (milliseconds). */
  debounceMs: number;
  /** The folder's events are not to be had everywhere (network drives, exhausted watches): a look now and then is. */
  pollMs: number;
  onMaybeChanged: () => void;
}

export class FileWatch {
  readonly #options: WatchOptions;
  readonly #poll: NodeJS.Timeout;
  #watcher: FSWatcher | null = null;
  #debounce: NodeJS.Timeout | null = null;
  #seen: string;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#seen = fingerprint(options.path);
    this.#poll = setInterval(() => this.#look(), options.pollMs);
    this.#poll.unref();
    try {
      const name = basename(options.path);
      // The folder, not the file: a rename over the file ends a watch of the file itself.
      this.#watcher = watch(dirname(options.path), { persistent: false }, (_event, file) => {
        if (file === null || file === name) this.#soon();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Polling is enough.
    }
  }

  close(): void {
    clearInterval(this.#poll);
    if (this.#debounce) clearTimeout(this.#debounce);
    this.#watcher?.close();
  }

  #look(): void {
    const now = fingerprint(this.#options.path);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#soon();
  }

  #soon(): void {
    if (this.#debounce) clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.#debounce = null;
      this.#seen = fingerprint(this.#options.path);
      this.#options.onMaybeChanged();
    }, this.#options.debounceMs);
    this.#debounce.unref();
  }
}

function fingerprint(path: string): string {
  try {
    const found = statSync(path, { bigint: true });
    return `${found.ino} ${found.size} ${found.mtimeNs}`;
  } catch {
    return '';
  }
}
