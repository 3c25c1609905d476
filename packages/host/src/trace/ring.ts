/** The entries of one server, oldest first, within bounds: what is too much goes from the old end and is counted. */
import { chargeOf } from './entry.ts';
import type { Entry } from './entry.ts';

export interface RingLimits {
  entries: number;
  /** Of messages and what holds them. */
  bytes: number;
}

export class Ring {
  readonly #limits: RingLimits;
  #entries: Entry[] = [];
  /** Index of the oldest entry; the array is compacted now and then, for `shift` on a long array is dear. */
  #head = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#entries.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Undefined when there is none. */
  get oldest(): Entry | undefined {
    return this.#entries[this.#head];
  }

  get newest(): Entry | undefined {
    return this.count === 0 ? undefined : this.#entries.at(-1);
  }

  /** Ids must grow. */
  push(entry: Entry): void {
    this.#entries.push(entry);
    this.resize(entry);
  }

  /** The entry holds more, or less, than it did. */
  resize(entry: Entry): void {
    if (entry.isGone) return;
    const charge = chargeOf(entry);
    this.#bytes += charge - entry.charge;
    entry.charge = charge;
    while (this.count > this.#limits.entries || (this.#bytes > this.#limits.bytes && this.count > 0)) this.dropOldest();
  }

  dropOldest(): void {
    const entry = this.oldest;
    if (entry === undefined) return;
    this.#bytes -= entry.charge;
    this.#dropped += 1;
    this.#head += 1;
    entry.release();
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }

  clear(): void {
    for (let at = this.#head; at < this.#entries.length; at += 1) this.#entries[at]?.release();
    this.#entries = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  /** At most `limit` entries with an id above `id`, oldest first. */
  after(id: number, limit: number): Entry[] {
    const start = this.#indexAfter(id);
    return this.#entries.slice(start, start + limit);
  }

  find(id: number): Entry | null {
    const entry = this.#entries[this.#indexAfter(id - 1)];
    return entry?.id === id ? entry : null;
  }

  /** How many entries have an id above `id`. */
  countAfter(id: number): number {
    return this.#entries.length - this.#indexAfter(id);
  }

  #indexAfter(id: number): number {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.id ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
