import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../../test/http-connection.ts';
import type { Connection } from '../../test/http-connection.ts';
import { answerJson, beginStream, event, result, scriptedServer } from '../../test/scripted-server.ts';
import type { Exchange } from '../../test/scripted-server.ts';
import { recorder, recordingTap } from '../../test/recorder.ts';
import { createHttpTransport } from './http.ts';
import { defaultCaps } from './transport.ts';

const discover = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

async function modern(script: (exchange: Exchange) => void): Promise<Connection> {
  const connection = await connectTo((exchange) => {
    if (exchange.message.method === 'server/discover') answerJson(exchange, result(exchange), 200, { 'mcp-session-id': 'not-for-us' });
    else script(exchange);
  });
  await connection.answer(await connection.request('server/discover', discover));
  connection.transport.setEra('modern', '2026-07-28');
  return connection;
}

function headersOf({ request }: Exchange): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.startsWith('mcp-') || name === 'last-event-id'));
}

describe('the modern shape (2026-07-28)', () => {
  it('probes with modern headers and begins a legacy handshake without any (P01, P03)', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, result(exchange)));
    await connection.answer(await connection.request('server/discover', discover));
    await connection.answer(await connection.request('initialize', { protocolVersion: '2025-11-25' }));
    expect(connection.server.exchanges.map(headersOf)).toEqual([{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' }, {}]);
  });

  it('mirrors version, method and subject of every request, carries extra headers, and knows no session (P03, P05, row 8)', async () => {
    const connection = await modern((exchange) => answerJson(exchange, result(exchange)));
    const { transport } = connection;
    await transport.send({ jsonrpc: '2.0', id: 11, method: 'tools/call', params: { name: '天気', arguments: {} } }, { headers: { 'Mcp-Param-Region': 'us-west1', 'Mcp-Session-Id': 'x' } });
    await transport.send({ jsonrpc: '2.0', id: 12, method: 'resources/read', params: { uri: 'file:///a' } });
    await transport.send({ jsonrpc: '2.0', id: 13, method: 'prompts/get', params: { name: 'p' } });
    await transport.send({ jsonrpc: '2.0', id: 14, method: 'tools/list' });
    await Promise.all([11, 12, 13, 14].map((id) => connection.answer(id)));
    const sent = Object.fromEntries(connection.server.exchanges.map((exchange) => [exchange.message.method, headersOf(exchange)]));
    const common = { 'mcp-protocol-version': '2026-07-28' };
    expect(sent).toEqual({
      'server/discover': { ...common, 'mcp-method': 'server/discover' },
      'tools/call': { ...common, 'mcp-method': 'tools/call', 'mcp-name': '=?base64?5aSp5rCX?=', 'mcp-param-region': 'us-west1' },
      'resources/read': { ...common, 'mcp-method': 'resources/read', 'mcp-name': 'file:///a' },
      'prompts/get': { ...common, 'mcp-method': 'prompts/get', 'mcp-name': 'p' },
      'tools/list': { ...common, 'mcp-method': 'tools/list' },
    });
    await transport.close();
    expect(connection.server.exchanges.some(({ request }) => request.method !== 'POST')).toBe(false);
  });

  it('delivers what comes on the stream of a request before its answer (B5, P06)', async () => {
    const connection = await modern((exchange) => {
      beginStream(exchange);
      exchange.response.end(`${event({ jsonrpc: '2.0', method: 'notifications/progress' })}${event(result(exchange))}`);
    });
    const id = await connection.request('tools/call', { name: 'a' });
    await connection.answer(id);
    expect(connection.order.slice(1)).toEqual(['notifications/progress', `message ${id}`]);
  });

  it('never resumes: a stream that ends early is lost at once, ids or not (R61, H81, row 8, row 9)', async () => {
    const connection = await modern((exchange) => {
      beginStream(exchange);
      exchange.response.end(event({ jsonrpc: '2.0', method: 'notifications/progress' }, { id: '7', retry: 10 }));
    });
    expect(await connection.loss(await connection.request('tools/call', { name: 'a' }))).toMatchObject({ kind: 'stream-ended', isUnsent: false });
    await wait(50);
    expect(connection.server.exchanges).toHaveLength(2);
  });

  it('cancels by closing the stream of just that request (P06)', async () => {
    const gone = new Set<unknown>();
    const connection = await modern((exchange) => {
      exchange.response.on('close', () => {
        if (!exchange.response.writableEnded) gone.add(exchange.message.id);
      });
      if (exchange.message.params?.['name'] === 'quick') answerJson(exchange, result(exchange));
      else if (exchange.message.params?.['name'] === 'streaming') beginStream(exchange);
    });
    const streaming = await connection.request('tools/call', { name: 'streaming' });
    const silent = await connection.request('tools/call', { name: 'silent' });
    await connection.until(() => connection.server.exchanges.length === 3);
    expect([connection.transport.abandon(streaming), connection.transport.abandon(silent), connection.transport.abandon(99)]).toEqual([true, true, false]);
    await connection.until(() => gone.size === 2);
    expect(gone).toEqual(new Set([streaming, silent]));
    await connection.answer(await connection.request('tools/call', { name: 'quick' }));
    expect(connection.lost).toEqual([]);
  });

  it('keeps a subscription stream open beside calls (P09)', async () => {
    let listening: Exchange | undefined;
    const connection = await modern((exchange) => {
      if (exchange.message.method === 'subscriptions/listen') {
        beginStream(exchange);
        listening = exchange;
      } else answerJson(exchange, result(exchange));
    });
    await connection.request('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await connection.until(() => listening !== undefined);
    await connection.answer(await connection.request('tools/list'));
    listening?.response.write(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }));
    await connection.until(() => connection.order.includes('notifications/tools/list_changed'));
    expect(connection.lost).toEqual([]);
  });

  it('settles everything when closed, and is silent afterwards', async () => {
    const connection = await modern((exchange) => {
      if (exchange.message.method === 'tools/list') beginStream(exchange);
    });
    await connection.request('tools/list');
    await connection.request('tools/call', { name: 'never' });
    const notified = connection.transport.send({ jsonrpc: '2.0', method: 'notifications/x' }).catch((error: unknown) => error);
    await connection.until(() => connection.server.exchanges.length === 4);
    await connection.transport.close();
    expect(String(await notified)).toMatch(/was closed before it accepted/);
    await wait(30);
    expect([connection.closed, connection.lost]).toEqual([[{ kind: 'closed-by-us' }], []]);
  });

  it('goes on reading when the receiver of one message fails', async () => {
    const server = await scriptedServer((exchange) => {
      beginStream(exchange);
      exchange.response.end(`${event({ jsonrpc: '2.0', method: 'notifications/bad' })}${event(result(exchange))}`);
    });
    onTestFinished(() => server.close());
    const { tap, seen } = recordingTap();
    const transport = createHttpTransport({ kind: 'http', url: server.url, headers: {} }, { caps: defaultCaps, tap });
    onTestFinished(() => transport.close());
    const recorded = recorder();
    await transport.start({
      ...recorded.events,
      onMessage(message) {
        if ('method' in message) throw new Error('cannot bear it');
        recorded.events.onMessage(message);
      },
    });
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await recorded.answer(1)).toMatchObject({ result: {} });
    expect(seen.filter(({ kind }) => kind === 'lifecycle')).toMatchObject([{ text: expect.stringContaining('cannot bear it') as string }]);
  });

  it('carries a hundred calls at once without mixing them (R22)', async () => {
    const connection = await modern((exchange) => {
      setTimeout(() => answerJson(exchange, result(exchange, { echo: exchange.message.id })), Math.random() * 20);
    });
    const ids = await Promise.all(Array.from({ length: 100 }, () => connection.request('tools/call', { name: 'x' })));
    for (const id of ids) expect(await connection.answer(id)).toMatchObject({ id, result: { echo: id } });
  });
});

