import { describe, expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { asDict, isDict } from '../engine/json.ts';
import type { Dict } from '../engine/types.ts';
import { brokenBlocks, brokenPrompts, brokenResources, brokenTemplates, brokenTools } from './malformed-items.ts';

function list(message: Dict, key: string): unknown[] {
  const items = resultOf(message)[key];
  return Array.isArray(items) ? items : [];
}

const names = (items: unknown[]): unknown[] => items.map((item) => asDict(item)['name']);

describe('list-changing', () => {
  it('adds a tool, a prompt and a resource after the first call and says so (P09, try-out 24)', async () => {
    const server = openStdio('list-changing');
    await server.initialize();
    expect(names(list(await server.request('tools/list'), 'tools'))).toEqual(['poke', 'stable']);
    await server.call('poke');
    const methods = server.messages.filter(isDict).flatMap((message) => message['method'] ?? []);
    expect(methods).toEqual(['notifications/tools/list_changed', 'notifications/prompts/list_changed', 'notifications/resources/list_changed']);
    expect(names(list(await server.request('tools/list'), 'tools'))).toEqual(['poke', 'stable', 'added']);
    expect(names(list(await server.request('prompts/list'), 'prompts'))).toContain('added-prompt');
    expect(names(list(await server.request('resources/list'), 'resources'))).toContain('added');
    expect(textOf(await server.call('added'))).toBe('I am new.');
  });

  it.each(['description', 'schema', 'annotations', 'title'])('changes the %s of a known tool, silently if asked to (T:C03)', async (drift) => {
    const server = openStdio('list-changing', { drift, notify: false, after: 2 });
    await server.initialize();
    const stable = async (): Promise<unknown> => list(await server.request('tools/list'), 'tools').find((tool) => asDict(tool)['name'] === 'stable');
    const before = await stable();
    await server.call('poke');
    expect(await stable()).toEqual(before);
    await server.call('poke');
    expect(await stable()).not.toEqual(before);
    expect(server.messages.filter(isDict).some((message) => 'method' in message)).toBe(false);
  });
});

describe('many-tools', () => {
  it('sends 151 tools of 1.7 kB in one line (try-out 21)', async () => {
    const server = openStdio('many-tools');
    await server.initialize();
    const tools = list(await server.request('tools/list'), 'tools');
    expect(tools).toHaveLength(151);
    expect(new Set(tools.map((tool) => JSON.stringify(tool).length))).toEqual(new Set([1700]));
    expect(server.lines.at(-1)?.length).toBeGreaterThan(256_000);
  });

  it('sends ten thousand when asked to, with output schemas (R32, T:C14)', async () => {
    const server = openStdio('many-tools', { count: 10_000, bytes: 300, 'output-schema': true });
    const tools = list(await server.modern('tools/list'), 'tools');
    expect(tools).toHaveLength(10_000);
    expect(asDict(tools[9_999])).toMatchObject({ name: 'tool-09999', outputSchema: { required: ['index'] } });
  });
});

describe('odd-schemas', () => {
  it('lists each odd schema as it is and returns the arguments it got (C14, try-out 10, try-out 13, try-out 14, try-out 15, try-out 17, try-out 19)', async () => {
    const server = openStdio('odd-schemas');
    await server.initialize('2024-11-05');
    const tools = list(await server.request('tools/list'), 'tools').map(asDict);
    const schema = (name: string): unknown => tools.find((tool) => tool['name'] === name)?.['inputSchema'];
    expect(schema('ref-defs')).toMatchObject({ $defs: { P: {} }, properties: { p: { $ref: '#/$defs/P' } } });
    expect(schema('const')).toEqual({ type: 'object', properties: { k: { const: 'a' } } });
    expect(schema('no-properties')).toEqual({ type: 'object' });
    expect(schema('if-then')).toHaveProperty('then');
    expect(schema('bad-required-true')).toMatchObject({ properties: { a: { required: true } } });
    expect(schema('bad-boolean-schema')).toBe(true);
    expect(names(tools).filter((name) => typeof name === 'string' && name.length > 64)).toHaveLength(1);
    expect(names(tools).find((name) => typeof name === 'string' && name.length === 60)).toBeTruthy();
    expect(tools.filter((tool) => !('description' in tool))).toHaveLength(1);
    expect(textOf(await server.call('object-parameter', { param: { a: true, b: 's' } }))).toBe('{"param":{"a":true,"b":"s"}}');
  });
});

describe('malformed-items', () => {
  it('puts every broken item between good ones (P05, try-out 18)', async () => {
    const server = openStdio('malformed-items');
    await server.initialize();
    const tools = list(await server.request('tools/list'), 'tools');
    expect(names([tools[0], tools.at(-1)])).toEqual(['good-first', 'good-last']);
    for (const broken of brokenTools) expect(tools).toContainEqual(broken);
    const resources = list(await server.request('resources/list'), 'resources');
    expect(resources.slice(1, -1)).toEqual(brokenResources);
    expect(list(await server.request('resources/templates/list'), 'resourceTemplates').slice(1, -1)).toEqual(brokenTemplates);
    expect(list(await server.request('prompts/list'), 'prompts').slice(1, -1)).toEqual(brokenPrompts);
  });

  it('returns each broken content block between two good ones (P07)', async () => {
    const server = openStdio('malformed-items');
    await server.initialize();
    for (const [name, block] of Object.entries(brokenBlocks)) {
      const content = list(await server.call(`good-returns-${name}`), 'content');
      expect([name, content[1]]).toEqual([name, block]);
      expect(content).toHaveLength(3);
    }
    expect(resultOf(await server.call('good-result-content-missing'))).toEqual({});
  });
});

describe('cursor-loops', () => {
  it.each(['same', 'unique', 'huge', 'number', 'empty', 'null'])('has one more page for ever: %s (R31)', async (kind) => {
    const server = openStdio('cursor-loops', { kind });
    await server.initialize();
    const cursors: unknown[] = [];
    for (let page = 0; page < 3; page++) cursors.push(resultOf(await server.request('tools/list'))['nextCursor']);
    expect(cursors).not.toContain(undefined);
    expect(new Set(cursors).size).toBe(['same', 'empty', 'null'].includes(kind) ? 1 : 3);
  });

  it('ends after the pages it was given (R31)', async () => {
    const server = openStdio('cursor-loops', { pages: 2 });
    expect(resultOf(await server.modern('prompts/list'))).toHaveProperty('nextCursor');
    expect(resultOf(await server.modern('prompts/list'))).not.toHaveProperty('nextCursor');
  });
});

describe('two-search', () => {
  it('answers under the same tool name with its own label (try-out 11, T:C04)', async () => {
    for (const label of ['first', 'second']) {
      const server = openStdio('two-search', { label });
      const listed = await server.modern('tools/list');
      expect(names(list(listed, 'tools'))).toEqual(['search']);
      expect(textOf(await server.modern('tools/call', { name: 'search', arguments: { query: 'x' } }))).toBe(`${label} found: x`);
    }
  });
});
