/**
 * The window's line to the host: connects, reconnects with backoff, re-opens streams. Requests made while the host is
 * away wait a little for it, then fail with `host-gone`; nothing is sent twice.
 */
import { createHostClient } from '@portolan/contract/client';
import type { HostClient } from '@portolan/contract/client';
import type { EventOf, InputOf, OutputOf, RequestName, StreamName } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { FramePort } from '@portolan/contract/frames';

export type LinkState = 'connecting' | 'connected' | 'away' | 'refused';

/** Opens one port to the host. Rejects with Refused when this window is not allowed in (signed out, code expired). */
export type OpenPort = () => Promise<FramePort>;

/** This window may not talk to the host until it is opened again from a fresh address. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface WatchHandlers<E> {
  onEvent: (event: E) => void;
  /** The stream begins, for the first time or again after the host was away: its next event stands on nothing before it. */
  onStart?: () => void;
  /** The host ended the stream with an error of its own. It is not opened again. */
  onError?: (error: HostError) => void;
  /** The host ended the stream in order. It is not opened again. */
  onEnd?: () => void;
}

export interface LinkOptions {
  /** How long a request waits for a host that is away. */
  waitMs?: number;
  /** The first pause before connecting again; doubles up to `mostRetryMs`. */
  retryMs?: number;
}

interface Watcher {
  start: (client: HostClient) => void;
}

interface Waiting {
  resolve: (client: HostClient) => void;
  reject: (error: HostError) => void;
}

const mostRetryMs = 3_000;
/** A connection that lasted this long was a good one: the next try after it comes at once. */
const steadyMs = 5_000;

export class Link implements Disposable {
  #client: HostClient | null = null;
  #state: LinkState = 'connecting';
  #isDisposed = false;
  readonly #open: OpenPort;
  readonly #waitMs: number;
  readonly #retryMs: number;
  readonly #listeners = new Set<() => void>();
  readonly #watchers = new Set<Watcher>();
  readonly #waiting = new Set<Waiting>();

  constructor(open: OpenPort, options: LinkOptions = {}) {
    this.#open = open;
    this.#waitMs = options.waitMs ?? 8_000;
    this.#retryMs = options.retryMs ?? 200;
    void this.#run();
  }

  get state(): LinkState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async request<M extends RequestName>(method: M, input: InputOf<M>, options?: { signal?: AbortSignal }): Promise<OutputOf<M>> {
    const client = this.#client ?? (await this.#wait(options?.signal));
    return client.request(method, input, options);
  }

  /** Stays subscribed across reconnects until stopped or until the host ends the stream. Returns how to stop it. */
  watch<M extends StreamName>(method: M, input: InputOf<M>, on: WatchHandlers<EventOf<M>>): () => void {
    let stopCurrent: (() => void) | null = null;
    const watcher: Watcher = {
      start: (client) => {
        on.onStart?.();
        stopCurrent = client.watch(
          method,
          input,
          (event) => on.onEvent(event),
          (error) => {
            stopCurrent = null;
            // The next connection starts it again.
            if (error?.problem.code === 'host-gone') return;
            this.#watchers.delete(watcher);
            if (error) on.onError?.(error);
            else on.onEnd?.();
          },
        );
      },
    };
    this.#watchers.add(watcher);
    if (this.#client) watcher.start(this.#client);
    return () => {
      this.#watchers.delete(watcher);
      stopCurrent?.();
      stopCurrent = null;
    };
  }

  /** One run of a stream that must not be repeated by itself after a reconnect (a tool run). Returns how to cancel it. */
  runOnce<M extends StreamName>(method: M, input: InputOf<M>, onEvent: (event: EventOf<M>) => void, onEnd: (error: HostError | null) => void): () => void {
    const waiting = new AbortController();
    let stopRun: (() => void) | null = null;
    const start = (client: HostClient) => {
      if (!waiting.signal.aborted) stopRun = client.watch(method, input, onEvent, onEnd);
    };
    if (this.#client) start(this.#client);
    else {
      this.#wait(waiting.signal).then(start, (error: unknown) => {
        if (!waiting.signal.aborted) onEnd(error instanceof HostError ? error : new HostError('host-gone'));
      });
    }
    return () => {
      waiting.abort();
      stopRun?.();
    };
  }

  /** No more connecting; what waits fails. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#client = null;
    this.#giveUpWaiting();
  }

  #wait(signal: AbortSignal | undefined): Promise<HostClient> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new HostError('cancelled'));
        return;
      }
      if (this.#state === 'refused' || this.#isDisposed) {
        reject(new HostError('host-gone'));
        return;
      }
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(entry);
      };
      const entry: Waiting = {
        resolve: (client) => {
          settle();
          resolve(client);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      const onAbort = () => entry.reject(new HostError('cancelled'));
      const timer = setTimeout(() => entry.reject(new HostError('host-gone')), this.#waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(entry);
    });
  }

  #giveUpWaiting(): void {
    for (const entry of this.#waiting) entry.reject(new HostError('host-gone'));
  }

  #set(state: LinkState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  async #run(): Promise<void> {
    let attempt = 0;
    while (!this.#isDisposed) {
      try {
        // One connection after the other is the point.
        // oxlint-disable-next-line no-await-in-loop
        const lasted = await this.#connectOnce();
        if (lasted >= steadyMs) attempt = 0;
      } catch (error) {
        if (error instanceof Refused) {
          this.#set('refused');
          this.#giveUpWaiting();
          return;
        }
        // The first moments of a start are no loss of anything.
        if (this.#state !== 'connecting' || attempt > 2) this.#set('away');
      }
      const pause = Math.min(this.#retryMs * 2 ** Math.min(attempt, 10), mostRetryMs);
      attempt++;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Resolves with how long the connection lasted, in milliseconds. */
  async #connectOnce(): Promise<number> {
    const port = await this.#open();
    if (this.#isDisposed) return 0;
    const since = Date.now();
    const closed = new Promise<void>((resolve) => {
      // At once, not a turn later: a request made in between would go to the line that has just gone.
      port.onClose(() => {
        this.#client = null;
        if (!this.#isDisposed) this.#set('away');
        resolve();
      });
    });
    const client = createHostClient(port);
    this.#client = client;
    this.#set('connected');
    for (const entry of this.#waiting) entry.resolve(client);
    for (const watcher of this.#watchers) watcher.start(client);
    await closed;
    return Date.now() - since;
  }
}
