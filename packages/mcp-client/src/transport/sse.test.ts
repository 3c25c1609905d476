import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attach, connectTo } from '../../test/http-connection.ts';
import type { Connection, Setting } from '../../test/http-connection.ts';
import { beginStream, event, result, scriptedServer } from '../../test/scripted-server.ts';
import type { Exchange } from '../../test/scripted-server.ts';
import { createSseTransport } from './sse.ts';
import { defaultCaps } from './transport.ts';

interface Sse extends Connection {
  /** The open stream, for the test to write on. */
  stream: Exchange;
}

/** A connected HTTP+SSE server; `onPost` sees each message after it was accepted with 202. */
async function sse(onPost: (exchange: Exchange, stream: Exchange) => void = () => undefined, setting: Setting & { endpoint?: string; accept?: number } = {}): Promise<Sse> {
  const streams: Exchange[] = [];
  const connection = await connectTo(
    (exchange) => {
      const { request, response } = exchange;
      if (request.method === 'GET') {
        streams.push(exchange);
        beginStream(exchange);
        response.write(event(setting.endpoint ?? '/messages?sessionId=1', { type: 'endpoint' }));
        return;
      }
      response.writeHead(setting.accept ?? 202).end(setting.accept === undefined ? 'Accepted' : 'refused');
      const [stream] = streams;
      if (stream !== undefined) onPost(exchange, stream);
    },
    { isSse: true, ...setting },
  );
  const [stream] = streams;
  if (stream === undefined) throw new Error('no stream was opened');
  return { ...connection, stream };
}

/** `start` against a scripted server; the error it rejects with. */
async function startError(script: (exchange: Exchange) => void, timing: { endpointMs?: number } = {}): Promise<unknown> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  const transport = createSseTransport({ kind: 'http', url: server.url, headers: {} }, { caps: { ...defaultCaps, frameBytes: 10_000 }, timing });
  onTestFinished(() => transport.close());
  const events = { onMessage: ignore, onRequestLost: ignore, onProblem: ignore, onClosed: ignore };
  return transport.start(events).then(
    () => 'started',
    (error: unknown) => error,
  );
}

function ignore(): void {}

