/** Which walls of its container one server ran into since its start, each once. */
import type { Refusal } from './refusals.ts';

/** More than this many closed doors, and the person will look at the policy as a whole. */
const most = 20;

export class ClosedDoors {
  readonly #list: Refusal[] = [];
  readonly #seen = new Set<string>();

  get list(): readonly Refusal[] {
    return this.#list;
  }

  /** @param shown the subject as it may be shown @returns false for one that is known, or one too many */
  note({ kind, subject }: Refusal, shown: string): boolean {
    const key = `${kind} ${subject}`;
    if (this.#seen.has(key) || this.#seen.size >= most) return false;
    this.#seen.add(key);
    this.#list.push({ kind, subject: shown });
    return true;
  }

  clear(): void {
    this.#list.length = 0;
    this.#seen.clear();
  }
}
