import type { ServerResponse } from 'node:http';
import { asDict, asText, isDict } from '../engine/json.ts';
import { metaKey } from '../engine/modern.ts';
import { Peer } from '../engine/peer.ts';
import type { PeerLink } from '../engine/peer.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import type { FixtureServer } from '../engine/server.ts';
import { modernRevision } from '../engine/types.ts';
import type { Dict } from '../engine/types.ts';
import { textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { checkParamHeaders, decodeHeader } from './param-headers.ts';
import type { RecordedRequest } from './record.ts';

/** Serves one modern POST: header checks, then one peer for this request alone. Page: basic/transports/streamable-http. */
export async function serveModern(
  server: FixtureServer,
  options: FixtureOptions,
  request: RecordedRequest,
  response: ServerResponse,
  die: (code: number) => void,
): Promise<void> {
  const { json } = request;
  const isRequest = isDict(json) && 'id' in json;
  const mismatch = isRequest ? checkHeaders(server, request, json) : undefined;
  if (mismatch !== undefined) {
    sendJson(response, mismatch.httpStatus ?? 400, { jsonrpc: '2.0', id: asDict(json)['id'], error: mismatch.toJSON() });
    return;
  }
  const link = new ModernLink(response, textOption(options, 'response', 'auto'), die);
  const peer = new Peer(server, link);
  response.on('close', () => {
    if (response.writableEnded) return;
    request.aborted = true;
    peer.close();
  });
  await peer.receive(json);
  if (!isRequest && !response.headersSent) response.writeHead(202).end();
}

/** The response of one modern request: JSON when the result comes first, an event stream as soon as anything comes before it. */
class ModernLink implements PeerLink {
  readonly kind = 'http';
  readonly die: (code: number) => void;
  readonly #response: ServerResponse;
  readonly #mode: string;

  constructor(response: ServerResponse, mode: string, die: (code: number) => void) {
    this.#response = response;
    this.#mode = mode;
    this.die = die;
  }

  write(message: unknown, _related?: unknown, status?: number): void {
    const response = this.#response;
    if (response.writableEnded) return;
    const last = isDict(message) && ('result' in message || 'error' in message);
    if (last && !response.headersSent && (this.#mode !== 'sse' || status !== undefined)) {
      sendJson(response, status ?? 200, message);
      return;
    }
    if (this.#mode === 'json' && !last) return;
    this.#open();
    response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    if (last) response.end();
  }

  raw(bytes: string | Uint8Array): void {
    this.#open();
    this.#response.write(bytes);
  }

  finish(): void {
    this.#open();
    this.#response.end();
  }

  cut(): void {
    this.#response.socket?.destroy();
  }

  #open(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    this.#response.flushHeaders();
  }
}

/** Sends a JSON body with its status. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const nameSource: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The -32020 error for headers that are missing or disagree with the body; undefined when all is well. */
function checkHeaders(server: FixtureServer, request: RecordedRequest, message: Dict): RpcError | undefined {
  const method = asText(message['method']);
  const params = asDict(message['params']);
  const bodyVersion = asDict(params['_meta'])[metaKey.protocolVersion];
  // A revision that is not served is answered as such (-32022), whatever the headers say.
  if (typeof bodyVersion === 'string' && bodyVersion !== modernRevision) return undefined;
  const version = request.headers['mcp-protocol-version'];
  if (version === undefined) return mismatchError('the MCP-Protocol-Version header is missing');
  if (bodyVersion !== undefined && version !== bodyVersion) return mismatchError(`MCP-Protocol-Version header value '${asText(version)}' does not match body value '${asText(bodyVersion)}'`);
  const methodHeader = request.headers['mcp-method'];
  if (methodHeader !== method) return mismatchError(`Mcp-Method header value '${asText(methodHeader)}' does not match body value '${method}'`);
  const source = nameSource[method];
  if (source !== undefined && typeof params[source] === 'string') {
    const header = request.headers['mcp-name'];
    const name = typeof header === 'string' ? decodeHeader(header) : undefined;
    if (name !== params[source]) return mismatchError(`Mcp-Name header value '${asText(header)}' does not match body value '${params[source]}'`);
  }
  const wrong = method === 'tools/call' ? checkParamHeaders(server.definition, params, request.headers) : undefined;
  return wrong === undefined ? undefined : mismatchError(wrong);
}

function mismatchError(what: string): RpcError {
  return new RpcError(errorCode.headerMismatch, `Header mismatch: ${what}`, undefined, 400);
}
