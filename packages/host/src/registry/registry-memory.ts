/** What a registry last said, for when it cannot be reached: first pages only, of one registry, in one small file. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { RegistryListing } from '@portolan/contract/registry';
import { replaceFile } from '../durable-file.ts';

const Remembered = z.object({ search: z.string(), at: z.number(), servers: z.array(RegistryListing) });
type Remembered = z.infer<typeof Remembered>;
const File = z.object({ registry: z.string(), lists: z.array(Remembered) });

const mostLists = 12;
const mostServers = 60;

export class RegistryMemory {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  #file: z.infer<typeof File> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  get(registry: string, search: string): Remembered | null {
    const file = this.#read();
    return (file.registry === registry && file.lists.find((each) => each.search === search)) || null;
  }

  put(registry: string, list: Remembered): void {
    const file = this.#read();
    const others = file.registry === registry ? file.lists.filter((each) => each.search !== list.search) : [];
    this.#file = { registry, lists: [{ ...list, servers: list.servers.slice(0, mostServers) }, ...others].slice(0, mostLists) };
    const text = JSON.stringify(this.#file);
    // A list that is not remembered is no reason to fail.
    this.#writing = this.#writing.then(() => this.#write(text)).catch(this.#onError);
  }

  /** Resolves when what was put is written. */
  close(): Promise<void> {
    return this.#writing;
  }

  async #write(text: string): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    await replaceFile(this.#path, text, { mode: 0o600 });
  }

  #read(): z.infer<typeof File> {
    this.#file ??= load(this.#path);
    return this.#file;
  }
}

function load(path: string): z.infer<typeof File> {
  try {
    const parsed = File.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // Not there yet, or spoiled: then nothing is remembered.
  }
  return { registry: '', lists: [] };
}
