/** One list of a connected server: read once, kept, read again when the server says it changed, but not too often (H02). */
import { createHash } from 'node:crypto';
import type { Listing, RefusedItem } from '@portolan/mcp-client/client';

export interface RefetchPolicy {
  /** Least time between the starts of two reads, in milliseconds. */
  refetchMs: number;
  /** What it grows to while reads bring nothing new. */
  refetchMaxMs: number;
}

export interface ManagedListOptions<T> {
  read: (signal: AbortSignal) => Promise<Listing<T>>;
  /** The part of an item that counts as a change. */
  identity: (item: T) => unknown;
  policy: RefetchPolicy;
  /** After a read that brought something else than the one before; the first one counts. */
  onChange: () => void;
  /** After every read, with what it failed with or null; what was read before a failure stays. */
  onRead: (error: unknown) => void;
}

/**
 * The first change after a quiet time is followed at once, later ones at most once an interval, and the last one of a
 * burst is never missed. A server that announces changes without changing anything is asked less and less often.
 */
export class ManagedList<T> {
  items: readonly T[] = [];
  refused: readonly RefusedItem[] = [];
  isTruncated = false;
  /** True once a read succeeded. */
  isLoaded = false;
  readonly #options: ManagedListOptions<T>;
  readonly #controller = new AbortController();
  #reading: Promise<void> | undefined;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #intervalMs: number;
  /** Start of the last read that a change asked for. The very first read is none, so that a change right after it is seen at once. */
  #lastStart = Number.NEGATIVE_INFINITY;
  #wasRead = false;
  #hash = '';

  constructor(options: ManagedListOptions<T>) {
    this.#options = options;
    this.#intervalMs = options.policy.refetchMs;
  }

  /** Resolves when the list has been read, or could not be: then `isLoaded` is false. Never rejects. */
  load(): Promise<void> {
    if (this.isLoaded) return Promise.resolve();
    return this.#reading ?? this.#read();
  }

  /** The server says the list changed. */
  changed(): void {
    if (this.#controller.signal.aborted) return;
    if (this.#reading !== undefined || this.#timer !== undefined) {
      // What is being read may be from before this change.
      this.#isStale = true;
      return;
    }
    const wait = this.#lastStart + this.#intervalMs - performance.now();
    if (wait <= 0) void this.#read();
    else this.#readAfter(wait);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  #readAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, ms);
    this.#timer.unref();
  }

  #read(): Promise<void> {
    this.#isStale = false;
    if (this.#wasRead) this.#lastStart = performance.now();
    this.#wasRead = true;
    this.#reading = this.#readOnce().finally(() => {
      this.#reading = undefined;
      if (this.#isStale && !this.#controller.signal.aborted) this.#readAfter(Math.max(0, this.#lastStart + this.#intervalMs - performance.now()));
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { signal } = this.#controller;
    const { read, identity, policy, onChange, onRead } = this.#options;
    try {
      const { items, refused, isTruncated } = await read(signal);
      if (signal.aborted) return;
      const hash = createHash('sha256').update(JSON.stringify([items.map(identity), refused.map((item) => item.label), isTruncated])).digest('hex');
      const isNew = hash !== this.#hash;
      this.#intervalMs = isNew ? policy.refetchMs : Math.min(policy.refetchMaxMs, this.#intervalMs * 2);
      this.#hash = hash;
      if (isNew) {
        this.items = items;
        this.refused = refused;
        this.isTruncated = isTruncated;
        this.isLoaded = true;
        onChange();
      }
      onRead(null);
    } catch (error) {
      if (!signal.aborted) onRead(error ?? new Error('no reason given'));
    }
  }
}
