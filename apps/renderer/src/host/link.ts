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

/** Opens one port to the host. Rejects with 'refused' when this window is not allowed in (signed out, code expired). */
export type OpenPort = () => Promise<FramePort>;

/** This window may not talk to the host until it is opened again from a fresh address. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

interface Watcher {
  start(client: HostClient): void;
  stop(): void;
}

const waitForHostMs = 8_000;

export class Link {
  #client: HostClient | null = null;
  #state: LinkState = 'connecting';
  readonly #open: OpenPort;
  readonly #listeners = new Set<() => void>();
  readonly #watchers = new Set<Watcher>();
  #waiting: { resolve(client: HostClient): void; reject(error: HostError): void }[] = [];

  constructor(open: OpenPort) {
    this.#open = open;
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
    const client = this.#client ?? (await this.#wait());
    return client.request(method, input, options);
  }

  /** Stays subscribed across reconnects until stopped or until the host ends the stream with an error of its own. */
  watch<M extends StreamName>(method: M, input: InputOf<M>, on: { onEvent(event: EventOf<M>): void; onError?(error: HostError): void; onEnd?(): void }): () => void {
    let stopCurrent: (() => void) | null = null;
    const watcher: Watcher = {
      start: (client) => {
        stopCurrent = client.watch(method, input, on.onEvent, (error) => {
          stopCurrent = null;
          if (error?.problem.code === 'host-gone') return;
          this.#watchers.delete(watcher);
          if (error) on.onError?.(error);
          else on.onEnd?.();
        });
      },
      stop: () => {
        this.#watchers.delete(watcher);
        stopCurrent?.();
      },
    };
    this.#watchers.add(watcher);
    if (this.#client) watcher.start(this.#client);
    return watcher.stop;
  }

  /** One run of a stream that must not be repeated by itself after a reconnect (a tool run). */
  runOnce<M extends StreamName>(method: M, input: InputOf<M>, onEvent: (event: EventOf<M>) => void, onEnd: (error: HostError | null) => void): () => void {
    let isStopped = false;
    let stop = () => undefined as void;
    void (async () => {
      try {
        const client = this.#client ?? (await this.#wait());
        if (!isStopped) stop = client.watch(method, input, onEvent, onEnd);
      } catch (error) {
        if (!isStopped) onEnd(error instanceof HostError ? error : new HostError('host-gone'));
      }
    })();
    return () => {
      isStopped = true;
      stop();
    };
  }

  #wait(): Promise<HostClient> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'refused') {
        reject(new HostError('host-gone'));
        return;
      }
      const entry = { resolve: (client: HostClient) => { clearTimeout(timer); resolve(client); }, reject };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
        reject(new HostError('host-gone'));
      }, waitForHostMs);
      this.#waiting.push(entry);
    });
  }

  #set(state: LinkState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  async #run(): Promise<void> {
    for (let attempt = 0; ; ) {
      try {
        const port = await this.#open();
        attempt = 0;
        const closed = new Promise<void>((resolve) => port.onClose(resolve));
        const client = createHostClient(port);
        this.#client = client;
        this.#set('connected');
        for (const entry of this.#waiting.splice(0)) entry.resolve(client);
        for (const watcher of [...this.#watchers]) watcher.start(client);
        await closed;
        this.#client = null;
        this.#set('away');
      } catch (error) {
        if (error instanceof Refused) {
          this.#set('refused');
          for (const entry of this.#waiting.splice(0)) entry.reject(new HostError('host-gone'));
          return;
        }
        if (this.#state !== 'connecting' || attempt > 2) this.#set('away');
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * 2 ** attempt, 3_000)));
      attempt++;
    }
  }
}
