/**
 * The folders that were chosen, and the one door to a path in them. What counts is where a path really leads: links are
 * followed before the question is asked, and what was opened is compared with what was asked about.
 */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../tool-result.ts';

export interface ChosenFolder {
  /** As it was chosen. */
  path: string;
  isWritable: boolean;
}

const pathLimit = 4096;

export class Folders {
  readonly #chosen: readonly ChosenFolder[];
  /** What the client said it works on: narrows, never widens. Null while it said nothing. */
  #roots: string[] | null = null;
  #isTold = false;

  constructor(chosen: readonly ChosenFolder[]) {
    this.#chosen = chosen;
  }

  /** Whether the client said what it works on. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Its roots have changed: they are asked for again. */
  widen(): void {
    this.#isTold = false;
    this.#roots = null;
  }

  /** Takes over a client's roots. Those that are no files, or outside of what was chosen, open nothing; none at all say nothing. */
  narrow(uris: readonly string[]): void {
    this.#isTold = true;
    this.#roots = uris.length === 0 ? null : uris.flatMap((uri) => {
      try {
        return [path.resolve(fileURLToPath(uri))];
      } catch {
        return [];
      }
    });
  }

  /** What can be reached now, with where it really is. */
  async list(): Promise<{ path: string; real: string; isWritable: boolean }[]> {
    const found: { path: string; real: string; isWritable: boolean }[] = [];
    for (const folder of this.#chosen) {
      const real = await realpath(folder.path).catch(() => null);
      if (real === null) continue;
      if (this.#roots === null) found.push({ ...folder, real });
      for (const root of this.#roots ?? []) {
        const realRoot = await realpath(root).catch(() => null);
        if (realRoot === null) continue;
        if (isInside(realRoot, real)) found.push({ path: root, real: realRoot, isWritable: folder.isWritable });
        else if (isInside(real, realRoot)) found.push({ ...folder, real });
      }
    }
    return found;
  }

  /**
   * Where something that is there really is.
   * @throws {Refusal} outside of the chosen folders, not there, or only for reading when `wants` is write
   */
  async existing(text: string, wants: 'read' | 'write' = 'read'): Promise<string> {
    const place = await this.#absolute(text);
    const real = await realpath(place).catch((error: unknown) => {
      throw this.#missing(error, text);
    });
    await this.#check(real, text, wants);
    return real;
  }

  /** Where something new would be: its folder has to be there. @throws {Refusal} */
  async fresh(text: string): Promise<string> {
    const place = await this.#absolute(text);
    const name = path.basename(place);
    if (name === '' || name === '.' || name === '..') throw new Refusal(`“${text}” names no file.`);
    const folder = await realpath(path.dirname(place)).catch((error: unknown) => {
      throw this.#missing(error, path.dirname(text));
    });
    const real = path.join(folder, name);
    await this.#check(real, text, 'write');
    return real;
  }

  /** Opens a regular file for reading; what was opened is what was checked. */
  async open(text: string): Promise<{ handle: FileHandle; real: string; size: number }> {
    const real = await this.existing(text);
    // A pipe would wait for a writer, a device is no file.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const [opened, there] = [await handle.stat(), await stat(await realpath(real))];
      if (!opened.isFile()) throw new Refusal(`“${text}” is not a file.`);
      // Somebody may have put something else in its place since the check.
      if (opened.ino !== there.ino || opened.dev !== there.dev) throw new Refusal(`“${text}” changed while it was opened.`);
      await this.#check(await realpath(real), text, 'read');
      return { handle, real, size: opened.size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #absolute(text: string): Promise<string> {
    if (text.length > pathLimit || text.includes('\0')) throw new Refusal('This is not a path.');
    const [first] = await this.list();
    if (first === undefined) throw new Refusal('No folder can be reached: none was chosen, or none is there any more.');
    return path.isAbsolute(text) ? path.resolve(text) : path.resolve(first.path, text);
  }

  async #check(real: string, text: string, wants: 'read' | 'write'): Promise<void> {
    const holding = (await this.list()).filter((folder) => isInside(real, folder.real));
    if (holding.length === 0) throw new Refusal(`“${text}” is outside the folders that were chosen. Ask which can be reached with “list-folders”.`);
    // The innermost folder decides: one for reading only may lie in one for everything.
    const [innermost] = holding.toSorted((a, b) => b.real.length - a.real.length);
    if (wants === 'write' && innermost?.isWritable !== true) throw new Refusal(`“${text}” is in a folder that may only be read.`);
  }

  #missing(error: unknown, text: string): Error {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Refusal(`“${text}” is not there.`);
    if (code === 'ELOOP') return new Refusal(`“${text}” is a link that leads in circles.`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}
