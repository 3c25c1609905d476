/**
 * `x-mcp-header`: tool arguments mirrored into `Mcp-Param-*` headers over Streamable HTTP
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters).
 */
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { encodeHeaderValue } from '../transport/http-headers.ts';

/** One argument, by its path of property names, and the header that carries it. */
export interface ParamHeader {
  path: string[];
  header: string;
}

export type ParamHeaders = { kind: 'valid'; headers: ParamHeader[] } | { kind: 'invalid'; reason: string };

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// `number` is left out by the specification: two writings of one fraction would differ between header and body.
const PRIMITIVES = new Set(['string', 'integer', 'boolean']);

/** Keywords whose values are data, in which the annotation would be just a key. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'examples', 'required', ANNOTATION]);
/** Keywords that map names to schemas, in which the annotation would be just a name. */
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Finds the annotations of a tool's inputSchema; a single wrong one makes the tool unusable, as the specification asks. */
export function findParamHeaders(inputSchema: JsonObject): ParamHeaders {
  const headers: ParamHeader[] = [];
  const reason = scan(inputSchema, [], true, headers);
  return reason === undefined ? { kind: 'valid', headers } : { kind: 'invalid', reason };
}

/** @param isReachable whether only `properties` keywords lead here from the root */
function scan(schema: Json, path: string[], isReachable: boolean, found: ParamHeader[]): string | undefined {
  if (Array.isArray(schema)) {
    for (const item of schema) {
      const reason = scan(item, path, false, found);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
  if (!isJsonObject(schema)) return undefined;
  const annotation = schema[ANNOTATION];
  if (annotation !== undefined) {
    const reason = check(annotation, schema, path, isReachable, found);
    if (reason !== undefined) return reason;
  }
  for (const keyword in schema) {
    const value = schema[keyword];
    if (value === undefined || DATA_KEYWORDS.has(keyword)) continue;
    const isNamed = NAMED_SCHEMAS.has(keyword) && isJsonObject(value);
    const reason = isNamed ? scanNamed(value, path, isReachable && keyword === 'properties', found) : scan(value, path, false, found);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function scanNamed(schemas: JsonObject, path: string[], isReachable: boolean, found: ParamHeader[]): string | undefined {
  for (const name in schemas) {
    const schema = schemas[name];
    const reason = schema === undefined ? undefined : scan(schema, [...path, name], isReachable, found);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function check(annotation: Json, schema: JsonObject, path: string[], isReachable: boolean, found: ParamHeader[]): string | undefined {
  const where = path.length === 0 ? 'The schema itself' : `The property ${path.join('.').slice(0, 100)}`;
  if (!isReachable || path.length === 0) return `${where} has an ${ANNOTATION} where none is allowed: only properties reached through properties alone may have one.`;
  if (typeof annotation !== 'string' || !TOKEN.test(annotation)) return `${where} has an ${ANNOTATION} that is no HTTP header name: ${JSON.stringify(annotation).slice(0, 60)}.`;
  const { type } = schema;
  if (typeof type !== 'string' || !PRIMITIVES.has(type)) return `${where} has an ${ANNOTATION}, but its type is not string, integer or boolean.`;
  const lower = annotation.toLowerCase();
  if (found.some((other) => other.header.toLowerCase() === lower)) return `Two properties have the same ${ANNOTATION}, ${annotation.slice(0, 60)}.`;
  found.push({ path, header: annotation });
  return undefined;
}

/** The headers of one call. An argument that is absent or null has none. Undefined when there is nothing to send. */
export function paramHeadersOf(headers: ParamHeader[], args: JsonObject): Record<string, string> | undefined {
  let result: Record<string, string> | undefined;
  for (const { path, header } of headers) {
    const value = valueAt(args, path);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    result ??= {};
    result[`Mcp-Param-${header}`] = encodeHeaderValue(String(value));
  }
  return result;
}

function valueAt(args: JsonObject, path: string[]): Json | undefined {
  let value: Json | undefined = args;
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}