describe('the trace', () => {
  it('sees every exchange and message, without the secrets (P21)', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, result(exchange), 200, { 'set-cookie': 'sid=SECRET' }), {
      target: { headers: { Authorization: 'Bearer SECRET', 'X-Api-Key': 'SECRET', 'X-Plain': 'shown' } },
    });
    await connection.answer(await connection.request('server/discover', discover));
    expect(connection.seen.map((seen) => (seen.kind === 'message' ? `${seen.direction} ${seen.bytes > 0}` : seen.kind))).toEqual(['out true', 'http', 'in true']);
    const http = connection.seen.find((seen) => seen.kind === 'http');
    expect(http).toMatchObject({ method: 'POST', status: 200, requestHeaders: { 'x-plain': 'shown', 'mcp-method': 'server/discover' } });
    expect(JSON.stringify(connection.seen)).not.toContain('SECRET');
    expect(connection.server.exchanges[0]?.request.headers).toMatchObject({ authorization: 'Bearer SECRET', 'x-api-key': 'SECRET' });
  });

  it('keeps what was no message as junk', async () => {
    const connection = await connectTo((exchange) => {
      beginStream(exchange);
      exchange.response.end(`${event('not json')}${event(result(exchange))}`);
    });
    await connection.answer(await connection.request('server/discover', discover));
    expect(connection.seen.find((seen) => seen.kind === 'junk')).toMatchObject({ text: 'not json', bytes: 8 });
    expect(connection.problems).toMatchObject([{ kind: 'not-json', sample: 'not json' }]);
  });
});
