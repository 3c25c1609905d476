/**
 * `subscriptions/listen` of 2026-07-28: a request that stays open and lets notifications through
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions). Opened again when it is lost.
 */
import type { ServerCapabilities } from '../client.ts';
import { LocalError, ServerError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import type { EventHub } from './events.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

const LISTS = [
  { flag: 'toolsListChanged', list: 'tools' },
  { flag: 'resourcesListChanged', list: 'resources' },
  { flag: 'promptsListChanged', list: 'prompts' },
] as const;

/** Milliseconds before the first new attempt, and at most. */
export interface Backoff {
  firstMs: number;
  mostMs: number;
}

const defaultBackoff: Backoff = { firstMs: 1_000, mostMs: 60_000 };

/** A subscription that lived this long starts its backoff anew. */
const STEADY_MS = 30_000;

/** Keeps one subscription to the lists that the server declares changing. */
export class Subscription {
  readonly #peer: Peer;
  readonly #hub: EventHub;
  readonly #filter: JsonObject;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  #id: number | undefined;
  #acknowledgements = 0;
  #failures = 0;

  constructor(peer: Peer, capabilities: ServerCapabilities, hub: EventHub, backoff: Backoff = defaultBackoff) {
    this.#peer = peer;
    this.#hub = hub;
    this.#backoff = backoff;
    this.#filter = Object.fromEntries(LISTS.filter(({ flag }) => capabilities[flag]).map(({ flag }) => [flag, true]));
  }

  /** Does nothing for a server whose lists never change. */
  start(): void {
    if (Object.keys(this.#filter).length > 0) void this.#run();
  }

  close(): void {
    this.#closing.abort();
  }

  /** @returns true when the notification belonged to the subscription itself */
  accept(method: string, params: JsonObject): boolean {
    if (method !== 'notifications/subscriptions/acknowledged') return false;
    const meta = params['_meta'];
    const id = isJsonObject(meta) ? meta[SUBSCRIPTION_ID] : undefined;
    if (id === undefined || id === this.#id || id === String(this.#id)) this.#onAcknowledged(params['notifications']);
    else this.#peer.report('unknown-subscription', 'The server acknowledged a subscription that is not open.');
    return true;
  }

  #onAcknowledged(honored: unknown): void {
    this.#acknowledgements += 1;
    const granted = isJsonObject(honored) ? honored : this.#filter;
    const missing = Object.keys(this.#filter).filter((flag) => granted[flag] !== true);
    if (missing.length > 0) this.#peer.report('subscription-partial', `The server will not tell of all changes it declared: ${missing.join(', ')}.`);
    if (this.#acknowledgements === 1) return;
    // What changed while nobody listened is not told again.
    for (const { flag, list } of LISTS) if (this.#filter[flag] === true) this.#hub.emit({ type: 'list-changed', list });
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const openedAt = performance.now();
      const isOver = await this.#listenOnce(signal);
      if (isOver || signal.aborted) return;
      this.#failures = performance.now() - openedAt > STEADY_MS ? 0 : this.#failures + 1;
      const wait = Math.min(this.#backoff.mostMs, this.#backoff.firstMs * 2 ** Math.max(0, this.#failures - 1));
      await pause(wait * (0.75 + Math.random() / 2), signal);
    }
  }

  /** Waits for the end of one subscription; true when another attempt makes no sense. */
  async #listenOnce(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#peer.request(
        'subscriptions/listen',
        { notifications: this.#filter },
        {
          signal,
          limits: { idleMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY },
          onId: (id) => {
            this.#id = id;
          },
        },
      );
      return false;
    } catch (error) {
      if (error instanceof ServerError) {
        this.#peer.report('subscription-refused', `The server refused to tell of changes to its lists: ${error.message}`);
        return true;
      }
      const isRefused = error instanceof LocalError && (error.lost?.status === 401 || error.lost?.status === 403);
      return isRefused || !(error instanceof LocalError) || error.kind !== 'request-lost';
    } finally {
      this.#id = undefined;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
  });
}
