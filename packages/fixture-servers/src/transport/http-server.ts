import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { isDict } from '../engine/json.ts';
import { hasEnvelope } from '../engine/modern.ts';
import { errorCode } from '../engine/rpc-error.ts';
import { FixtureServer } from '../engine/server.ts';
import { modernRevision } from '../engine/types.ts';
import type { Definition } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { LegacyHttp } from './http-legacy.ts';
import { sendJson, serveModern } from './http-modern.ts';
import { SseHttp } from './http-sse.ts';
import { listenHttp } from './listen.ts';
import { readRequest } from './record.ts';
import type { RecordedRequest } from './record.ts';

/** Options that only an HTTP fixture takes. */
export const httpOptions: Readonly<Record<string, string>> = {
  port: 'TCP port on 127.0.0.1 (default 0: any free one)',
  transport: "streamable (default) or sse; '/sse' speaks HTTP+SSE in any case, and so does all of --era=2024-11-05",
  response: "modern: auto (default), sse or json; legacy: sse (default) or json",
  sessions: 'legacy: false serves without Mcp-Session-Id (default true)',
  get: 'legacy: false answers 405 to the standalone GET stream, close ends it as soon as it is open (default true)',
  resumable: 'legacy: false sends no event ids (default true)',
  replay: 'legacy: a resumed stream begins again with its first event, duplicates included (default false)',
  retry: 'legacy: milliseconds in a retry field at the start of every stream (default: none)',
  endpoint: "HTTP+SSE: what the endpoint event names (default: the right path)",
};

/** A listening HTTP fixture. */
export interface HttpFixture {
  /** The MCP endpoint, `http://127.0.0.1:PORT/mcp` (`/sse` when the fixture speaks only HTTP+SSE). */
  readonly url: string;
  /** Every request in the order in which it arrived complete. */
  readonly requests: RecordedRequest[];
  /** Legacy sessions that are open now. */
  readonly sessionCount: number;
  /** Forgets every legacy session, as after a restart: their ids get 404. */
  forgetSessions(): void;
  /** Ends subscriptions in order, then closes every socket and the port. */
  close(): Promise<void>;
}

/** A POST brings JSON and accepts JSON and event streams, a GET accepts event streams (page: basic/transports). */
function checkMediaTypes({ method, headers }: RecordedRequest): { status: number; message: string } | undefined {
  const accept = headers.accept ?? '';
  const accepts = (type: string): boolean => String(accept).includes(type);
  if (method === 'POST' && headers['content-type']?.toString().split(';')[0]?.trim() !== 'application/json') return { status: 415, message: 'Unsupported Media Type: Content-Type must be application/json' };
  if (method === 'POST' && !(accepts('application/json') && accepts('text/event-stream'))) return { status: 406, message: 'Not Acceptable: Client must accept both application/json and text/event-stream' };
  return undefined;
}

/** Starts a definition as an HTTP server on loopback. `onDie` runs when the script ends the server with an exit code. */
export async function serveHttp(definition: Definition, options: FixtureOptions, onDie?: (code: number) => void): Promise<HttpFixture> {
  const server = new FixtureServer(definition, options);
  const requests: RecordedRequest[] = [];
  const onlySse = textOption(options, 'transport', server.behaviour.era === '2024-11-05' ? 'sse' : 'streamable') === 'sse';

  const http = createServer((request, response) => {
    void (async () => {
      const recorded = await readRequest(request).catch(() => undefined);
      if (recorded === undefined) return;
      requests.push(recorded);
      const { method, url, headers, body, json } = recorded;
      if ((await definition.script?.http?.({ method, url, headers, body, json, response })) === true) return;
      await route(recorded, response);
    })().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  const die = (code: number): void => {
    onDie?.(code);
    http.close();
    http.closeAllConnections();
  };
  const legacy = new LegacyHttp(server, options, die);
  const sse = new SseHttp(server, textOption(options, 'endpoint', ''), die);
  definition.script?.attach?.({ forgetSessions: () => legacy.forget(), changed: (kind) => server.changed(kind), updated: (uri) => server.updated(uri), watched: () => server.watched() });

  async function route(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const path = new URL(request.url, 'http://fixture').pathname;
    if (path === '/sse' || path === '/messages' || (path === '/mcp' && onlySse)) return sse.serve(request, response);
    if (path !== '/mcp') {
      response.writeHead(404).end('Not found');
      return undefined;
    }
    if (request.method === 'POST' && request.json === undefined) {
      sendJson(response, 400, { jsonrpc: '2.0', id: null, error: { code: errorCode.parse, message: 'Parse error' } });
      return undefined;
    }
    const refusal = checkMediaTypes(request);
    if (refusal !== undefined) {
      sendJson(response, refusal.status, { jsonrpc: '2.0', id: null, error: { code: -32000, message: refusal.message } });
      return undefined;
    }
    const { modern, legacy: legacyRevisions } = server.behaviour;
    const looksModern = hasEnvelope(request.json) || request.headers['mcp-protocol-version'] === modernRevision;
    if (modern && (looksModern || legacyRevisions.length === 0)) {
      if (request.method === 'POST' && isDict(request.json)) return serveModern(server, options, request, response, die);
      if (request.method === 'POST') sendJson(response, 400, { jsonrpc: '2.0', error: { code: errorCode.invalidRequest, message: 'Batches are not part of this revision' } });
      else response.writeHead(405, { allow: 'POST' }).end();
      return undefined;
    }
    return legacy.serve(request, response);
  }

  const { url, close } = await listenHttp(http, numberOption(options, 'port', 0));
  return {
    url: `${url}${onlySse ? '/sse' : '/mcp'}`,
    requests,
    get sessionCount() {
      return legacy.sessionCount;
    },
    forgetSessions: () => legacy.forget(),
    async close() {
      server.end();
      await close();
    },
  };
}
