/** Cases of lists and results: what is broken costs itself, what is unknown is kept. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/jsonrpc/message.ts';
import { openStdio, problemsOf } from '../fixtures.ts';
import { serverError } from '../rejection.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, result } from '../scripted-server.ts';

const inputSchema = { type: 'object' };
const good = { name: 'good', inputSchema };

describe('a list of tools', () => {
  it.each<[string, unknown]>([
    ['without inputSchema', { name: 'odd' }],
    ['with an inputSchema that is no object', { name: 'odd', inputSchema: { type: 'string' } }],
    ['with null for a description', { name: 'odd', description: null, inputSchema }],
    ['with a hint that is no boolean', { name: 'odd', inputSchema, annotations: { readOnlyHint: 'no', destructiveHint: 0 } }],
    ['with required: null', { name: 'odd', inputSchema: { type: 'object', required: null } }],
    ['with an outputSchema of a list', { name: 'odd', inputSchema, outputSchema: { type: 'array' } }],
    ['with an outputSchema that is none', { name: 'odd', inputSchema, outputSchema: 'object' }],
    ['with an icon of an unknown theme', { name: 'odd', inputSchema, icons: [{ src: 'https://h/i.png', theme: 'sepia' }] }],
    ['with a string for sizes', { name: 'odd', inputSchema, icons: [{ src: 'https://h/i.png', sizes: 'any' }] }],
    ['with null for icons', { name: 'odd', inputSchema, icons: null }],
    ['with a number for a title', { name: 'odd', title: 7, inputSchema }],
    ['with a list for annotations', { name: 'odd', inputSchema, annotations: [] }],
    ['with nonsense for execution', { name: 'odd', inputSchema, execution: { taskSupport: 'perhaps' } }],
    ['with a name of 300 characters', { name: 'n'.repeat(300), inputSchema }],
    ['that is null', null],
  ])('keeps the good tool beside one %s (row 27, P05, bug B18, try-out 18)', async (_what, odd) => {
    const { client } = await openScripted('2025-11-25', { 'tools/list': { tools: [odd, good] } as JsonObject });
    const { items, refused, isTruncated } = await client.listTools();
    expect(items.at(-1)).toMatchObject({ ...good, repairs: [] });
    // Either it could be used after a repair that is named, or it is listed with the reason it cannot.
    expect(items.length + refused.length).toBe(2);
    for (const item of items.slice(0, -1)) expect(item).toMatchObject({ inputSchema: { type: 'object' }, raw: odd });
    for (const { reason, raw } of refused) expect([reason.length > 10, raw]).toEqual([true, odd]);
    expect(isTruncated).toBe(false);
    for (const { annotations } of items) expect(annotations?.readOnlyHint).toBeUndefined();
  });

  it('keeps what it does not know, at every level, beside what it read (row 27, row 37)', async () => {
    const tool = { ...good, 'x-vendor': 1, icons: [{ src: 'https://h/i.png', 'x-icon': { a: 1 } }], annotations: { readOnlyHint: true, 'x-hint': 'y' }, inputSchema: { ...inputSchema, 'x-schema': [1] }, _meta: { 'h/key': 1 } };
    const { client } = await openScripted('2026-07-28', { 'tools/list': { tools: [tool], ttlMs: 0, cacheScope: 'private' } });
    const [read] = (await client.listTools()).items;
    expect(read?.raw).toEqual(tool);
    expect(read).toMatchObject({ icons: [{ src: 'https://h/i.png' }], annotations: { readOnlyHint: true }, inputSchema: { 'x-schema': [1] }, repairs: [] });
  });

  it('gives the first of two tools of one name, and names the other (row 27)', async () => {
    const { client } = await openScripted('2025-11-25', { 'tools/list': { tools: [{ ...good, title: 'first' }, { ...good, title: 'second' }] } });
    expect(await client.listTools()).toMatchObject({ items: [{ title: 'first' }], refused: [{ label: 'good', reason: expect.stringContaining('same name') }] });
  });
});

describe('other lists', () => {
  it.each<[string, unknown, number]>([
    ['without a name', { uri: 'f:1' }, 2],
    ['with a string for its size', { uri: 'f:1', name: 'odd', size: '12' }, 2],
    ['with a priority of 2', { uri: 'f:1', name: 'odd', annotations: { priority: 2 } }, 2],
    ['with free text for its date', { uri: 'f:1', name: 'odd', annotations: { lastModified: 'last tuesday' } }, 2],
    ['with null for its type', { uri: 'f:1', name: 'odd', mimeType: null }, 2],
    ['without a URI', { name: 'odd' }, 1],
  ])('keep the good resource beside one %s (row 27, row 32, P08)', async (_what, odd, kept) => {
    const fine = { uri: 'f:good', name: 'good' };
    const { client } = await openScripted('2025-11-25', { 'resources/list': { resources: [odd, fine] } as JsonObject });
    const { items, refused } = await client.listResources();
    expect(items.at(-1)).toMatchObject({ ...fine, repairs: [] });
    expect([items.length, refused.length]).toEqual([kept, 2 - kept]);
  });

  it('keep good templates and prompts, too (row 27, row 32, row 35, P10)', async () => {
    const { client } = await openScripted('2025-11-25', {
      'resources/templates/list': { resourceTemplates: [{ uriTemplate: 7 }, { uriTemplate: 'f:{id}', name: 'good' }] },
      'prompts/list': { prompts: [{ name: null }, { name: 'good', arguments: [{ name: 'a', required: 'yes' }, 5] }] },
      'prompts/get': { messages: [{ role: 'user', content: { type: 'hologram' } }, { role: 'user', content: { type: 'text', text: 'good' } }] },
    });
    expect(await client.listResourceTemplates()).toMatchObject({ items: [{ name: 'good', uriTemplate: 'f:{id}' }], refused: [{}] });
    expect(await client.listPrompts()).toMatchObject({ items: [{ name: 'good', arguments: [{ name: 'a' }] }], refused: [{}] });
    expect((await client.getPrompt('good', {})).messages).toMatchObject([{ content: { type: 'unknown', originalType: 'hologram' } }, { content: { type: 'text', text: 'good' } }]);
  });

  it('are read page by page to their end, with the cursor as it came (row 25, rule H16)', async () => {
    const cursors: unknown[] = [];
    const { client } = await openScripted('2025-11-25', {
      'prompts/list': (exchange) => {
        const cursor = exchange.message.params?.['cursor'];
        cursors.push(cursor);
        answerJson(exchange, result(exchange, cursor === undefined ? { prompts: [{ name: 'a' }], nextCursor: ' {"page": 2}\u00e9' } : { prompts: [{ name: 'b' }] }));
      },
    });
    expect((await client.listPrompts()).items.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(cursors).toEqual([undefined, ' {"page": 2}\u00e9']);
  });

  it('are kept up to a page that fails, which is said (row 25, P05)', async () => {
    const { client, events } = await openScripted('2025-11-25', {
      'tools/list': (exchange) => {
        if (exchange.message.params?.['cursor'] === undefined) answerJson(exchange, result(exchange, { tools: [good], nextCursor: '2' }));
        else answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32602, message: 'unknown cursor' } });
      },
    });
    expect(await client.listTools()).toMatchObject({ items: [{ name: 'good' }], isTruncated: true });
    expect(problemsOf(events)).toContain('list-page');
  });
});

describe('the blocks of a result', () => {
  const before = { type: 'text', text: 'before' };
  const after = { type: 'text', text: 'after' };

  it.each<[string, JsonObject, JsonObject]>([
    ['of an unknown type', { type: 'hologram', data: 'AA==' }, { type: 'unknown', originalType: 'hologram', raw: { type: 'hologram', data: 'AA==' } }],
    ['for an unknown audience', { type: 'text', text: 'x', annotations: { audience: ['robot', 'user'] } }, { type: 'text', annotations: { audience: ['user'] } }],
    ['with a priority above 1', { type: 'text', text: 'x', annotations: { priority: 7 } }, { type: 'text', annotations: { priority: 1 } }],
    ['in base64url', { type: 'image', data: '_-_-', mimeType: 'image/png' }, { type: 'image' }],
    ['in no base64 at all', { type: 'image', data: 'not base64!', mimeType: 'image/png' }, { type: 'image' }],
    ['without its data', { type: 'audio', mimeType: 'audio/wav' }, { type: 'unknown', originalType: 'audio' }],
    ['with fields of its own', { type: 'text', text: 'x', 'x-vendor': { a: 1 } }, { type: 'text', raw: { 'x-vendor': { a: 1 } } }],
  ])('stay when one is %s (row 28, P07)', async (_what, odd, expected) => {
    const { client } = await openScripted('2025-11-25', { 'tools/call': { content: [before, odd, after] } });
    expect(await client.callTool('x', {})).toMatchObject({ content: [before, expected, after], isError: false });
  });

  it.each(['2025-11-25', '2026-07-28'] as const)('may be absent altogether: %s (row 28)', async (version) => {
    const { client } = await openScripted(version, { 'tools/call': { structuredContent: [1, 2], 'x-result': true, _meta: { 'h/k': 'v' } } });
    expect(await client.callTool('x', {})).toMatchObject({ content: [], structuredContent: [1, 2], isError: false, meta: { 'h/k': 'v' } });
  });
});

describe('completion', () => {
  it('takes what it may of more values than allowed, and says that there are more (row 36, P11, rule H17)', async () => {
    const values = Array.from({ length: 250 }, (_, at) => `value ${at}`);
    const { client, server } = await openScripted('2025-11-25', { 'completion/complete': { completion: { values } } });
    const context = { language: 'ts' };
    expect(await client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: 'v' }, context)).toEqual({ values: values.slice(0, 100), hasMore: true });
    expect(server.exchanges.at(-1)?.message.params?.['context']).toEqual({ arguments: context });
  });

  it('is not spoilt by values that are none (row 36)', async () => {
    const { client } = await openScripted('2025-11-25', { 'completion/complete': { completion: { values: ['a', 5, null, 'b'], total: 'many', hasMore: 'no' } } });
    expect(await client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' }, {})).toMatchObject({ values: ['a', 'b'] });
  });
});

describe('icons and resources', () => {
  it('are handed on as declared, and nothing of them is fetched (row 37, rule H26, T:D01)', async () => {
    let hits = 0;
    const srcs = ['javascript:alert(1)', 'file:///etc/passwd', 'data:image/png;base64,AA==', '/icon.png'];
    const { client, server } = await openScripted('2025-11-25', {
      'tools/list': { tools: [{ ...good, icons: srcs.map((src) => ({ src, mimeType: 'image/png', sizes: ['48x48'] })) }] },
      GET: ({ response }) => {
        hits += 1;
        response.writeHead(405).end();
      },
    });
    await client.listTools();
    const [tool] = (await client.listTools()).items;
    expect(tool?.icons?.map(({ src }) => src)).toEqual(srcs);
    // The one GET is the request for the stream of messages.
    expect([hits, server.exchanges.filter(({ request }) => request.url === '/icon.png')]).toEqual([1, []]);
  });

  it('of ten megabytes arrive whole and unchanged (row 32, P08)', async () => {
    const blob = 'QUJD'.repeat(2_500_000);
    const { client } = await openScripted('2025-11-25', { 'resources/read': { contents: [{ uri: 'f:1', blob, mimeType: 'application/x-tar' }] } });
    const { contents } = await client.readResource('f:1');
    expect(contents).toHaveLength(1);
    expect(contents[0]?.kind === 'blob' && contents[0].blob === blob).toBe(true);
  });
});

describe('arguments that go into headers', () => {
  it('go there although the process looks like a window (row 30, P05)', async () => {
    const names = ['window', 'document'] as const;
    for (const name of names) Reflect.set(globalThis, name, {});
    try {
      const tool = { name: 'region', inputSchema: { type: 'object', properties: { where: { type: 'string', 'x-mcp-header': 'Region' } } } };
      const { client, server } = await openScripted('2026-07-28', { 'tools/list': { tools: [tool], ttlMs: 0, cacheScope: 'private' }, 'tools/call': { content: [] } });
      await client.listTools();
      await client.callTool('region', { where: 'eu' });
      expect(server.exchanges.at(-1)?.request.headers['mcp-param-region']).toBe('eu');
    } finally {
      for (const name of names) Reflect.deleteProperty(globalThis, name);
    }
  });

  it('that the server wanted and did not get make the list be read anew, and the call be sent once more, no oftener (row 30, row 24)', async () => {
    let calls = 0;
    const { client, server } = await openScripted('2026-07-28', {
      'tools/list': { tools: [good], ttlMs: 0, cacheScope: 'private' },
      'tools/call': (exchange) => {
        calls += 1;
        answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32020, message: 'Mcp-Param-Region is missing' } }, 400);
      },
    });
    expect(await serverError(client.callTool('good', {}))).toMatchObject({ code: -32020, kind: 'header-mismatch' });
    expect([calls, server.methods().filter((method) => method === 'tools/list').length]).toEqual([2, 1]);
  });

  it('leave out only the tool whose marks are wrong, with the reason (row 30, T:C15)', async () => {
    const bad = { name: 'bad', inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A\r\nX-Evil: 1' } } } };
    const { client } = await openScripted('2026-07-28', { 'tools/list': { tools: [bad, good], ttlMs: 0, cacheScope: 'private' } });
    expect(await client.listTools()).toMatchObject({ items: [{ name: 'good' }], refused: [{ label: 'bad', reason: expect.stringContaining('x-mcp-header') }] });
    // Where no headers are sent the mark means nothing.
    const legacy = await openScripted('2025-11-25', { 'tools/list': { tools: [bad, good] } });
    expect((await legacy.client.listTools()).items).toHaveLength(2);
  });
});

describe('a server of odd schemas', () => {
  it('has all of its tools listed and callable (row 29, bug B14, try-out 13)', async () => {
    const { client } = await openStdio('odd-schemas');
    const { items, refused } = await client.listTools();
    expect(items.length).toBeGreaterThan(5);
    expect(refused.filter(({ reason }) => reason.includes('outputSchema'))).toEqual([]);
    for (const { name } of items) expect([name, (await client.callTool(name, {}).catch(serverErrorOf)).content.length]).toEqual([name, expect.any(Number)]);
  });
});

/** A server may refuse arguments that do not fit; only that it was asked matters here. */
function serverErrorOf(error: unknown): { content: unknown[] } {
  if (!(error instanceof Error) || error.name !== 'ServerError') throw error;
  return { content: [] };
}
