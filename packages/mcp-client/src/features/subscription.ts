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

/** Times in milliseconds. */
export interface SubscriptionTiming {
  /** How long `start` waits for the server to acknowledge. */
  acknowledgeMs: number;
  /** The first pause before listening again, doubled with each failure up to `mostPauseMs`. */
  firstPauseMs: number;
  mostPauseMs: number;
}

export const defaultSubscriptionTiming: SubscriptionTiming = { acknowledgeMs: 300, firstPauseMs: 1_000, mostPauseMs: 60_000 };

/** A subscription that lived this long starts its pauses anew. */
const STEADY_MS = 30_000;

/** One `subscriptions/listen` at a time, for the lists that the server declares changing, or for the resources asked for. */
export class Subscription {
  readonly #peer: Peer;
  readonly #hub: EventHub;
  readonly #timing: SubscriptionTiming;
  readonly #lists: JsonObject;
  readonly #resources = new Set<string>();
  /** The resources among them that an earlier request already covered. */
  #watched: ReadonlySet<string> = new Set();
  readonly #closing = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  /** Ends the current request, or the pause after the last one, so that one with another filter can follow. */
  #current: AbortController | undefined;
  #id: number | undefined;
  /** Whether the server took the current request. */
  #isAcknowledged = false;
  #running: Promise<void> | undefined;
  /** Whether the owner may have read the lists before somebody listened. */
  #mayHaveMissed = false;
  #failures = 0;

  constructor(peer: Peer, capabilities: ServerCapabilities, hub: EventHub, timing: SubscriptionTiming = defaultSubscriptionTiming) {
    this.#peer = peer;
    this.#hub = hub;
    this.#timing = timing;
    this.#lists = Object.fromEntries(LISTS.filter(({ flag }) => capabilities[flag]).map(({ flag }) => [flag, true]));
  }