describe('HTTP+SSE of 2024-11-05', () => {
  it('posts to the address the server names and reads the answers on the stream (P02)', async () => {
    const connection = await sse((exchange, stream) => {
      stream.response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: {} }, { type: 'message' }));
      stream.response.write(event(result(exchange, { ok: true }), { type: 'message' }));
    }, { target: { headers: { 'x-api-key': 'k' } } });
    expect(await connection.answer(await connection.request('initialize', {}))).toMatchObject({ result: { ok: true } });
    connection.transport.setEra('legacy', '2024-11-05');
    await connection.transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(connection.order.slice(0, 2)).toEqual(['notifications/message', 'message 1']);
    expect(connection.server.exchanges.map(({ request }) => [request.method, request.url, request.headers['x-api-key'], request.headers['mcp-session-id']])).toEqual([
      ['GET', '/mcp', 'k', undefined],
      ['POST', '/messages?sessionId=1', 'k', undefined],
      ['POST', '/messages?sessionId=1', 'k', undefined],
    ]);
    expect(connection.server.exchanges[0]?.request.headers.accept).toBe('text/event-stream');
  });

  it('takes an absolute address on its own origin', async () => {
    const server = await scriptedServer((exchange) => {
      if (exchange.request.method !== 'GET') return;
      beginStream(exchange);
      exchange.response.write(event(`${server.origin}/deep/messages#x`, { type: 'endpoint' }));
    });
    onTestFinished(() => server.close());
    const connection = await attach({ url: server.url }, { isSse: true });
    await connection.request('ping');
    await connection.until(() => server.exchanges.length === 2);
    expect(server.exchanges[1]?.request.url).toBe('/deep/messages');
  });

  it.each(['http://127.0.0.1:9/steal', '//evil.example/x', 'https://127.0.0.1/x', 'http://', 'file:///etc/passwd'])('refuses the message address %s, which is not on its origin (G02, M4)', async (endpoint) => {
    const error = await startError((exchange) => {
      beginStream(exchange);
      exchange.response.write(event(endpoint, { type: 'endpoint' }));
    });
    expect(String(error)).toMatch(/not on its own origin; nothing was sent there/);
  });

  it.each<[string, (exchange: Exchange) => void, RegExp]>([
    ['404', ({ response }) => void response.writeHead(404).end('nope'), /HTTP 404.*nope/],
    ['401', ({ response }) => void response.writeHead(401, { 'www-authenticate': 'Bearer x="y"' }).end(), /HTTP 401/],
    ['a web page', ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hi</title>'), /web page.*Hi/],
    ['a stream that ends', (exchange) => { beginStream(exchange); exchange.response.end(': bye\n\n'); }, /ended its stream before naming its message address/],
    ['a stream that breaks', (exchange) => { beginStream(exchange); setTimeout(() => exchange.response.destroy(), 5); }, /before naming its message address/],
    ['a silent stream', (exchange) => beginStream(exchange), /did not name its message address/],
    ['an endless line', (exchange) => { beginStream(exchange); exchange.response.write(`data: ${'x'.repeat(20_000)}`); }, /larger than 10000 bytes/],
  ])('does not start on %s, and says why (R55, R61, H83)', async (_name, script, message) => {
    const error = await startError(script, { endpointMs: 100 });
    expect(String(error)).toMatch(message);
  });

  it('brings the challenge of a 401 (P22)', async () => {
    const error = await startError(({ response }) => void response.writeHead(401, { 'www-authenticate': 'Bearer x="y"' }).end());
    expect(error).toMatchObject({ lost: { status: 401, wwwAuthenticate: 'Bearer x="y"' } });
  });

  it('stops starting when it is closed', async () => {
    const server = await scriptedServer((exchange) => beginStream(exchange));
    onTestFinished(() => server.close());
    const transport = createSseTransport({ kind: 'http', url: server.url, headers: {} }, { caps: defaultCaps });
    const started = transport.start({ onMessage: ignore, onRequestLost: ignore, onProblem: ignore, onClosed: ignore }).catch((error: unknown) => String(error));
    await wait(30);
    await transport.close();
    expect(await started).toMatch(/closed before/);
  });

  it('loses a request that is not accepted, and only that one (R53)', async () => {
    const connection = await sse(undefined, { accept: 503 });
    expect(await connection.loss(await connection.request('tools/list'))).toMatchObject({ kind: 'http-status', status: 503 });
    await expect(connection.transport.send({ jsonrpc: '2.0', method: 'notifications/x' })).rejects.toThrow(/HTTP 503/);
    expect(connection.closed).toEqual([]);
  });

  it('is over when its stream ends or breaks, and says so at once (R61, row 9)', async () => {
    for (const end of [(stream: Exchange) => void stream.response.end(), (stream: Exchange) => void stream.response.destroy()]) {
      const connection = await sse();
      await connection.request('tools/list');
      end(connection.stream);
      await connection.until(() => connection.closed.length > 0);
      expect(connection.closed).toMatchObject([{ kind: 'network' }]);
      await expect(connection.transport.send({ jsonrpc: '2.0', id: 9, method: 'ping' })).rejects.toThrow(/closed/);
      await connection.transport.close();
      expect(connection.closed).toHaveLength(1);
    }
  });

  it('is over when an event is larger than its cap, and names the cap (R60, row 13)', async () => {
    const connection = await sse(undefined, { caps: { frameBytes: 10_000 } });
    connection.stream.response.write(`data: ${'x'.repeat(20_000)}`);
    await connection.until(() => connection.closed.length > 0);
    expect(connection.closed).toMatchObject([{ kind: 'cap', cap: 'event-bytes', limit: 10_000 }]);
  });

  it('gives up one request and goes on', async () => {
    const connection = await sse((exchange, stream) => {
      if (exchange.message.method === 'ping') stream.response.write(event(result(exchange)));
    });
    const id = await connection.request('tools/call');
    expect(connection.transport.abandon(id)).toBe(false);
    await connection.answer(await connection.request('ping'));
    expect(connection.lost).toEqual([]);
  });

  it('closes its stream when closed, once', async () => {
    const connection = await sse();
    let isOver = false;
    connection.stream.response.on('close', () => {
      isOver = true;
    });
    await Promise.all([connection.transport.close(), connection.transport.close()]);
    await connection.until(() => isOver);
    expect(connection.closed).toEqual([{ kind: 'closed-by-us' }]);
  });
});
