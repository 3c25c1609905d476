import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { asDict } from '../engine/json.ts';
import type { HttpExchange, Preset, ServerControl } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { basic } from './basic.ts';
import { errorResult, objectSchema, textResult } from './content.ts';

/** Fault → what is sent in place of the right response. */
const faults: Readonly<Record<string, (exchange: HttpExchange, response: ServerResponse, options: Readonly<Record<string, string | number | boolean>>) => void>> = {
  status(_exchange, response, options) {
    const retryAfter = textOption(options, 'retry-after', '');
    response.writeHead(numberOption(options, 'status', 500), { 'content-type': 'text/plain', ...(retryAfter === '' ? {} : { 'retry-after': retryAfter }) });
    response.end('x'.repeat(numberOption(options, 'bytes', 20)));
  },
  unauthorized(_exchange, response, options) {
    const metadata = textOption(options, 'metadata', '');
    const parameters = metadata === '' ? '' : ` resource_metadata="${metadata}"`;
    response.writeHead(401, { 'www-authenticate': `Bearer${parameters}` }).end();
  },
  'insufficient-scope'(_exchange, response) {
    response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files:write"' }).end();
  },
  html(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  },
  'wrong-type'(exchange, response) {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(rightBody(exchange));
  },
  'no-type'(exchange, response) {
    response.writeHead(200).end(rightBody(exchange));
  },
  'no-content'(_exchange, response) {
    response.writeHead(204).end();
  },
  accepted(_exchange, response) {
    response.writeHead(202).end();
  },
  'truncated-json'(exchange, response) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(rightBody(exchange).slice(0, -12));
  },
  'truncated-gzip'(exchange, response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(rightBody(exchange)).subarray(0, 40));
  },
  'gzip-bomb'(_exchange, response, options) {
    const zeros = gzipSync(Buffer.alloc(numberOption(options, 'bytes', 200_000_000), ' '));
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(zeros);
  },
  endless(_exchange, response) {
    response.writeHead(200, { 'content-type': 'application/json' });
    pour(response, Buffer.alloc(65_536, ' '));
  },
  'endless-event'(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: "');
    pour(response, Buffer.alloc(65_536, 'x'));
  },
  reset(_exchange, response) {
    response.socket?.resetAndDestroy();
  },
  'cut-body'(_exchange, response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"jsonrpc":"2.0",', () => response.socket?.destroy());
  },
  'cut-stream'(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': nothing follows\n\n', () => response.socket?.destroy());
  },
  'cut-event'(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: message\ndata: {"jsonrpc":"2.0",', () => response.socket?.destroy());
  },
  'end-stream'(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': an orderly end without any response\n\n');
  },
  stall(_exchange, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': then nothing\n\n');
  },
  'sse-noise'(exchange, response) {
    const body = rightBody(exchange);
    const half = Math.floor(body.length / 2);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    // A comment, an unknown event, an empty one, CRLF line ends, and at last the response split over two data lines at a place where JSON allows a line end.
    response.write('\uFEFF: comment\r\n\r\nretry: 0\r\n\r\nevent: weather\r\ndata: sunny\r\n\r\ndata\r\n\r\ndata: not json\r\n\r\n');
    const comma = body.indexOf(',', Math.min(half, body.length - 40));
    response.end(`event: message\r\ndata: ${body.slice(0, comma + 1)}\r\ndata: ${body.slice(comma + 1)}\r\n\r\n`);
  },
  redirect(_exchange, response, options) {
    response.writeHead(307, { location: textOption(options, 'location', 'http://127.0.0.1:9/mcp') }).end();
  },
  'redirect-loop'(exchange, response) {
    response.writeHead(307, { location: exchange.url }).end();
  },
};

/** HTTP that goes wrong at a chosen method, a chosen number of times; otherwise the basic server. */
export const httpFaults: Preset = {
  about: 'HTTP only: one fault at a chosen method, then good service again',
  options: {
    fault: `${Object.keys(faults).join(', ')}; or session-lost (legacy: forgets every session before that request); or cut-call (the tool cut-call sends progress and loses its connection before its response, which a legacy client can fetch with Last-Event-ID)`,
    on: 'JSON-RPC method at which it happens (default tools/call); GET and DELETE name the HTTP method; * is every request',
    times: 'how many times (default 0: always)',
    skip: 'how many such requests are served well before (default 0)',
    status: 'for status (default 500)',
    'retry-after': 'for status: that header',
    bytes: 'for status and gzip-bomb: size of the body',
    metadata: 'for unauthorized: resource_metadata of WWW-Authenticate',
    location: 'for redirect: where to',
  },
  create(options) {
    const name = textOption(options, 'fault', 'status');
    const fault = faults[name];
    if (fault === undefined && name !== 'session-lost' && name !== 'cut-call') throw new Error(`--fault does not know '${name}'`);
    const on = textOption(options, 'on', 'tools/call');
    const times = numberOption(options, 'times', name === 'session-lost' ? 1 : 0);
    let skip = numberOption(options, 'skip', 0);
    let done = 0;
    let control: ServerControl | undefined;
    const base = basic.create(options);
    const baseTools = typeof base.tools === 'function' ? base.tools() : (base.tools ?? []);
    return {
      ...base,
      tools: [
        ...baseTools,
        {
          definition: { name: 'cut-call', description: 'Loses its connection before it answers.', inputSchema: objectSchema({}) },
          async call(_args, context) {
            if (name !== 'cut-call') return errorResult('Only with --fault=cut-call');
            context.progress(1, 2, 'now the connection breaks');
            await new Promise((resolve) => {
              setTimeout(resolve, 20);
            });
            context.link.cut(context.requestId);
            return textResult('fetched after the cut');
          },
        },
      ],
      script: {
        attach(server) {
          control = server;
        },
        http(exchange) {
          const method = exchange.method === 'POST' ? asDict(exchange.json)['method'] : exchange.method;
          if (on !== '*' && method !== on) return false;
          if (skip > 0) {
            skip--;
            return false;
          }
          if (times > 0 && done >= times) return false;
          done++;
          if (name === 'session-lost') control?.forgetSessions();
          if (fault === undefined) return false;
          fault(exchange, exchange.response, options);
          return true;
        },
      },
    };
  },
};

/** A response that would be right for any tools/call. */
function rightBody(exchange: HttpExchange): string {
  return JSON.stringify({ jsonrpc: '2.0', id: asDict(exchange.json)['id'], result: { resultType: 'complete', ...textResult('right after all') } });
}

/** Sends the same bytes until the client hangs up. */
function pour(response: ServerResponse, bytes: Buffer): void {
  const next = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', next);
  next();
}