  /**
   * Begins to listen; does nothing for a server whose lists never change. Resolves when the server acknowledged, so that
   * lists read afterwards miss no change, or when waiting longer would cost more than reading them again.
   */
  async start(): Promise<void> {
    if (Object.keys(this.#lists).length > 0) {
      this.#run();
      const timer = setTimeout(() => this.#started.resolve(), this.#timing.acknowledgeMs);
      await this.#started.promise;
      clearTimeout(timer);
    }
    this.#mayHaveMissed = true;
  }

  /** Adds or removes a resource whose updates are wanted. */
  watch(uri: string, isWanted: boolean): void {
    if (this.#resources.has(uri) === isWanted) return;
    if (isWanted) this.#resources.add(uri);
    else this.#resources.delete(uri);
    // The filter of an open request cannot change, so another one takes its place.
    if (this.#running === undefined) this.#run();
    else this.#current?.abort();
  }

  /**
   * Listens anew, at once, and tells of what may have been missed: the stream may have broken without a sign. What was refused
   * is asked for once more.
   */
  refresh(): void {
    if (this.#running === undefined) this.#run();
    else this.#current?.abort();
  }

  close(): void {
    this.#closing.abort();
    this.#current?.abort();
    this.#started.resolve();
  }

  /** @returns true when the acknowledgement is of the request that is open now */
  acknowledge(params: JsonObject): boolean {
    const meta = params['_meta'];
    const id = isJsonObject(meta) ? meta[SUBSCRIPTION_ID] : undefined;
    const isOwn = this.#id !== undefined && (id === undefined ? !this.#isAcknowledged : id === this.#id || id === String(this.#id));
    if (isOwn) this.#onAcknowledged(params['notifications']);
    return isOwn;
  }

  #onAcknowledged(honored: unknown): void {
    this.#isAcknowledged = true;
    const granted = isJsonObject(honored) ? honored : this.#lists;
    const missing = Object.keys(this.#lists).filter((flag) => granted[flag] !== true);
    if (missing.length > 0) this.#peer.report('subscription-partial', `The server will not tell of all changes it declared: ${missing.join(', ')}.`);
    this.#started.resolve();
    if (this.#mayHaveMissed) this.#tellMissed();
    this.#watched = new Set(this.#resources);
  }

  #tellMissed(): void {
    // What changed while nobody listened is not told again.
    for (const { flag, list } of LISTS) if (this.#lists[flag] === true) this.#hub.emit({ type: 'list-changed', list });
    for (const uri of this.#watched) if (this.#resources.has(uri)) this.#hub.emit({ type: 'resource-updated', uri });
  }

  #run(): void {
    this.#running = this.#listen().finally(() => {
      this.#running = undefined;
      this.#started.resolve();
    });
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && (Object.keys(this.#lists).length > 0 || this.#resources.size > 0)) {
      const openedAt = performance.now();
      const end = await this.#listenOnce();
      if (end === 'over' || signal.aborted) return;
      if (end === 'replaced') continue;
      this.#started.resolve();
      this.#failures = performance.now() - openedAt > STEADY_MS ? 0 : this.#failures + 1;
      const pauseMs = Math.min(this.#timing.mostPauseMs, this.#timing.firstPauseMs * 2 ** Math.max(0, this.#failures - 1));
      const waking = new AbortController();
      this.#current = waking;
      // Spread, so that a server that comes back is not met by all its clients at once.
      await pause(pauseMs * (0.75 + Math.random() / 2), waking.signal);
    }
  }

  /** Waits for the end of one request. `lost` is worth another attempt, `over` is not. */
  async #listenOnce(): Promise<'lost' | 'over' | 'replaced'> {
    const current = new AbortController();
    this.#current = current;
    this.#isAcknowledged = false;
    const resources = [...this.#resources];
    const notifications: JsonObject = { ...this.#lists, ...(resources.length === 0 ? {} : { resourceSubscriptions: resources }) };
    const limits = { idleMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };
    const onId = (id: number): void => {
      this.#id = id;
    };
    try {
      await this.#peer.request('subscriptions/listen', { notifications }, { signal: current.signal, limits, onId });
      return 'lost';
    } catch (error) {
      if (current.signal.aborted) return 'replaced';
      return this.#endOf(error);
    } finally {
      this.#id = undefined;
    }
  }

  /** A refusal stands. The end of what the server had taken is none, nor is what it says when it has too much to do. */
  #endOf(error: unknown): 'lost' | 'over' {
    if (error instanceof ServerError) {
      if (this.#isAcknowledged || isPassing(error.status)) return 'lost';
      this.#peer.report('subscription-refused', `The server refused to tell of changes: ${error.message}`);
      return 'over';
    }
    const isRefused = error instanceof LocalError && (error.lost?.status === 401 || error.lost?.status === 403);
    return isRefused || !(error instanceof LocalError) || error.kind !== 'request-lost' ? 'over' : 'lost';
  }
}

/** An HTTP status that says nothing of the request itself. */
function isPassing(status: number | undefined): boolean {
  return status !== undefined && ((status >= 500 && status !== 501) || status === 408 || status === 429);
}

/**
 * All that a modern connection listens to: one request for the lists, for as long as it stands, and one for the resources somebody
 * looks at. Their filters cannot change, and a list is not to be read again because somebody looks at another resource.
 */
export class Subscriptions {
  readonly #peer: Peer;
  readonly #lists: Subscription;
  readonly #resources: Subscription;

  constructor(peer: Peer, capabilities: ServerCapabilities, hub: EventHub) {
    this.#peer = peer;
    this.#lists = new Subscription(peer, capabilities, hub);
    this.#resources = new Subscription(peer, { ...capabilities, toolsListChanged: false, resourcesListChanged: false, promptsListChanged: false }, hub);
  }

  /** See Subscription. */
  async start(): Promise<void> {
    await Promise.all([this.#lists.start(), this.#resources.start()]);
  }

  watch(uri: string, isWanted: boolean): void {
    this.#resources.watch(uri, isWanted);
  }

  refresh(): void {
    this.#lists.refresh();
    this.#resources.refresh();
  }

  close(): void {
    this.#lists.close();
    this.#resources.close();
  }

  /** @returns true when the notification belonged to the subscriptions themselves */
  accept(method: string, params: JsonObject): boolean {
    if (method !== 'notifications/subscriptions/acknowledged') return false;
    if (!this.#lists.acknowledge(params) && !this.#resources.acknowledge(params)) this.#peer.report('unknown-subscription', 'The server acknowledged a subscription that is not open.');
    return true;
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
