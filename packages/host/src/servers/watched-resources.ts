/**
 * Which resources of one server somebody looks at: the server is subscribed to each while that is so, over all of its connections
 * (`resources/subscribe` of the older protocol, the filter of `subscriptions/listen` of the newer; P09).
 */
import type { Client } from '@portolan/mcp-client/client';

/** `live`: from now on changes are told of. `changed`: it is another one by now. `lost`: nothing is told any more. */
export type ResourceSign = 'live' | 'changed' | 'lost';

/** What is needed of a connected client. */
export interface SubscribingClient extends Pick<Client, 'listen' | 'closed' | 'subscribeResource' | 'unsubscribeResource'> {
  readonly capabilities: Pick<Client['capabilities'], 'resourceSubscriptions'>;
}

interface Watched {
  readonly listeners: Set<(sign: ResourceSign) => void>;
  /** The connection on which it is subscribed to. */
  on: SubscribingClient | null;
  /** One after the other: a subscription that is still being made must not be overtaken by its end. */
  work: Promise<void>;
}

export class WatchedResources {
  readonly #watched = new Map<string, Watched>();
  #client: SubscribingClient | null = null;

  /** A connection stands; what is watched is subscribed to on it. */
  connected(client: SubscribingClient): void {
    this.#client = client;
    const stopListening = client.listen((event) => {
      if (event.type === 'resource-updated') this.#updated(event.uri);
    });
    for (const uri of this.#watched.keys()) void this.#settle(uri);
    void client.closed.then(() => {
      stopListening();
      if (this.#client !== client) return;
      this.#client = null;
      for (const entry of this.#watched.values()) {
        entry.on = null;
        tell(entry, 'lost');
      }
    });
  }

  /** Resources that the server is subscribed to at the moment. */
  get subscribed(): string[] {
    return [...this.#watched].flatMap(([uri, { on }]) => (on === null ? [] : [uri]));
  }

  isLive(uri: string): boolean {
    return this.#watched.get(uri)?.on !== null && this.#watched.has(uri);
  }

  /** Resolves when what can be subscribed to is; `stop` ends it for this listener, and for the server with the last one. */
  watch(uri: string, listener: (sign: ResourceSign) => void): { settled: Promise<void>; stop: () => void } {
    let entry = this.#watched.get(uri);
    if (entry === undefined) {
      entry = { listeners: new Set(), on: null, work: Promise.resolve() };
      this.#watched.set(uri, entry);
    }
    const { listeners } = entry;
    listeners.add(listener);
    return {
      settled: this.#settle(uri),
      stop: () => {
        if (listeners.delete(listener)) void this.#settle(uri);
      },
    };
  }

  /** Waits for a subscription that is being made; what is read afterwards misses no change. */
  async settled(uri: string): Promise<void> {
    await this.#watched.get(uri)?.work;
  }

  #settle(uri: string): Promise<void> {
    const entry = this.#watched.get(uri);
    if (entry === undefined) return Promise.resolve();
    entry.work = entry.work.then(() => this.#bring(uri, entry));
    return entry.work;
  }

  async #bring(uri: string, entry: Watched): Promise<void> {
    const isWanted = entry.listeners.size > 0;
    const client = this.#client;
    try {
      if (isWanted && client !== null && entry.on !== client && client.capabilities.resourceSubscriptions) {
        await client.subscribeResource(uri);
        if (this.#client !== client) return;
        entry.on = client;
        tell(entry, 'live');
      } else if (!isWanted && entry.on !== null) {
        const { on } = entry;
        entry.on = null;
        if (on === client) await on.unsubscribeResource(uri);
      }
    } catch {
      // A server that refuses tells of no changes; the person can still read anew.
    }
    if (entry.listeners.size === 0 && entry.on === null && this.#watched.get(uri) === entry) this.#watched.delete(uri);
  }

  /** A server may name a part of what was subscribed to. */
  #updated(named: string): void {
    for (const [uri, entry] of this.#watched) if (named.startsWith(uri)) tell(entry, 'changed');
  }
}

function tell({ listeners }: Watched, sign: ResourceSign): void {
  for (const listener of listeners) listener(sign);
}
