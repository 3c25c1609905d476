/**
 * Host streams as state that can be read. One subscription per key however many look, kept for a moment after the last
 * one leaves, renewed by itself when the host comes back. What a stream says first always replaces what stood before.
 */
import type { EventOf, InputOf, StreamName } from '@portolan/contract/contract';
import type { ErrorCode, HostError } from '@portolan/contract/errors';
import type { Link } from './link.ts';

export interface Live<T> {
  /** Undefined until the first event; afterwards what was known last, also while nothing more comes. */
  data: T | undefined;
  /** Why nothing (more) comes, while that is so. */
  error: HostError | null;
  /** Asks again at once after an error. */
  retry: () => void;
}

/** Where a stream's state comes from. `reduce` returns undefined for an event that means nothing without a snapshot. */
export interface LiveSource<M extends StreamName, T> {
  method: M;
  input: InputOf<M>;
  reduce: (state: T | undefined, event: EventOf<M>) => T | undefined;
  /** Whether what was known is given to `reduce` when the stream begins anew, which then decides what of it still holds. */
  isCarriedOver?: boolean;
}

interface Entry<T> {
  value: Live<T>;
  readonly listeners: Set<() => void>;
  stop: () => void;
  lingering: ReturnType<typeof setTimeout> | null;
}

const lingerMs = 5_000;
const firstRetryMs = 1_000;
const mostRetryMs = 30_000;
const idle: Live<never> = { data: undefined, error: null, retry: () => undefined };
/** Asking again would only get the same answer. */
const final: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['conversation-unknown', 'server-unknown', 'unknown-method', 'invalid-input', 'invalid-output']);

/** All subscriptions of one link. Kept outside React, so that a re-mount shows what was known at once. */
export class LiveStore {
  readonly #entries = new Map<string, Entry<unknown>>();
  readonly #link: Link;
  constructor(link: Link) {
    this.#link = link;
  }

  read<T>(key: string): Live<T> {
    // A key stands for one source and so for one type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (this.#entries.get(key)?.value ?? idle) as Live<T>;
  }

  /** Keeps the source subscribed while the returned function was not called. `key` must name method and input. */
  subscribe<M extends StreamName, T>(key: string, source: LiveSource<M, T>, listener: () => void): () => void {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = this.#open(source);
      this.#entries.set(key, entry);
    }
    const current = entry;
    // Whoever comes anew asks anew: what was gone may be back.
    if (current.listeners.size === 0 && current.value.error) current.value.retry();
    if (current.lingering) clearTimeout(current.lingering);
    current.lingering = null;
    current.listeners.add(listener);
    return () => {
      current.listeners.delete(listener);
      if (current.listeners.size > 0 || current.lingering) return;
      current.lingering = setTimeout(() => {
        current.stop();
        if (this.#entries.get(key) === current) this.#entries.delete(key);
      }, lingerMs);
    };
  }

  #open<M extends StreamName, T>(source: LiveSource<M, T>): Entry<unknown> {
    let stopWatching: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isFresh = true;
    let data: T | undefined;
    const emit = (error: HostError | null) => {
      entry.value = { data, error, retry };
      for (const each of entry.listeners) each();
    };
    const start = () => {
      stopWatching = this.#link.watch(source.method, source.input, {
        onStart: () => {
          isFresh = true;
        },
        onEvent: (event) => {
          data = source.reduce(isFresh && source.isCarriedOver !== true ? undefined : data, event) ?? data;
          isFresh = false;
          failures = 0;
          emit(null);
        },
        onError: (error) => {
          emit(error);
          if (!final.has(error.problem.code)) later();
        },
        // No stream of the contract that is watched this way ends by itself while what it shows exists.
        onEnd: later,
      });
    };
    const later = () => {
      timer = setTimeout(start, Math.min(firstRetryMs * 2 ** failures, mostRetryMs));
      failures++;
    };
    const retry = () => {
      clearTimeout(timer);
      stopWatching?.();
      start();
    };
    const entry: Entry<T> = {
      value: { data: undefined, error: null, retry },
      listeners: new Set(),
      stop: () => {
        clearTimeout(timer);
        stopWatching?.();
      },
      lingering: null,
    };
    start();
    return entry;
  }
}
