/**
 * Host streams as state a component can read. One subscription per key however many components look, kept for a moment
 * after the last one leaves, renewed by itself when the host comes back. The host's snapshots always replace what stands.
 */
import type { EventOf, InputOf, StreamName } from '@portolan/contract/contract';
import type { HostError } from '@portolan/contract/errors';
import { useCallback, useSyncExternalStore } from 'react';
import { useHost } from './host-context.tsx';
import type { Link } from './link.ts';

export interface Live<T> {
  /** Undefined until the first event. */
  data: T | undefined;
  /** Why nothing (more) comes, while that is so. */
  error: HostError | null;
}

interface Entry<T> {
  value: Live<T>;
  listeners: Set<() => void>;
  stop: () => void;
  lingering: ReturnType<typeof setTimeout> | null;
}

const lingerMs = 5_000;
const idle: Live<never> = { data: undefined, error: null };

/** All subscriptions of one link. Kept outside React, so that a re-mount shows what was known at once. */
export class LiveStore {
  readonly #entries = new Map<string, Entry<unknown>>();
  readonly #link: Link;
  constructor(link: Link) {
    this.#link = link;
  }

  read<T>(key: string): Live<T> {
    return (this.#entries.get(key)?.value ?? idle) as Live<T>;
  }

  subscribe<M extends StreamName, T>(key: string, method: M, input: InputOf<M>, reduce: (state: T | undefined, event: EventOf<M>) => T, listener: () => void): () => void {
    let entry = this.#entries.get(key) as Entry<T> | undefined;
    if (!entry) {
      const made: Entry<T> = { value: { data: undefined, error: null }, listeners: new Set(), stop: () => undefined, lingering: null };
      const emit = (value: Live<T>) => {
        made.value = value;
        for (const each of made.listeners) each();
      };
      made.stop = this.#link.watch(method, input, {
        onEvent: (event) => emit({ data: reduce(made.value.data, event), error: null }),
        onError: (error) => emit({ data: made.value.data, error }),
      });
      this.#entries.set(key, made as Entry<unknown>);
      entry = made;
    }
    const current = entry;
    if (current.lingering) clearTimeout(current.lingering);
    current.lingering = null;
    current.listeners.add(listener);
    return () => {
      current.listeners.delete(listener);
      if (current.listeners.size > 0) return;
      current.lingering = setTimeout(() => {
        current.stop();
        this.#entries.delete(key);
      }, lingerMs);
    };
  }
}

/** Reads a stream. `key` must name method and input; `reduce` must be stable and return a new value for a change. */
export function useLive<M extends StreamName, T>(key: string, method: M, input: InputOf<M>, reduce: (state: T | undefined, event: EventOf<M>) => T): Live<T> {
  const { live } = useHost();
  // eslint-disable-next-line react/exhaustive-deps -- the key stands for method, input and reduce
  const subscribe = useCallback((listener: () => void) => live.subscribe(key, method, input, reduce, listener), [live, key]);
  return useSyncExternalStore(subscribe, () => live.read<T>(key));
}
