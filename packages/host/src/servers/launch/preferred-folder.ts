/**
 * The folder in which programs are looked for before any other, chosen by the person ("use this Node"). It decides what runs
 * for servers that were reviewed long ago, so the record is sealed like a review: a program that can write our files but not
 * read the key beside them cannot redirect a server (A07, A08). `<data>/state/preferred-folder.json`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod/mini';

const Kept = z.object({ folder: z.string().check(z.maxLength(4096)), seal: z.string().check(z.maxLength(128)) });

export class PreferredFolder {
  readonly #file: string | null;
  readonly #key: () => Buffer;
  #folder: string | null;

  /** @param key of this installation, asked for when there is something to seal or to check */
  constructor(file: string | null, key: () => Buffer) {
    this.#file = file;
    this.#key = key;
    this.#folder = this.#read();
  }

  /** None, for where nothing is kept. */
  static none(): PreferredFolder {
    return new PreferredFolder(null, () => Buffer.alloc(0));
  }

  /** Absolute; null when none was chosen, or the record is not ours. It may be gone by now. */
  get current(): string | null {
    return this.#folder;
  }

  /** Written when it returns. Throws what the disk says. */
  set(folder: string | null): void {
    if (this.#file !== null) {
      if (folder === null) rmSync(this.#file, { force: true });
      else {
        mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
        writeFileAtomic.sync(this.#file, JSON.stringify({ folder, seal: this.#seal(folder) }), { mode: 0o600 });
      }
    }
    this.#folder = folder;
  }

  #read(): string | null {
    if (this.#file === null || !existsSync(this.#file)) return null;
    try {
      const { folder, seal } = Kept.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
      const [given, wanted] = [Buffer.from(seal), Buffer.from(this.#seal(folder))];
      return given.length === wanted.length && timingSafeEqual(given, wanted) && path.isAbsolute(folder) ? folder : null;
    } catch {
      return null;
    }
  }

  #seal(folder: string): string {
    return createHmac('sha256', this.#key()).update(JSON.stringify(['preferred-folder', folder])).digest('base64url');
  }
}
