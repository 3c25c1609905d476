import { describe, expect, it } from 'vitest';
import { openHttp, messagesOf, openSession, postModern } from '../../test/raw-http.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { resultOf, textOf } from '../../test/messages.ts';
import { schemaOf } from '../../test/schemas.ts';
import { asDict, asText, isDict } from '../engine/json.ts';
import { legacyRevisions } from '../engine/types.ts';
import type { Dict, Revision } from '../engine/types.ts';

/** Sends one request and gives the result; how is the transport's matter. */
type Ask = (method: string, params?: Dict) => Promise<Dict>;

const listDefinitions = { 'tools/list': 'ListToolsResult', 'resources/list': 'ListResourcesResult', 'resources/templates/list': 'ListResourceTemplatesResult', 'prompts/list': 'ListPromptsResult' };

/** Walks over every primitive and checks each answer against the official schema of the revision. Returns the names of the tools. */
async function walk(revision: Revision, ask: Ask): Promise<string[]> {
  const check = schemaOf(revision);
  const lists: Dict = {};
  for (const [method, definition] of Object.entries(listDefinitions)) {
    const result = await ask(method);
    expect([method, check(definition, result)]).toEqual([method, []]);
    Object.assign(lists, result);
  }
  const items = (key: string): Dict[] => {
    const list = lists[key];
    return Array.isArray(list) ? list.filter(isDict) : [];
  };
  const args: Dict = { echo: { message: 'hi' }, 'get-sum': { a: 1, b: 2 }, slow: { steps: 2, ms: 1 }, 'get-weather': { city: 'Oslo' }, 'region-echo': { region: 'eu' } };
  for (const { name } of items('tools')) {
    const result = await ask('tools/call', { name, arguments: asDict(args[asText(name)]) });
    expect([name, check('CallToolResult', result)]).toEqual([name, []]);
  }
  for (const { uri } of items('resources')) expect([uri, check('ReadResourceResult', await ask('resources/read', { uri }))]).toEqual([uri, []]);
  expect(check('ReadResourceResult', await ask('resources/read', { uri: 'fixture://samples/rust/7' }))).toEqual([]);
  for (const { name } of items('prompts')) {
    expect([name, check('GetPromptResult', await ask('prompts/get', { name, arguments: { language: 'python' } }))]).toEqual([name, []]);
  }
  const ref = { type: 'ref/prompt', name: 'review' };
  const languages = await ask('completion/complete', { ref, argument: { name: 'language', value: 'ja' } });
  expect(check('CompleteResult', languages)).toEqual([]);
  expect(languages['completion']).toMatchObject({ values: ['java', 'javascript'], hasMore: false });
  const frameworks = await ask('completion/complete', { ref, argument: { name: 'framework', value: 'f' }, context: { arguments: { language: 'python' } } });
  expect(frameworks['completion']).toMatchObject({ values: ['fastapi', 'flask'] });
  return items('tools').map(({ name }) => asText(name));
}

describe('basic over stdio', () => {
  it.each(legacyRevisions)('answers everything as the schema of %s wants it (P01, P05, P07, P08, P10, P11)', async (revision) => {
    const server = openStdio('basic', { era: revision });
    const initialized = resultOf(await server.initialize(revision));
    expect(initialized['protocolVersion']).toBe(revision);
    expect(schemaOf(revision)('InitializeResult', initialized)).toEqual([]);
    const tools = await walk(revision, async (method, params) => resultOf(await server.request(method, params)));
    expect(tools.includes('get-weather')).toBe(revision >= '2025-06-18');
    expect(tools.includes('get-audio')).toBe(revision >= '2025-03-26');
  });

  it('answers everything as the schema of 2026-07-28 wants it (P01, P03, P05, P07, P08, P10, P11)', async () => {
    const server = openStdio('basic', { era: '2026-07-28' });
    const check = schemaOf('2026-07-28');
    expect(check('DiscoverResultResponse', await server.modern('server/discover'))).toEqual([]);
    const tools = await walk('2026-07-28', async (method, params) => resultOf(await server.modern(method, params)));
    expect(tools).toContain('get-weather');
  });

  it('meets a newer client with its own newest revision', async () => {
    const server = openStdio('basic', { era: '2025-03-26' });
    expect(resultOf(await server.initialize('2025-11-25'))['protocolVersion']).toBe('2025-03-26');
    expect(await server.modern('server/discover')).toMatchObject({ error: { code: -32601 } });
  });

  it('keeps newer fields from older clients', async () => {
    const server = openStdio('basic');
    await server.initialize('2024-11-05');
    const { tools } = resultOf(await server.request('tools/list'));
    const echo = Array.isArray(tools) ? tools.find((tool) => tool.name === 'echo') : undefined;
    expect(Object.keys(echo).toSorted()).toEqual(['description', 'inputSchema', 'name']);
  });

  it('reports progress, logs by level and stops when cancelled (P06, P15)', async () => {
    const server = openStdio('basic');
    await server.initialize();
    expect(textOf(await server.call('slow', { steps: 3, ms: 1 }, { progressToken: 'p' }))).toBe('Done after 3 steps.');
    const steps = server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/progress');
    expect(steps.map((message) => asDict(message['params'])['progress'])).toEqual([1, 2, 3]);
    await server.request('logging/setLevel', { level: 'critical' });
    await server.call('log');
    const logs = server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/message');
    expect(logs.map((message) => asDict(message['params'])['level'])).toEqual(['critical', 'alert', 'emergency']);

    server.send({ jsonrpc: '2.0', id: 'to-cancel', method: 'tools/call', params: { name: 'slow', arguments: { steps: 1, ms: 60_000 } } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'to-cancel' } });
    await server.request('ping');
    expect(server.messages.filter(isDict).some((message) => message['id'] === 'to-cancel')).toBe(false);
  });

  it('announces updates only to those who subscribed (P09)', async () => {
    const server = openStdio('basic');
    await server.initialize();
    await server.call('touch-clock');
    await server.request('resources/subscribe', { uri: 'fixture://clock' });
    await server.call('touch-clock');
    const updates = server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/resources/updated');
    expect(updates).toEqual([{ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'fixture://clock' } }]);
  });

  it('pages its lists when asked to (P05)', async () => {
    const server = openStdio('basic', { page: 5 });
    const names: unknown[] = [];
    let cursor: unknown;
    do {
      const page = resultOf(await server.modern('tools/list', cursor === undefined ? {} : { cursor }));
      if (Array.isArray(page['tools'])) names.push(...page['tools'].map((tool) => tool.name));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(12);
    expect(await server.modern('tools/list', { cursor: 'made up' })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('basic over HTTP', () => {
  it.each(legacyRevisions.slice(1))('answers a session of %s (P02)', async (revision) => {
    const fixture = await openHttp('basic', { era: revision });
    const session = await openSession(fixture.url, revision);
    expect(session.initialized['protocolVersion']).toBe(revision);
    await walk(revision, async (method, params) => resultOf((await session.request(method, params)).at(-1) ?? {}));
  });

  it('answers modern requests one by one (P02, P03)', async () => {
    const fixture = await openHttp('basic', { era: '2026-07-28' });
    const tools = await walk('2026-07-28', async (method, params) => {
      const headers = params?.['name'] === 'region-echo' ? { 'mcp-param-region': 'eu' } : {};
      return resultOf((await messagesOf(await postModern(fixture.url, method, params, {}, headers))).at(-1) ?? {});
    });
    expect(tools).toHaveLength(12);
    expect(fixture.requests.every((request) => request.headers['mcp-session-id'] === undefined)).toBe(true);
  });
});
