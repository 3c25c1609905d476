/** Unusual bytes, broken JSON-RPC, broken items: what is good survives, what is not is reported. */
import { describe, expect, it } from 'vitest';
import { LocalError, ServerError } from '../src/errors.ts';
import type { ToolResult } from '../src/client.ts';
import { callText, openHttp, openStdio, openTarget, problemsOf, scriptTarget } from './fixtures.ts';
import type { Opened } from './fixtures.ts';

describe('bytes on stdout', () => {
  it.each([
    ['crlf', []],
    ['bom', []],
    ['nul', ['not-json']],
    ['blank', []],
    ['spaces', []],
    ['split-utf8', []],
    ['slow', []],
    ['invalid-utf8', ['invalid-utf8', 'not-json']],
    ['glued', []],
  ])('understands messages framed as %s (R13–R16, R20, H11)', async (how, problems) => {
    const { client, events } = await openStdio('framing', { how });
    expect(await callText(client, 'echo', { message: '你好 🎉' })).toBe('Echo: 你好 🎉');
    const kinds = new Set(problemsOf(events).filter((kind) => ['not-json', 'invalid-utf8', 'not-jsonrpc'].includes(kind)));
    expect([...kinds].toSorted()).toEqual(problems);
  });

  it('matches answers that come in another order (R22)', async () => {
    const { client } = await openStdio('framing', { how: 'shuffled' });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => callText(client, 'echo', { message: String(index) })));
    expect(answers).toEqual(Array.from({ length: 100 }, (_, index) => `Echo: ${index}`));
  });

  it.each(['before,between', 'prefix'])('reads on past what a server prints: %s (try-out 8, R16)', async (at) => {
    const { client, events } = await openStdio('banner', { at });
    expect((await client.listTools()).items.length).toBeGreaterThan(0);
    expect(await callText(client, 'echo', { message: 'x' })).toBe('Echo: x');
    const problem = events.find((event) => event.type === 'problem' && event.kind === 'not-json');
    expect(problem).toMatchObject({ sample: expect.stringContaining('Server ready') });
  });

  it('counts repeats of one kind in one line that ends with the right number', async () => {
    const script = `process.stdout.write('noise\\n'.repeat(5000));require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.id!==undefined)console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{supportedVersions:['2026-07-28'],capabilities:{}}}))})`;
    const { client, events } = await openTarget(scriptTarget(script));
    await client.close();
    const lines = events.filter((event) => event.type === 'problem' && event.kind === 'not-json');
    expect(lines.length).toBeLessThan(10);
    expect(lines.at(-1)).toMatchObject({ count: 5000 });
  });

  it('takes a message of the exact size limit and closes at one byte more, naming the size (R17, R18, T:H03)', async () => {
    const { client } = await openStdio('big', {}, { caps: { frameBytes: 200_000 } });
    const whole = await client.callTool('get-frame', { bytes: 200_000 });
    expect(whole.content[0]).toMatchObject({ type: 'text' });
    const error = await client.callTool('get-frame', { bytes: 200_001 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect(error).toMatchObject({ kind: 'connection-closed', closeReason: { kind: 'cap', cap: 'frame-bytes', limit: 200_000 } });
    expect(String(error)).toContain('200000');
  });

  it('reads 10 MB in one message (row 6, R18)', async () => {
    const { client } = await openStdio('big');
    const result = await client.callTool('get-frame', { bytes: 10_485_761 });
    expect(result.content[0]).toMatchObject({ type: 'text' });
  });

  it.each([openStdio, openHttp])('refuses a result nested too deep without losing the connection (T:H04)', async (open) => {
    const { client } = await open('big');
    const error = await client.callTool('get-deep', { depth: 200_000 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect(await callText(client, 'get-text', { mb: 0.001 })).toContain('line');
  });
});

/** Tool of the fixture → what a call of it must come to. */
const noise: Record<string, unknown> = {
  batch: 'answer of batch',
  'batch-empty': 'answer of batch-empty',
  'string-id': 'answer of string-id',
  'error-null': 'answer of error-null',
  'result-null': { code: -32000, message: 'with a null result' },
  duplicate: 'answer of duplicate',
  'unknown-id': 'answer of unknown-id',
  'float-code': { code: -32000.5, message: 'a code with a fraction' },
  'string-code': { code: -32603, message: 'a code of letters' },
  'no-message': { code: -32000, message: expect.stringContaining('without a message') },
  'error-string': { code: -32603, message: 'just text' },
  'extra-key': 'answer of extra-key',
  'no-jsonrpc': 'answer of no-jsonrpc',
  'jsonrpc-number': 'answer of jsonrpc-number',
  both: { code: -32000, message: 'both a result and an error' },
  neither: 'invalid',
  'result-string': 'invalid',
  scalars: 'answer of scalars',
  'unknown-request': 'answer of unknown-request',
  'unknown-notification': 'answer of unknown-notification',
  'params-array': 'answer of params-array',
};

async function outcome(opened: Opened, tool: string): Promise<unknown> {
  return callText(opened.client, tool).catch((error: unknown) => {
    if (error instanceof ServerError) return { code: error.code, message: error.message };
    if (error instanceof LocalError && error.kind === 'invalid-result') return 'invalid';
    return error;
  });
}

describe('JSON-RPC that is not quite', () => {
  it.each(['2025-11-25', '2026-07-28'])('settles every call over stdio, %s (row 14, R23, R24, T:H09, B19)', async (era) => {
    const opened = await openStdio('noise-frames', { era });
    for (const [tool, expected] of Object.entries(noise)) {
      expect([tool, await outcome(opened, tool)]).toEqual([tool, expected]);
    }
    await opened.client.close();
    const kinds = problemsOf(opened.events);
    for (const kind of ['batch', 'string-id', 'error-null', 'duplicate-answer', 'unknown-answer', 'error-code', 'jsonrpc-version', 'unknown-notification']) expect(kinds).toContain(kind);
  });

  it('settles every call over HTTP (row 14)', async () => {
    const opened = await openHttp('noise-frames', { era: '2025-11-25' });
    for (const [tool, expected] of Object.entries(noise)) {
      expect([tool, await outcome(opened, tool)]).toEqual([tool, expected]);
    }
  });

  it('takes an error without an id for the only open request, and settles nothing when there are several (row 14)', async () => {
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.method==='server/discover')console.log(JSON.stringify({jsonrpc:'2.0',id:null,error:{code:-32600,message:'what?'}}));else if(m.method==='initialize')console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{protocolVersion:'2025-06-18',capabilities:{tools:{}},serverInfo:{name:'x',version:'1'}}}));else if(m.method==='tools/call')console.log(JSON.stringify({jsonrpc:'2.0',id:null,error:{code:-32600,message:'cannot read that'}}))})`;
    const { client } = await openTarget(scriptTarget(script));
    await expect(client.callTool('x', {})).rejects.toThrow('cannot read that');
    const both = [client.callTool('x', {}, { limits: { idleMs: 300 } }), client.callTool('y', {}, { limits: { idleMs: 300 } })].map((call) => call.catch((error: unknown) => error));
    for (const error of await Promise.all(both)) expect(error).toMatchObject({ kind: 'idle-timeout' });
  });
});

describe('lists and results with broken items', () => {
  it.each(['2025-11-25', '2026-07-28'])('keeps the good tools when others are malformed, %s (P05, row 27, B18, try-out 18)', async (era) => {
    const { client } = await openStdio('malformed-items', { era });
    expect(client.server).toMatchObject({ name: 'malformed-items', version: '1' });
    const { items, refused, isTruncated } = await client.listTools();
    expect(isTruncated).toBe(false);
    const names = items.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['good-last', 'description-null', 'icons-null', 'icon-theme', 'icon-sizes-string', 'title-number', 'unknown-fields']));
    expect(names.filter((name) => name === 'good-first')).toHaveLength(1);
    expect(refused.map(({ label }) => label)).toContain('good-first');
    for (const { reason } of refused) expect(reason).toMatch(/\.$/);
    expect(items.filter(({ name, repairs }) => name.startsWith('good-') && repairs.length > 0)).toEqual([]);
    expect(items.find(({ name }) => name === 'unknown-fields')?.raw).toMatchObject({ 'x-vendor': { keep: true } });
    expect(items.find(({ name }) => name === 'icon-sizes-string')).toMatchObject({ icons: [{ sizes: ['16x16'] }], repairs: [{ path: 'icons[0].sizes' }] });
    expect(items.filter(({ inputSchema }) => inputSchema['type'] !== 'object')).toEqual([]);
  });

  it('keeps every good block beside a broken one (P07, row 28)', async () => {
    const { client } = await openStdio('malformed-items');
    const { items } = await client.listTools();
    for (const { name } of items.filter((tool) => tool.name.startsWith('good-returns-'))) {
      const { content } = await client.callTool(name, {});
      expect([name, content.length]).toEqual([name, 3]);
      expect(content[0]).toMatchObject({ type: 'text', text: 'before' });
      expect(content[2]).toMatchObject({ type: 'text', text: 'after' });
    }
    const hologram = await client.callTool('good-returns-unknown-type', {});
    expect(hologram.content[1]).toMatchObject({ type: 'unknown', originalType: 'hologram', raw: { data: 'AA==' } });
    const priority = await client.callTool('good-returns-priority-two', {});
    expect(priority).toMatchObject({ content: [{}, { type: 'text', annotations: { priority: 1 } }, {}], repairs: [{ path: 'content[1].annotations.priority' }] });
  });

  it('reads results that are broken as a whole (row 28)', async () => {
    const { client } = await openStdio('malformed-items');
    const result = (kind: string): Promise<ToolResult> => client.callTool(`good-result-${kind}`, {});
    expect(await result('content-missing')).toMatchObject({ content: [], isError: false });
    expect(await result('content-null')).toMatchObject({ content: [] });
    expect(await result('content-string')).toMatchObject({ content: [{ type: 'text', text: 'just text' }] });
    expect(await result('content-object')).toMatchObject({ content: [{ type: 'text', text: 'not in an array' }] });
    expect(await result('is-error-string')).toMatchObject({ isError: true, repairs: [{ path: 'isError' }] });
    expect(await result('structured-string')).toMatchObject({ structuredContent: 'text' });
  });

  it('keeps the good resources, templates, contents, prompts and messages (P08, P10, row 27)', async () => {
    const { client } = await openStdio('malformed-items');
    const resources = await client.listResources();
    expect(resources.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['good-first', 'good-last', 'fixture://no-name', 'size-string', 'priority-two', 'mime-null']));
    expect(resources.refused.length).toBeGreaterThan(0);
    expect(resources.items.find(({ name }) => name === 'size-string')?.size).toBe(12);
    const templates = await client.listResourceTemplates();
    expect(templates.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['good-first', 'good-last']));
    const { contents, repairs } = await client.readResource('fixture://good-first');
    expect(contents).toMatchObject([{ kind: 'text', text: 'good-first' }, { kind: 'text', text: 'without uri', uri: '' }, { kind: 'blob' }]);
    expect(repairs.length).toBeGreaterThan(1);
    const prompts = await client.listPrompts();
    expect(prompts.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['good-first', 'good-last', 'arguments-object', 'argument-without-name', 'required-string']));
    const prompt = await client.getPrompt('good-first', {});
    expect(prompt.messages.filter(({ content }) => content.type === 'text' && content.text === 'good-first')).toHaveLength(2);
    expect(prompt.messages).toContainEqual(expect.objectContaining({ content: expect.objectContaining({ text: 'a bare string' }) }));
  });

  it.each(['same', 'unique', 'huge', 'number', 'empty', 'null'])('ends a list whose cursors go on for ever: %s (T:H12, R31, row 25)', async (kind) => {
    const { client, events } = await openStdio('cursor-loops', { kind }, { caps: { listPages: 20 } });
    const { items, isTruncated } = await client.listTools();
    const pages = { same: 2, unique: 20, huge: 20, number: 1, empty: 1, null: 1 }[kind];
    expect(items).toHaveLength(pages ?? 0);
    expect(isTruncated).toBe(['same', 'unique', 'huge'].includes(kind));
    expect(problemsOf(events).includes('list-truncated')).toBe(isTruncated);
  });

  it('reads all pages, up to the limit of items (P05, R32)', async () => {
    const all = await openStdio('many-tools', { count: 250, page: 100 });
    expect((await all.client.listTools()).items).toHaveLength(250);
    const capped = await openStdio('many-tools', { count: 250, page: 100 }, { caps: { listItems: 120 } });
    expect(await capped.client.listTools()).toMatchObject({ isTruncated: true, items: { length: 120 } });
  });

  it('takes a thousand tools of a flood, and says how many were left out (T:C14)', async () => {
    const { client } = await openStdio('many-tools', { count: 1200 });
    const { items, refused, isTruncated } = await client.listTools();
    expect(items).toHaveLength(1000);
    expect(isTruncated).toBe(true);
    expect(refused).toEqual([{ label: '+200', reason: '200 more were left out: not more than 1000 are taken from one server.', raw: null }]);
  });

  it('refuses a definition nested deeper than 32 levels, and says so (T:C14)', async () => {
    const { client } = await openStdio('odd-schemas');
    const { items, refused } = await client.listTools();
    expect(refused).toContainEqual(expect.objectContaining({ label: 'deep', reason: 'Its definition is nested deeper than 32 levels.' }));
    expect(items.map(({ name }) => name)).toContain('ref-recursive');
  });

  it('refuses a name that no screen could show whole, and keeps one of 256 characters (T:C04, T:C14)', async () => {
    const { client } = await openStdio('scripted', { tools: JSON.stringify([{ name: 'x'.repeat(256) }, { name: 'y'.repeat(257) }]) });
    const { items, refused } = await client.listTools();
    expect(items.map(({ name }) => name)).toEqual(['x'.repeat(256)]);
    expect(refused).toMatchObject([{ label: 'y'.repeat(200), reason: 'Its name is longer than 256 characters.' }]);
  });

  it('refuses a definition above the size limit and keeps the others (M2)', async () => {
    const { client } = await openStdio('many-tools', { count: 3, bytes: 3000 }, { caps: { definitionBytes: 500 } });
    const { items, refused } = await client.listTools();
    expect(items).toEqual([]);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ raw: null, reason: expect.stringContaining('500 bytes') });
  });
});

describe('resultType', () => {
  it('takes a missing one as complete and refuses an unknown one by name (P04, row 23, B21)', async () => {
    const { client } = await openStdio('basic', { era: 'modern', 'omit-result-type': true });
    expect(await callText(client, 'echo', { message: 'x' })).toBe('Echo: x');
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:m.method==='server/discover'?{supportedVersions:['2026-07-28'],capabilities:{}}:{resultType:'task',taskId:'1'}}))})`;
    const odd = await openTarget(scriptTarget(script));
    const error = await odd.client.callTool('x', {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'invalid-result', message: expect.stringContaining('"task"') });
  });

  it('names what a server wants that this client never said it could give (P18, row 42)', async () => {
    const { client, events } = await openStdio('asks', { era: 'modern', unchecked: true });
    const name = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } } };
    const error = await client.callTool('ask', { rounds: [{ name }] }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'not-supported', message: expect.stringContaining('elicitation/create (name)') });
    expect(problemsOf(events)).toContain('input-refused');
  });
});
