/**
 * Answers kept for as long as the server says they are good
 * (https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching). One cache belongs to one connection
 * and so to one authorization; nothing is fetched because a time is over, only when it is asked for.
 */
import type { ClientEvent } from '../client.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { jsonBytes } from '../reading/size.ts';

/** What a notification can make stale. */
export type CacheGroup = 'tools' | 'resources' | 'prompts';

/** However long a server promises, it is asked again after a day. */
const MOST_TTL_MS = 24 * 60 * 60 * 1000;
const ENTRIES = 512;
const BYTES = 32 * 1024 * 1024;

interface Entry {
  group: CacheGroup;
  /** For what was read of one resource. */
  uri: string | undefined;
  value: unknown;
  bytes: number;
  freshness: Freshness;
}

/** Until when an answer is good, on two clocks: one stands still while the machine sleeps, the other can be set. */
export interface Freshness {
  monotonic: number;
  wall: number;
  ttlMs: number;
}

/** How long one result is good from now on; undefined when it may not be kept. */
export function readFreshness(result: JsonObject): Freshness | undefined {
  const { ttlMs } = result;
  if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return undefined;
  return { monotonic: performance.now(), wall: Date.now(), ttlMs: Math.min(ttlMs, MOST_TTL_MS) };
}

function isFresh({ monotonic, wall, ttlMs }: Freshness): boolean {
  return performance.now() - monotonic < ttlMs && Date.now() - wall < ttlMs;
}

/** Where and how one answer is kept. */
export interface CacheKey<T> {
  /** The method and every parameter that the result depends on. */
  key: string;
  group: CacheGroup;
  uri?: string;
  /** What is handed out and what is kept are two, so that nobody changes the other's. */
  copy: (value: T) => T;
}

export class ResultCache {
  readonly #isOn: boolean;
  readonly #entries = new Map<string, Entry>();
  readonly #changes: Record<CacheGroup, number> = { tools: 0, resources: 0, prompts: 0 };
  #bytes = 0;

  /** @param isOn false keeps nothing, and only counts changes */
  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** What was put under this key, which is always of one type; undefined when it is stale. */
  get<T>({ key, copy }: CacheKey<T>): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (!isFresh(entry.freshness)) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    // Last used, last thrown out.
    this.#entries.set(key, entry);
    return copy(entry.value as T);
  }

  /** A number that is another one after anything of the group has changed. */
  changesOf(group: CacheGroup): number {
    return this.#changes[group];
  }

  /**
   * @param freshness of every result the value was made of; nothing is kept when one of them has none
   * @param raw those results, for their size
   * @param changes as they were before the server was asked: what was announced meanwhile may be missing in the answer
   */
  put<T>({ key, group, uri, copy }: CacheKey<T>, value: T, freshness: (Freshness | undefined)[], raw: Json[], changes: number): void {
    if (!this.#isOn || changes !== this.#changes[group]) return;
    let first: Freshness | undefined;
    for (const each of freshness) {
      if (each === undefined) return;
      if (first === undefined || each.monotonic + each.ttlMs < first.monotonic + first.ttlMs) first = each;
    }
    if (first === undefined) return;
    const bytes = jsonBytes(raw, BYTES / 2);
    if (bytes === undefined) return;
    this.#delete(key);
    this.#entries.set(key, { group, uri, value: copy(value), bytes, freshness: first });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= ENTRIES && this.#bytes <= BYTES) break;
      this.#delete(oldest);
    }
  }

  /** Announced changes make stale what they are about. */
  onEvent(event: ClientEvent): void {
    if (event.type === 'list-changed') this.drop(event.list);
    else if (event.type === 'resource-updated') this.#dropResource(event.uri);
  }

  /** Something hints that the group is not what it was. */
  drop(group: CacheGroup): void {
    this.#changes[group] += 1;
    for (const [key, entry] of this.#entries) if (entry.group === group) this.#delete(key);
  }

  /** A server may name a part of what was subscribed to, so what contains it is stale too. */
  #dropResource(uri: string): void {
    this.#changes.resources += 1;
    for (const [key, entry] of this.#entries) if (entry.uri !== undefined && uri.startsWith(entry.uri)) this.#delete(key);
  }

  clear(): void {
    for (const group of ['tools', 'resources', 'prompts'] as const) this.drop(group);
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
