/** A real HTTP server on loopback whose every answer is written by the test that starts it. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { JsonRpcMessage } from '../src/jsonrpc/message.ts';
import './guard.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  /** The body as JSON; an empty object when there is none. */
  message: { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown };
}

export interface ScriptedServer {
  /** The MCP endpoint. */
  url: string;
  origin: string;
  /** Every request that came, in order. */
  exchanges: Exchange[];
  methods(): string[];
  close(): Promise<void>;
}

export async function scriptedServer(script: (exchange: Exchange) => void | Promise<void>): Promise<ScriptedServer> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const message = body === '' ? {} : (JSON.parse(body) as Exchange['message']);
      const exchange = { request, response, body, message };
      exchanges.push(exchange);
      void script(exchange);
    });
    // Clients of these tests hang up on purpose.
    for (const stream of [request, response]) stream.on('error', () => undefined);
  });
  const port = await listening(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    exchanges,
    methods: () => exchanges.map(({ request, message }) => message.method ?? request.method ?? ''),
    close: () => closed(server),
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export function answerJson({ response }: Exchange, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function result(exchange: Exchange, value: Record<string, unknown> = {}): JsonRpcMessage {
  return { jsonrpc: '2.0', id: exchange.message.id ?? 0, result: value as never };
}

export function beginStream({ response }: Exchange, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
}

/** One event as text. */
export function event(data: unknown, { id, type, retry }: { id?: string; type?: string; retry?: number } = {}): string {
  const lines = [type === undefined ? '' : `event: ${type}\n`, id === undefined ? '' : `id: ${id}\n`, retry === undefined ? '' : `retry: ${retry}\n`];
  return `${lines.join('')}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
