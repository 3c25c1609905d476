/** What the tap says beside the messages: how each request ended, and which exchange carried it. */
import { describe, expect, it } from 'vitest';
import type { TapEvent } from '../src/transport/transport.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import { afterTest, openHttp, openStdio, openTarget, until } from './fixtures.ts';

type Settled = Extract<TapEvent, { kind: 'settled' }>;

const settledOf = (seen: TapEvent[]): Settled[] => seen.filter((event) => event.kind === 'settled');

/** The id of the last request of this method that went out. */
function idOf(seen: TapEvent[], method: string): unknown {
  const event = seen.findLast((each) => each.kind === 'message' && each.direction === 'out' && 'method' in each.message && each.message.method === method);
  return event?.kind === 'message' && 'id' in event.message ? event.message.id : undefined;
}

describe('how a request ended', () => {
  it.each(['stdio', 'legacy http', 'modern http'])('over %s: answered, cancelled, timed out, and lost with the connection (S15)', async (way) => {
    const seen: TapEvent[] = [];
    const ids: number[] = [];
    const tap = (event: TapEvent) => void seen.push(event);
    const { client } = await (way === 'stdio' ? openStdio('sleepy', {}, { tap }) : openHttp('sleepy', { era: way === 'legacy http' ? '2025-11-25' : '2026-07-28' }, { tap }));
    await client.callTool('quick', {}, { onId: (id) => ids.push(id) });
    expect(idOf(seen, 'tools/call')).toBe(ids[0]);
    expect(settledOf(seen).find(({ id }) => id === ids[0])).toMatchObject({ outcome: 'answered' });

    const leaving = new AbortController();
    const cancelled = client.callTool('hang', {}, { signal: leaving.signal, onId: (id) => ids.push(id) });
    await until(() => ids.length === 2);
    leaving.abort();
    await expect(cancelled).rejects.toMatchObject({ kind: 'cancelled' });
    expect(settledOf(seen).find(({ id }) => id === ids[1])).toMatchObject({ outcome: 'cancelled' });

    await expect(client.callTool('hang', {}, { limits: { totalMs: 60 }, onId: (id) => ids.push(id) })).rejects.toMatchObject({ kind: 'total-timeout' });
    expect(settledOf(seen).find(({ id }) => id === ids[2])).toMatchObject({ outcome: 'timeout', reason: expect.stringContaining('did not finish') as string });

    const lost = client.callTool('hang', {}, { onId: (id) => ids.push(id) });
    await until(() => ids.length === 4);
    await Promise.all([client.close(), expect(lost).rejects.toMatchObject({ kind: 'connection-closed' })]);
    expect(settledOf(seen).find(({ id }) => id === ids[3])).toMatchObject({ outcome: 'lost' });
    const settled = settledOf(seen).map(({ id }) => id);
    expect(new Set(settled).size).toBe(settled.length);
  });

  it('says it right behind an answer whose id had to be guessed (S15, P02)', async () => {
    const seen: TapEvent[] = [];
    const server = await scriptedServer((exchange) => {
      const { method, id } = exchange.message;
      if (method === 'server/discover') answerJson(exchange, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
      else if (method === 'initialize') answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }));
      else if (method === 'ping') answerJson(exchange, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'cannot read' } });
      else exchange.response.writeHead(202).end();
    });
    afterTest(() => server.close());
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} }, { tap: (event) => void seen.push(event) });
    await expect(client.ping()).rejects.toMatchObject({ code: -32700 });
    const at = seen.findLastIndex((event) => event.kind === 'settled');
    expect(seen[at]).toMatchObject({ id: idOf(seen, 'ping'), outcome: 'answered' });
    expect(seen[at - 1]).toMatchObject({ kind: 'message', direction: 'in', message: { id: null } });
  });
});

describe('HTTP exchanges', () => {
  it('each names the message that it carried, the same object as in its own event (S15)', async () => {
    const seen: TapEvent[] = [];
    const { client } = await openHttp('basic', { era: '2026-07-28' }, { tap: (event) => void seen.push(event) });
    await client.callTool('echo', { message: 'hi' });
    await client.close();
    const sent = seen.flatMap((event) => (event.kind === 'message' && event.direction === 'out' ? [event.message] : []));
    const posts = seen.flatMap((event) => (event.kind === 'http' && event.method === 'POST' ? [event] : []));
    expect(posts.length).toBe(sent.length);
    for (const post of posts) expect(sent.some((message) => message === post.message)).toBe(true);
    expect(posts.at(-1)).toMatchObject({ status: 200, requestHeaders: { 'mcp-method': 'tools/call', 'mcp-name': 'echo' } });
  });

  it('a refusal over HTTP settles its request as lost, with the error found in its body (S15, R67)', async () => {
    const seen: TapEvent[] = [];
    const server = await scriptedServer((exchange) => {
      const { method, id } = exchange.message;
      if (method === 'server/discover') answerJson(exchange, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
      else if (method === 'initialize') answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }));
      else if (method === 'ping') answerJson(exchange, { jsonrpc: '2.0', id, error: { code: -32000, message: 'not now' } }, 400);
      else exchange.response.writeHead(202).end();
    });
    afterTest(() => server.close());
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} }, { tap: (event) => void seen.push(event) });
    await expect(client.ping()).rejects.toThrow('not now');
    expect(settledOf(seen).at(-1)).toMatchObject({ outcome: 'lost', body: { error: { message: 'not now' } } });
  });
});
