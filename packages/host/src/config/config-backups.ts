/**
 * Copies of the configuration when it was good. The newest always equals the last good file; copies made within ten
 * minutes replace each other, unless a change took something away or came from outside.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { replaceFile } from '../durable-file.ts';

const keepNewest = 20;
const hourMs = 60 * 60 * 1000;
const keepHours = 48;
const keepDays = 60;
const coalesceMs = 10 * 60 * 1000;

export class ConfigBackups {
  readonly #folder: string;
  readonly #stem: string;
  readonly #now: () => number;
  #newest: { file: string; text: string; startedAt: number } | null = null;

  constructor(folder: string, configPath: string, now: () => number) {
    this.#folder = folder;
    this.#stem = basename(configPath, extname(configPath));
    this.#now = now;
    const [file] = this.list();
    // One that cannot be read equals nothing, so that the next good text gets a copy of its own.
    if (file !== undefined) this.#newest = { file, text: this.#readOrEmpty(file), startedAt: Number.NEGATIVE_INFINITY };
  }

  /** File names, newest first. */
  list(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((file) => file.startsWith(`${this.#stem}-`) && /-\d{4}-\d\d-\d\dT[\d-]+Z\.json$/.test(file))
        .toSorted()
        .toReversed();
    } catch {
      return [];
    }
  }

  read(file: string): string {
    return readFileSync(join(this.#folder, basename(file)), 'utf8');
  }

  /** Keeps this text, which must be good, and says under which name. `isMajor`: the copy before it stays whatever its age. */
  async keep(text: string, isMajor: boolean): Promise<string> {
    if (this.#newest?.text === text) return this.#newest.file;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const now = this.#now();
    const isReplacing = !isMajor && this.#newest !== null && now - this.#newest.startedAt < coalesceMs && now >= this.#newest.startedAt;
    const file = isReplacing && this.#newest ? this.#newest.file : this.#freshName(now);
    await replaceFile(join(this.#folder, file), text, { mode: 0o600 });
    this.#newest = { file, text, startedAt: isReplacing && this.#newest ? this.#newest.startedAt : now };
    for (const old of outdated(this.list(), now)) rmSync(join(this.#folder, old), { force: true });
    return file;
  }

  #readOrEmpty(file: string): string {
    try {
      return this.read(file);
    } catch {
      return '';
    }
  }

  /** Later than every copy there is, so that a clock set back does not make a new copy look old. */
  #freshName(now: number): string {
    const nameOf = (at: number) => `${this.#stem}-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.json`;
    const newest = this.list()[0] ?? '';
    let name = nameOf(now);
    for (let at = now; name <= newest && at < now + 1000; at++) name = nameOf(at);
    // A clock set far back: count on from the newest name instead.
    return name > newest ? name : nameOf(timeOf(newest) + 1);
  }
}

/**
 * Which copies may go: a program that writes the file again and again must not push the good ones out. The newest stay,
 * the first and the last of every hour for two days, and the last of every day for two months.
 */
function outdated(newestFirst: string[], now: number): string[] {
  const kept = new Set(newestFirst.slice(0, keepNewest));
  const hours = new Map<number, string>();
  const days = new Set<number>();
  for (const file of newestFirst) {
    const at = timeOf(file);
    const hour = Math.floor(at / hourMs);
    const day = Math.floor(at / (24 * hourMs));
    if (now - at < keepHours * hourMs) {
      if (!hours.has(hour)) kept.add(file);
      hours.set(hour, file);
    }
    if (now - at < keepDays * 24 * hourMs && !days.has(day)) kept.add(file);
    days.add(day);
  }
  for (const first of hours.values()) kept.add(first);
  return newestFirst.filter((file) => !kept.has(file));
}

/** When a copy was made, milliseconds since the epoch; 0 for a name that is none of ours. */
export function timeOf(file: string): number {
  const parts = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.json$/.exec(file);
  return parts ? Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}.${parts[5]}Z`) : 0;
}
