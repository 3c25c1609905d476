/** Resources: list, templates, read (https://modelcontextprotocol.io/specification/2026-07-28/server/resources). */
import type { CallOptions, Listing, Resource, ResourceContents, ResourceResult, ResourceTemplate } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { Reader, kindOf } from '../reading/reader.ts';
import { readContents, readResource, readResourceTemplate } from '../reading/resources.ts';
import { readList } from './list.ts';
import type { FeatureContext } from './list.ts';
import { readFreshness } from './result-cache.ts';
import type { CacheKey } from './result-cache.ts';

export function listResources(context: FeatureContext, isDeclared: boolean, options?: CallOptions): Promise<Listing<Resource>> {
  return readList(context, { method: 'resources/list', field: 'resources', kind: { key: 'uri', read: readResource }, isDeclared, group: 'resources' }, options);
}

export function listResourceTemplates(context: FeatureContext, options?: CallOptions): Promise<Listing<ResourceTemplate>> {
  const kind = { key: 'uriTemplate' as const, read: readResourceTemplate };
  // Servers that declare resources often know no templates and say so with -32601.
  return readList(context, { method: 'resources/templates/list', field: 'resourceTemplates', kind, isDeclared: false, group: 'resources' }, options);
}

/** Contents that cannot be understood are left out with a note; the others are kept. */
export async function readResourceContents(context: FeatureContext, uri: string, options: CallOptions = {}): Promise<ResourceResult> {
  const { cache } = context;
  const key: CacheKey<ResourceResult> = { key: `resources/read ${uri}`, group: 'resources', uri, copy: copyOf };
  const kept = options.cache === 'reload' ? undefined : cache.get(key);
  if (kept !== undefined) return kept;
  const changes = cache.changesOf('resources');
  let hadRounds = false;
  const result = await context.caller.request('resources/read', { uri }, { ...options, wantsProgress: true, onRounds: () => (hadRounds = true) });
  const read = readResult(result);
  // What a person answered on the way is no part of the key.
  if (!hadRounds) cache.put(key, read, [readFreshness(result)], [result], changes);
  return read;
}

function copyOf(result: ResourceResult): ResourceResult {
  return { ...result, contents: [...result.contents], repairs: [...result.repairs] };
}

function readResult(result: JsonObject): ResourceResult {
  const reader = new Reader(result);
  const { contents: raw } = result;
  if (isJsonObject(raw)) reader.note('contents', 'an object was read as a list of one');
  const list = isJsonObject(raw) ? [raw] : (reader.array('contents') ?? []);
  if (raw === undefined) reader.note('contents', 'missing');
  const contents: ResourceContents[] = [];
  for (const [index, item] of list.entries()) {
    const key = `contents[${index}]`;
    if (!isJsonObject(item)) {
      reader.note(key, `left out: ${kindOf(item)} instead of an object`);
      continue;
    }
    const read = readContents(item, reader.child(key, item));
    if ('refused' in read) reader.note(key, `left out. ${read.refused}`);
    else contents.push(read);
  }
  const { _meta: meta } = result;
  return { contents, ...(isJsonObject(meta) ? { meta } : {}), repairs: reader.repairs };
}
