/** Answers kept as long as the server says they are good, and no longer. */
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { accepting } from './asking.ts';
import { afterTest, openHttp, openStdio, openTarget, until } from './fixtures.ts';
import type { Opened, Overrides } from './fixtures.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import type { Exchange, ScriptedServer } from './scripted-server.ts';

/** A modern server in this process: `answers` gives the result of each method, as often as it is asked. */
async function modern(answers: (exchange: Exchange, method: string, params: JsonObject) => JsonObject | Promise<JsonObject>, overrides: Overrides = {}): Promise<Opened & { server: ScriptedServer; count: (method: string) => number }> {
  const server = await scriptedServer(async (exchange) => {
    const { method = '', params = {} } = exchange.message;
    if (method === 'server/discover') answerJson(exchange, result(exchange, { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {}, prompts: {} } }));
    else {
      const answer = await answers(exchange, method, params as JsonObject);
      answerJson(exchange, 'code' in answer ? { jsonrpc: '2.0', id: exchange.message.id ?? 0, error: answer } : result(exchange, answer), 'code' in answer ? 400 : 200);
    }
  });
  afterTest(() => server.close());
  const opened = await openTarget({ kind: 'http', url: server.url, headers: {} }, overrides);
  return { ...opened, server, count: (method) => server.methods().filter((each) => each === method).length };
}

const tool = (name: string): JsonObject => ({ name, inputSchema: { type: 'object' } });

describe('a list', () => {
  it('is asked for once while it is good, and again when a minute is over (P19, row 26, rule H66)', async () => {
    const { client, count } = await modern(() => ({ tools: [tool('a')], ttlMs: 60_000, cacheScope: 'private' }));
    const now = vi.spyOn(performance, 'now');
    afterTest(() => now.mockRestore());
    const first = await client.listTools();
    first.items.length = 0;
    expect((await client.listTools()).items).toHaveLength(1);
    expect(count('tools/list')).toBe(1);
    const base = performance.now();
    now.mockReturnValue(base + 60_001);
    expect((await client.listTools()).items).toHaveLength(1);
    expect(count('tools/list')).toBe(2);
  });

  it('is asked for again when the wall clock says so, after a sleep of the machine (P19)', async () => {
    const { client, count } = await modern(() => ({ tools: [], ttlMs: 60_000, cacheScope: 'public' }));
    await client.listTools();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    afterTest(() => now.mockRestore());
    await client.listTools();
    expect(count('tools/list')).toBe(2);
  });

  it.each([0, -5, 'soon', null, undefined])('with a ttlMs of %j is asked for each time (P19, row 26)', async (ttlMs) => {
    const { client, count } = await modern(() => ({ prompts: [], ...(ttlMs === undefined ? {} : { ttlMs }) }));
    await client.listPrompts();
    await client.listPrompts();
    expect(count('prompts/list')).toBe(2);
  });

  it('is good for a day at most, whatever the server says (P19, row 26)', async () => {
    const { client, count } = await modern(() => ({ tools: [], ttlMs: 1e15 }));
    await client.listTools();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * 60 * 1000 + 1);
    afterTest(() => now.mockRestore());
    await client.listTools();
    expect(count('tools/list')).toBe(2);
  });

  it.each([
    ['cache: false', { cache: false }, {}],
    ['cache: reload', {}, { cache: 'reload' as const }],
  ])('is asked for each time with %s (P19)', async (_what, overrides, options) => {
    const { client, count } = await modern(() => ({ tools: [], ttlMs: 60_000 }), overrides);
    await client.listTools(options);
    await client.listTools(options);
    expect(count('tools/list')).toBe(2);
  });

  it('is forgotten with everything else when the host says so (rule H65)', async () => {
    const { client, count } = await modern((_exchange, method) => (method === 'tools/list' ? { tools: [], ttlMs: 60_000 } : { contents: [], ttlMs: 60_000 }));
    await client.listTools();
    await client.readResource('a:b');
    client.clearCache();
    await client.listTools();
    await client.readResource('a:b');
    expect([count('tools/list'), count('resources/read')]).toEqual([2, 2]);
  });

  it('of several pages is good as long as the page that is good for the shortest (P19, row 25)', async () => {
    const { client, count } = await modern((_exchange, _method, { cursor }) => (cursor === undefined ? { tools: [tool('a')], nextCursor: 'p2', ttlMs: 60_000 } : { tools: [tool('b')], ttlMs: 5_000 }));
    await client.listTools();
    expect((await client.listTools()).items.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(count('tools/list')).toBe(2);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
    afterTest(() => now.mockRestore());
    await client.listTools();
    expect(count('tools/list')).toBe(4);
  });

  it('that changes while its pages are read is begun again, and not kept as it was (rule H66)', async () => {
    let version = 1;
    const { client, count } = await modern(async (_exchange, method, { cursor }) => {
      if (method === 'tools/call') return { code: -32602, message: 'Unknown tool' };
      if (cursor === undefined) return { tools: [tool(`first-${version}`)], nextCursor: 'p2', ttlMs: 60_000 };
      if (version === 1) {
        version = 2;
        // What a notification would do, at the worst moment: this error speaks of definitions that have changed.
        await client.callTool('gone', {}).catch(() => undefined);
      }
      return { tools: [tool(`second-${version}`)], ttlMs: 60_000 };
    });
    expect((await client.listTools()).items.map(({ name }) => name)).toEqual(['first-2', 'second-2']);
    expect(count('tools/list')).toBe(4);
  });

  it('is begun again when a cursor is no longer good (rule H66)', async () => {
    let isOld = true;
    const { client, events } = await modern((_exchange, _method, { cursor }) => {
      if (cursor === undefined) return { tools: [tool('a')], nextCursor: isOld ? 'old' : 'new' };
      if (cursor === 'new') return { tools: [tool('b')] };
      isOld = false;
      return { code: -32602, message: 'Invalid cursor' };
    });
    const { items, isTruncated } = await client.listTools();
    expect([items.map(({ name }) => name), isTruncated]).toEqual([['a', 'b'], false]);
    expect(events).toEqual([]);
  });

  it('that was cut short is not kept (P19)', async () => {
    const { client, count } = await modern(() => ({ tools: [tool('a'), tool('b')], ttlMs: 60_000 }), { caps: { listItems: 1 } });
    expect((await client.listTools()).isTruncated).toBe(true);
    await client.listTools();
    expect(count('tools/list')).toBe(2);
  });
});

