/** Things of the person's own that have a name and are kept as JSON: profiles, prompt templates. */
import * as z from 'zod/mini';
import type { Database } from './database.ts';

export interface Named<Id extends string, T> {
  id: Id;
  name: string;
  value: T;
  createdAt: number;
  updatedAt: number;
  removedAt: number | null;
}

export interface NamedTable<Id extends string, T> {
  table: 'chat_profiles' | 'prompt_templates';
  id: z.ZodMiniType<Id>;
  value: z.ZodMiniType<T>;
}

/** Every method has committed when it returns. */
export class SqliteNamedStore<Id extends string, T> {
  protected readonly db: Database;
  protected readonly now: () => number;
  readonly #of: NamedTable<Id, T>;
  readonly #row: z.ZodMiniType<{ id: Id; name: string; json: string; created_at: number; updated_at: number; removed_at: number | null }>;

  constructor(database: Database, now: (() => number) | undefined, of: NamedTable<Id, T>) {
    this.db = database;
    this.now = now ?? Date.now;
    this.#of = of;
    this.#row = z.object({ id: of.id, name: z.string(), json: z.string(), created_at: z.number(), updated_at: z.number(), removed_at: z.nullable(z.number()) });
  }

  /** Removed ones included, by name. What only a later version can read is left alone and not among them. */
  list(): Named<Id, T>[] {
    return this.db.all(`SELECT * FROM ${this.#of.table} ORDER BY name COLLATE NOCASE, created_at`).flatMap((row) => this.#named(row) ?? []);
  }

  get(id: Id): Named<Id, T> | null {
    const row = this.db.get(`SELECT * FROM ${this.#of.table} WHERE id = ?`, id);
    return row === undefined ? null : this.#named(row);
  }

  /** Makes it, or puts this in its place. */
  put(id: Id, name: string, value: T): void {
    this.db.run(
      `INSERT INTO ${this.#of.table} (id, name, json, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name, json = excluded.json, updated_at = excluded.updated_at`,
      id, name, JSON.stringify(value), this.now(), this.now(),
    );
  }

  /** Hidden, not gone: `restore` is the undo. */
  remove(id: Id): void {
    this.db.run(`UPDATE ${this.#of.table} SET removed_at = ? WHERE id = ? AND removed_at IS NULL`, this.now(), id);
  }

  restore(id: Id, name: string): void {
    this.db.run(`UPDATE ${this.#of.table} SET removed_at = NULL, name = ? WHERE id = ?`, name, id);
  }

  #named(row: unknown): Named<Id, T> | null {
    const parsed = this.#row.safeParse(row);
    if (!parsed.success) return null;
    const { id, name, json, created_at, updated_at, removed_at } = parsed.data;
    const value = this.#of.value.safeParse(fromJson(json));
    return value.success ? { id, name, value: value.data, createdAt: created_at, updatedAt: updated_at, removedAt: removed_at } : null;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `name`, or, where one of `taken` is the same but for case, with the first number that makes it another. */
export function freeName(name: string, taken: readonly string[], longest: number, separator = ' '): string {
  const all = new Set(taken.map(folded));
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `${separator}${number}`;
    const tried = name.slice(0, longest - suffix.length).trimEnd() + suffix;
    if (!all.has(folded(tried))) return tried;
  }
}

/** By which two names are the same. */
export const folded = (name: string): string => name.normalize('NFKC').toLowerCase();
