/** One publisher, many watching windows; a window that does not read can never grow the host's memory. */
import { HostError } from '@portolan/contract/errors';

export interface BroadcastOptions<T> {
  /** Events a subscriber may leave unread. Default 512. */
  limit?: number;
  /**
   * Folds `next` into the newest unread event, or returns null when both must stay. Called on every publish that finds
   * an unread event, so keep it cheap.
   */
  merge?: (last: T, next: T) => T | null;
  /** What replaces the unread events of a subscriber that fell behind: usually one fresh snapshot. Without it the subscriber is cut. */
  resync?: () => T[];
}

interface Subscriber<T> {
  queue: T[];
  wake: (() => void) | null;
  isEnded: boolean;
  failure: HostError | null;
}

/**
 * Typed fan-out to async iterators. A subscriber counts from the call of `subscribe`, not from the first read, so nothing
 * published in between is missed. Iteration ends when the signal aborts, the consumer returns or the broadcast is closed;
 * it throws `too-many-requests` when the subscriber fell behind and there is no `resync`: the window asks again.
 */
export class Broadcast<T> {
  readonly #subscribers = new Set<Subscriber<T>>();
  readonly #options: BroadcastOptions<T>;
  readonly #limit: number;
  #isClosed = false;

  constructor(options: BroadcastOptions<T> = {}) {
    this.#options = options;
    this.#limit = Math.max(1, options.limit ?? 512);
  }

  /** Subscribers at the moment; lets a publisher skip work that nobody watches. */
  get size(): number {
    return this.#subscribers.size;
  }

  publish(event: T): void {
    for (const subscriber of this.#subscribers) this.#enqueue(subscriber, event);
  }

  /** `first` is delivered before everything published after this call. */
  subscribe(signal: AbortSignal, first: readonly T[] = []): AsyncIterable<T> {
    const subscriber: Subscriber<T> = { queue: [...first], wake: null, isEnded: this.#isClosed || signal.aborted, failure: null };
    const stop = () => this.#end(subscriber);
    if (!subscriber.isEnded) {
      this.#subscribers.add(subscriber);
      signal.addEventListener('abort', stop, { once: true });
    } else if (signal.aborted) {
      subscriber.queue = [];
    }
    const iterator: AsyncIterator<T, undefined> = {
      next: async () => {
        for (;;) {
          // What is unread when the broadcast closes is still delivered; an abort has emptied the queue.
          const event = subscriber.queue.shift();
          if (event !== undefined) return { done: false, value: event };
          if (subscriber.failure) throw subscriber.failure;
          if (subscriber.isEnded) return { done: true, value: undefined };
          await new Promise<void>((resolve) => {
            subscriber.wake = resolve;
          });
        }
      },
      return: () => {
        signal.removeEventListener('abort', stop);
        this.#end(subscriber);
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }

  /** Ends every subscription after what it has not read yet; later subscriptions get `first` and end. */
  close(): void {
    this.#isClosed = true;
    for (const subscriber of this.#subscribers) {
      subscriber.isEnded = true;
      wake(subscriber);
    }
    this.#subscribers.clear();
  }

  #enqueue(subscriber: Subscriber<T>, event: T): void {
    const last = subscriber.queue.at(-1);
    const merged = last === undefined ? null : (this.#options.merge?.(last, event) ?? null);
    if (merged !== null) subscriber.queue[subscriber.queue.length - 1] = merged;
    else subscriber.queue.push(event);
    if (subscriber.queue.length > this.#limit) this.#overflow(subscriber);
    wake(subscriber);
  }

  #overflow(subscriber: Subscriber<T>): void {
    if (this.#options.resync) {
      subscriber.queue = this.#options.resync();
      return;
    }
    subscriber.failure = new HostError('too-many-requests', { reason: 'slow-reader' });
    this.#end(subscriber);
  }

  #end(subscriber: Subscriber<T>): void {
    subscriber.isEnded = true;
    subscriber.queue = [];
    this.#subscribers.delete(subscriber);
    wake(subscriber);
  }
}

function wake<T>(subscriber: Subscriber<T>): void {
  const resolve = subscriber.wake;
  subscriber.wake = null;
  resolve?.();
}
