/** Lists of the server: every page, within limits (https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination). */
import type { CallOptions, Listing } from '../client.ts';
import type { Caller } from '../era/caller.ts';
import { METHOD_NOT_FOUND } from '../era/versions.ts';
import { LocalError, ServerError } from '../errors.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { defaultLimits } from '../jsonrpc/pending.ts';
import { ListReader } from '../reading/listing.ts';
import type { ItemKind } from '../reading/listing.ts';
import { kindOf } from '../reading/reader.ts';
import type { Caps } from '../transport/transport.ts';
import { readFreshness } from './result-cache.ts';
import type { CacheGroup, CacheKey, Freshness, ResultCache } from './result-cache.ts';

export interface ListRequest<T> {
  method: string;
  /** The field of the result that holds the items. */
  field: string;
  kind: ItemKind<T>;
  /** What the server declared; without it a refusal counts as an empty list. */
  isDeclared: boolean;
  /** What announces that it changed. */
  group: CacheGroup;
  /** Items that are taken; what is beyond is told as refused. The general limit of lists unless given. */
  most?: number;
}

export interface FeatureContext {
  caller: Caller;
  caps: Caps;
  cache: ResultCache;
  report: (kind: string, message: string) => void;
}

/** A list that changes again and again while it is read is taken as it is. */
const RESTARTS = 1;

/** What one reading of all pages came to. `restart` when a page no longer fits those before it. */
type Reading<T> = { kind: 'read'; listing: Listing<T>; freshness: (Freshness | undefined)[]; pages: JsonObject[] } | { kind: 'restart' };

/**
 * Reads a whole list, or takes it from the cache, where it stands as a whole: pages of different times may not fit together.
 * A page that fails after the first leaves what was read, marked truncated.
 * @throws {ServerError | LocalError} when the first page fails, or the connection ends, or the caller cancels
 */
export async function readList<T>(context: FeatureContext, request: ListRequest<T>, options: CallOptions = {}): Promise<Listing<T>> {
  const { cache } = context;
  const key: CacheKey<Listing<T>> = { key: request.method, group: request.group, copy: copyOf };
  const kept = options.cache === 'reload' ? undefined : cache.get(key);
  if (kept !== undefined) return kept;
  const deadline = performance.now() + (options.limits?.totalMs ?? defaultLimits.totalMs);
  for (let restarts = RESTARTS; ; restarts -= 1) {
    const changes = cache.changesOf(request.group);
    const reading = await readPages(context, request, options, deadline, restarts > 0);
    if (reading.kind === 'restart') continue;
    const { listing, freshness, pages } = reading;
    // What is incomplete is worth another try the next time.
    if (!listing.isTruncated) cache.put(key, listing, freshness, pages, changes);
    return listing;
  }
}

/** The arrays are the caller's own; the items are shared and nobody's to change. */
function copyOf<T>({ items, refused, isTruncated }: Listing<T>): Listing<T> {
  return { items: [...items], refused: [...refused], isTruncated };
}

async function readPages<T>(context: FeatureContext, request: ListRequest<T>, options: CallOptions, deadline: number, mayRestart: boolean): Promise<Reading<T>> {
  const { caps, cache, report } = context;
  const most = request.most ?? caps.listItems;
  const reader = new ListReader(request.kind, caps.definitionBytes);
  const cursors = new Set<string>();
  const changes = cache.changesOf(request.group);
  const freshness: (Freshness | undefined)[] = [];
  const pages: JsonObject[] = [];
  let cursor: string | undefined;
  let isTruncated = false;
  for (let page = 1; ; page += 1) {
    let result: JsonObject;
    try {
      result = await askPage(context, request.method, cursor, deadline, options);
    } catch (error) {
      if (page === 1 && isEmptyList(error, request)) break;
      if (page === 1 || !(error instanceof ServerError || (error instanceof LocalError && error.kind === 'invalid-result'))) throw error;
      // The cursor of a list that is no more.
      if (mayRestart && error instanceof ServerError && error.kind === 'invalid-params') return { kind: 'restart' };
      report('list-page', `${request.method}: page ${page} failed (${error.message}); the pages before it are shown.`);
      isTruncated = true;
      break;
    }
    if (page > 1 && mayRestart && cache.changesOf(request.group) !== changes) return { kind: 'restart' };
    freshness.push(readFreshness(result));
    pages.push(result);
    const raw = result[request.field];
    if (!Array.isArray(raw)) {
      if (page === 1) throw new LocalError('invalid-result', `The answer to ${request.method} holds no list: its ${request.field} is ${kindOf(raw)}.`, { mayHaveHappened: true, raw: result });
      report('list-page', `${request.method}: page ${page} holds no list; the pages before it are shown.`);
      isTruncated = true;
      break;
    }
    isTruncated = await addAll(reader, raw, most);
    cursor = readCursor(result['nextCursor'], request.method, report);
    if (cursor === undefined && !isTruncated) break;
    const stop = isTruncated ? `more than ${most} items` : stopReason(cursors, cursor ?? '', page, caps.listPages);
    if (stop !== undefined) {
      report('list-truncated', `${request.method} was stopped: ${stop}.`);
      isTruncated = true;
      break;
    }
  }
  return { kind: 'read', listing: { items: reader.items, refused: reader.refused, isTruncated }, freshness, pages };
}

function askPage(context: FeatureContext, method: string, cursor: string | undefined, deadline: number, options: CallOptions): Promise<JsonObject> {
  return context.caller.request(method, cursor === undefined ? undefined : { cursor }, {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    limits: { ...options.limits, totalMs: Math.max(1, deadline - performance.now()) },
  });
}

/** A server that never said it has such a list, or has no templates beside its resources, just has none. */
function isEmptyList<T>(error: unknown, request: ListRequest<T>): boolean {
  return error instanceof ServerError && error.code === METHOD_NOT_FOUND && !request.isDeclared;
}

/** A long list is put down now and then, so that its reading holds nothing else up. In milliseconds. */
const SLICE_MS = 8;
const ITEMS_BETWEEN_LOOKS = 32;

/** @returns true when the limit was reached before the end */
async function addAll<T>(reader: ListReader<T>, raw: Json[], limit: number): Promise<boolean> {
  let begunAt = performance.now();
  for (const [index, item] of raw.entries()) {
    if (reader.items.length + reader.refused.length >= limit) {
      reader.leaveOut(raw.length - index, limit);
      return true;
    }
    reader.add(item);
    if (index % ITEMS_BETWEEN_LOOKS !== 0 || performance.now() - begunAt < SLICE_MS) continue;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    begunAt = performance.now();
  }
  return false;
}

function readCursor(cursor: Json | undefined, method: string, report: FeatureContext['report']): string | undefined {
  if (typeof cursor === 'string') return cursor === '' ? undefined : cursor;
  if (cursor !== undefined && cursor !== null) report('cursor', `${method}: the next cursor is ${kindOf(cursor)} instead of a string; the list ends there.`);
  return undefined;
}

function stopReason(seen: Set<string>, cursor: string, page: number, pages: number): string | undefined {
  if (seen.has(cursor)) return 'the server sent a cursor a second time';
  seen.add(cursor);
  return page >= pages ? `more than ${pages} pages` : undefined;
}