describe('a change', () => {
  it.each(['stdio', 'http'] as const)('that is announced makes the list stale at once, over %s (P19, row 26, row 31)', async (transport) => {
    const { client, events } = await (transport === 'stdio' ? openStdio : openHttp)('list-changing', { era: 'modern', ttl: 60_000 });
    expect((await client.listTools()).items.map(({ name }) => name)).not.toContain('added');
    await client.callTool('poke', {});
    await until(() => events.some((event) => event.type === 'list-changed' && event.list === 'tools'));
    expect((await client.listTools()).items.map(({ name }) => name)).toContain('added');
  });

  it('of one resource makes that one stale, and what contains it, not the others (P19, P09)', async () => {
    const { client, fixture, events } = await openHttp('basic', { era: 'modern', ttl: 60_000 });
    const reads = (): number => fixture.requests.filter(({ body }) => body.includes('"resources/read"')).length;
    await client.subscribeResource('fixture://clock');
    await client.readResource('fixture://clock');
    const [other] = (await client.listResources()).items.filter(({ uri }) => uri !== 'fixture://clock');
    await client.readResource(other?.uri ?? '');
    expect(reads()).toBe(2);
    await until(() => {
      void client.callTool('touch-clock', {});
      return events.some((event) => event.type === 'resource-updated');
    });
    await client.readResource(other?.uri ?? '');
    expect(reads()).toBe(2);
    await client.readResource('fixture://clock');
    expect(reads()).toBe(3);
  });

  it('that comes while the answer is on its way keeps that answer from being kept (P19)', async () => {
    const gate = Promise.withResolvers<void>();
    const { client, count } = await modern(async (_exchange, method) => {
      if (method !== 'resources/read') return {};
      await gate.promise;
      return { contents: [{ uri: 'a:b', text: 'old' }], ttlMs: 60_000 };
    });
    const reading = client.readResource('a:b');
    client.clearCache();
    gate.resolve();
    await reading;
    await client.readResource('a:b');
    expect(count('resources/read')).toBe(2);
  });
});

describe('a resource', () => {
  it('is kept by its whole URI (P19, rule H65)', async () => {
    const { client, count } = await modern((_exchange, _method, { uri }) => ({ contents: [{ uri: uri ?? '', text: `of ${JSON.stringify(uri)}` }], ttlMs: 60_000, cacheScope: 'private' }));
    const texts = await Promise.all(['a:x', 'a:x?1', 'a:X'].map(async (uri) => (await client.readResource(uri)).contents[0]));
    expect(texts).toMatchObject([{ text: 'of "a:x"' }, { text: 'of "a:x?1"' }, { text: 'of "a:X"' }]);
    expect((await client.readResource('a:x?1')).contents[0]).toMatchObject({ text: 'of "a:x?1"' });
    expect(count('resources/read')).toBe(3);
  });

  it('that a person had to answer for is never kept: the next reading asks again (P19, rule H64, row 26, bug B27)', async () => {
    const { elicit, seen } = accepting({ key: 'k' });
    const { client } = await openHttp('multi-round', { era: 'modern', ttl: 60_000 }, { handlers: { elicit } });
    await client.readResource('fixture://asks');
    await client.readResource('fixture://asks');
    expect(seen).toHaveLength(2);
  });

  it('too large for the cache is read again, and throws nothing else out (P19)', async () => {
    const text = 'x'.repeat(17 * 1024 * 1024);
    const { client, count } = await modern((_exchange, _method, { uri }) => ({ contents: [{ uri: 'a:b', text: uri === 'a:large' ? text : 'small' }], ttlMs: 60_000 }));
    await client.readResource('a:small');
    await client.readResource('a:large');
    await client.readResource('a:large');
    await client.readResource('a:small');
    expect(count('resources/read')).toBe(3);
  });

  it('is kept among 512 others, the ones used last (P19)', async () => {
    const { client, count } = await modern(() => ({ contents: [], ttlMs: 60_000 }));
    for (let index = 0; index < 513; index += 1) await client.readResource(`a:${index}`);
    await client.readResource('a:512');
    expect(count('resources/read')).toBe(513);
    await client.readResource('a:0');
    expect(count('resources/read')).toBe(514);
  });
});
