/** Notes on disk: one JSON file, written whole and synced before anything is said to be kept. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Refusal } from '../tool-result.ts';

export const Note = z.object({
  id: z.string(),
  /** What it is about, in a few words; unique. */
  title: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  changedAt: z.string(),
});
export type Note = z.infer<typeof Note>;

const Kept = z.object({ version: z.literal(1), notes: z.array(Note) });

export const limits = { notes: 5000, title: 200, text: 20_000, tags: 20, tag: 50, fileBytes: 32 * 1024 * 1024 };

export class NoteStore {
  readonly #file: string;
  /** One change after another: each reads what the one before wrote. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#file = path.join(folder, 'notes.json');
  }

  /** Newest change first. */
  async all(): Promise<Note[]> {
    return (await this.#read()).toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  }

  /** Every word has to be somewhere in a note; those with it in their title come first. */
  async find(query: string): Promise<Note[]> {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const isIn = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
    const matching = (await this.all()).filter((note) => isIn(`${note.title}\n${note.tags.join(' ')}\n${note.text}`));
    return [...matching.filter((note) => isIn(note.title)), ...matching.filter((note) => !isIn(note.title))];
  }

  async get(title: string): Promise<Note> {
    const note = (await this.#read()).find((each) => isSame(each.title, title));
    if (note === undefined) throw new Refusal(`There is no note “${title}”.`);
    return note;
  }

  /** Adds a note, or gives the one of that title a new text. Resolves when it is on the disk. */
  save(title: string, text: string, tags: string[]): Promise<{ note: Note; isNew: boolean }> {
    return this.#change((notes) => {
      const now = new Date().toISOString();
      const standing = notes.find((each) => isSame(each.title, title));
      if (standing === undefined && notes.length >= limits.notes) throw new Refusal(`There are ${limits.notes} notes already. Remove some first.`);
      const note: Note = { id: standing?.id ?? randomUUID(), title, text, tags, createdAt: standing?.createdAt ?? now, changedAt: now };
      return { notes: [...notes.filter((each) => each !== standing), note], result: { note, isNew: standing === undefined } };
    });
  }

  remove(title: string): Promise<void> {
    return this.#change((notes) => {
      const standing = notes.find((each) => isSame(each.title, title));
      if (standing === undefined) throw new Refusal(`There is no note “${title}”.`);
      return { notes: notes.filter((each) => each !== standing), result: undefined };
    });
  }

  #change<T>(change: (notes: Note[]) => { notes: Note[]; result: T }): Promise<T> {
    const done = this.#queue.then(async () => {
      const { notes, result } = change(await this.#read());
      const text = `${JSON.stringify({ version: 1, notes }, null, 1)}\n`;
      if (Buffer.byteLength(text) > limits.fileBytes) throw new Refusal('The notes would become too large. Remove some first.');
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#file, text, { mode: 0o600 });
      return result;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** A file that can't be read is set aside under another name, never written over. */
  async #read(): Promise<Note[]> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return [];
    try {
      return Kept.parse(JSON.parse(text)).notes;
    } catch {
      const aside = `${this.#file}.unreadable-${Date.now()}`;
      await rename(this.#file, aside);
      process.stderr.write(`The notes could not be read; the file was kept as ${aside}.\n`);
      return [];
    }
  }
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
