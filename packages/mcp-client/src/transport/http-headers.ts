/** Headers of MCP over HTTP: what we send, and what of it may be shown. */
import type { JsonObject, JsonRpcMessage } from '../jsonrpc/message.ts';

const sentinelStart = '=?base64?';
const sentinelEnd = '?=';

/**
 * A value fit for `Mcp-Name` and `Mcp-Param-*`: plain visible ASCII as it is, anything else as Base64 of its UTF-8 between
 * sentinels. A plain value that looks like a sentinel is encoded too, else the server would decode it.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function encodeHeaderValue(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !(value.startsWith(sentinelStart) && value.endsWith(sentinelEnd));
  return isPlain ? value : `${sentinelStart}${Buffer.from(value, 'utf8').toString('base64')}${sentinelEnd}`;
}

/** Methods whose subject intermediaries may route on, and the parameter that names it. */
const nameParameters: Record<string, 'name' | 'uri' | 'taskId'> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * The headers that 2026-07-28 wants on every POST, mirrored from the body. The version of the body's `_meta` wins over
 * `version`: a server must refuse a request whose header and body differ.
 */
export function modernHeaders(message: JsonRpcMessage, version: string | undefined): Record<string, string> {
  if (!('method' in message)) return version === undefined ? {} : { 'mcp-protocol-version': version };
  const headers: Record<string, string> = { 'mcp-method': message.method };
  const sent = bodyVersion(message.params) ?? version;
  if (sent !== undefined) headers['mcp-protocol-version'] = sent;
  const parameter = Object.hasOwn(nameParameters, message.method) ? nameParameters[message.method] : undefined;
  const name = parameter === undefined ? undefined : message.params?.[parameter];
  if (typeof name === 'string') headers['mcp-name'] = encodeHeaderValue(name);
  return headers;
}

function bodyVersion(params: JsonObject | undefined): string | undefined {
  const meta = params?.['_meta'];
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined;
  const version = meta['io.modelcontextprotocol/protocolVersion'];
  return typeof version === 'string' ? version : undefined;
}

/** Headers that the connection owns: the HTTP stack's framing and the protocol's own. A configured one is left out. */
const ownedHeaders = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers a person configured for a server, lower-cased, without those we own and without an empty credential:
 * `Authorization: Bearer ` makes many servers answer 400 where no header at all would have been let in.
 * @throws {TypeError} naming the header when a name or value cannot be sent.
 */
export function configuredHeaders(headers: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [rawName, rawValue] of Object.entries(headers)) {
    const name = rawName.trim().toLowerCase();
    const value = rawValue.trim();
    if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) throw new TypeError(`"${rawName}" is no valid HTTP header name`);
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new TypeError(`The value of the header ${rawName} holds characters that HTTP headers cannot carry`);
    if (ownedHeaders.has(name)) continue;
    if (name === 'authorization' && /^(?:bearer|basic|token)?$/i.test(value)) continue;
    kept[name] = value;
  }
  return kept;
}

const secretName = /auth|cookie|credential|key|passw|secret|session|signature|token/i;

/** Headers for the trace: the value of anything whose name looks like a secret is replaced by its length. */
export function redactHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) {
    // A challenge is for the reader and holds no secret.
    const isSecret = secretName.test(name) && name.toLowerCase() !== 'www-authenticate';
    shown[name] = isSecret ? `(hidden, ${value.length} characters)` : value;
  }
  return shown;
}

/** An address for the trace and for messages: no user, no password, no value of a query parameter that looks like a secret. */
export function redactUrl(address: URL | string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const name of new Set(url.searchParams.keys())) {
    if (secretName.test(name)) url.searchParams.set(name, 'hidden');
  }
  return url.href;
}
