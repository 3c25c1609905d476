/** What a window is told while it looks at the trace: all that is kept, then what is new or has changed, at its own pace. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { Entry } from './entry.ts';
import { toSummary } from './entry-view.ts';
import type { Redactor } from './redact.ts';
import type { TraceListener, TraceStore } from './trace-store.ts';

export interface WatchOptions {
  /** Rows of the past that are sent. */
  newest: number;
  /** Rows in one event while the past is sent, and later. */
  pastBatch: number;
  batch: number;
  /** Milliseconds between two events. */
  deliveryMs: number;
}

export const defaultWatchOptions: WatchOptions = { newest: 20_000, pastBatch: 2_000, batch: 500, deliveryMs: 100 };

type WatchEvent = EventOf<'trace/watch'>;

/** @param serverId all servers when left out */
export async function* watchTrace(store: TraceStore, redactor: Redactor, serverId: ServerId | undefined, signal: AbortSignal, options: WatchOptions = defaultWatchOptions): AsyncGenerator<WatchEvent> {
  using reader = new Reader(store, serverId, options);
  while (!signal.aborted) {
    const isPast = reader.isInPast;
    const event = reader.read(redactor);
    if (event !== null) yield event;
    if (reader.hasMore) {
      // The past is sent as fast as the window takes it; a flood is sent at a pace that leaves the window time.
      if (isPast) await nextTurn();
      else await pause(options.deliveryMs, signal);
      continue;
    }
    await reader.news(signal);
    await pause(options.deliveryMs, signal);
  }
}

/** How far one window has read. */
class Reader implements TraceListener, Disposable {
  readonly #store: TraceStore;
  readonly #serverId: ServerId | undefined;
  readonly #options: WatchOptions;
  readonly #stop: () => void;
  /** Entries that were sent and have changed since. */
  readonly #changed = new Set<Entry>();
  #cursor = 0;
  /** The newest entry there was when the reading began. */
  #past = 0;
  #isSnapshotDue = true;
  #isStateDue = true;
  #wake: () => void = () => undefined;

  constructor(store: TraceStore, serverId: ServerId | undefined, options: WatchOptions) {
    this.#store = store;
    this.#serverId = serverId;
    this.#options = options;
    this.#stop = store.listen(this);
    this.#begin();
  }

  get isInPast(): boolean {
    return this.#cursor < this.#past;
  }

  get hasMore(): boolean {
    return this.#isSnapshotDue || this.#isStateDue || this.#changed.size > 0 || this.#store.after(this.#cursor, 1, this.#serverId).length > 0;
  }

  /** Null when there is nothing to say. */
  read(redactor: Redactor): WatchEvent | null {
    const { batch, pastBatch } = this.#options;
    const isSnapshot = this.#isSnapshotDue;
    const limit = this.isInPast ? pastBatch : batch;
    const fresh = this.#store.after(this.#cursor, limit, this.#serverId);
    const changed: Entry[] = [];
    for (const entry of this.#changed) {
      if (changed.length >= limit) break;
      this.#changed.delete(entry);
      if (!entry.isGone) changed.push(entry);
    }
    if (!isSnapshot && !this.#isStateDue && fresh.length === 0 && changed.length === 0) return null;
    this.#cursor = fresh.at(-1)?.id ?? Math.max(this.#cursor, this.isInPast ? this.#past : 0);
    this.#isSnapshotDue = false;
    this.#isStateDue = false;
    return { type: isSnapshot ? 'snapshot' : 'changes', entries: [...changed, ...fresh].map((entry) => toSummary(entry, redactor)), servers: this.#store.states(this.#serverId) };
  }

  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#wake = () => undefined;
        signal.removeEventListener('abort', finish);
        resolve();
      };
      this.#wake = finish;
      signal.addEventListener('abort', finish, { once: true });
      if (signal.aborted) finish();
    });
  }

  added(entry: Entry): void {
    if (this.#concerns(entry.serverId)) this.#wake();
  }

  changed(entry: Entry): void {
    if (!this.#concerns(entry.serverId)) return;
    // What was not sent yet will be sent as it is then.
    if (entry.id <= this.#cursor) this.#changed.add(entry);
    this.#wake();
  }

  reset(serverId: ServerId, isCleared: boolean): void {
    if (!this.#concerns(serverId)) return;
    if (isCleared) this.#begin();
    this.#isStateDue = true;
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.#stop();
    this.#wake();
  }

  #begin(): void {
    this.#changed.clear();
    this.#cursor = this.#store.idBeforeNewest(this.#options.newest, this.#serverId);
    this.#past = this.#store.lastId;
    this.#isSnapshotDue = true;
  }

  #concerns(serverId: ServerId): boolean {
    return this.#serverId === undefined || this.#serverId === serverId;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms === 0) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
  });
}
