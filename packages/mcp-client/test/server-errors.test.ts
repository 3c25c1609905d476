/** Errors of servers: one meaning whatever the revision's code, and acted on where there is something to do. */
import { describe, expect, it } from 'vitest';
import type { ServerErrorKind } from '../src/errors.ts';
import { rejection } from './asking.ts';
import { afterTest, openHttp, openStdio, openTarget } from './fixtures.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import type { Exchange } from './scripted-server.ts';

/** A modern server in this process that answers everything but the handshake by the test's own words. */
async function modern(answer: (exchange: Exchange) => void) {
  const server = await scriptedServer((exchange) => {
    if (exchange.message.method === 'server/discover') answerJson(exchange, result(exchange, { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {} } }));
    else answer(exchange);
  });
  afterTest(() => server.close());
  return { ...(await openTarget({ kind: 'http', url: server.url, headers: {} })), server };
}

function fail(exchange: Exchange, code: number, data?: unknown, status = 200): void {
  answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id ?? 0, error: { code, message: 'it says no', ...(data === undefined ? {} : { data }) } }, status);
}

describe('the code of an error', () => {
  it.each<[number, ServerErrorKind]>([
    [-32700, 'parse-error'],
    [-32600, 'invalid-request'],
    [-32601, 'method-not-found'],
    [-32602, 'invalid-params'],
    [-32603, 'internal-error'],
    [-32002, 'resource-not-found'],
    [-32020, 'header-mismatch'],
    [-32021, 'missing-capability'],
    [-32022, 'unsupported-version'],
    [-32042, 'url-elicitation-required'],
    [-32000, 'other'],
    [-32019, 'other'],
    [42, 'other'],
    [0, 'other'],
  ])('%i is "%s" (P04, row 24)', async (code, kind) => {
    const { client } = await modern((exchange) => fail(exchange, code));
    expect(await rejection(client.getPrompt('x', {}))).toMatchObject({ name: 'ServerError', code, kind, message: 'it says no' });
  });
});

describe('a resource that does not exist', () => {
  it.each([
    ['2024-11-05', -32002],
    ['2025-11-25', -32002],
    ['2026-07-28', -32602],
  ])('is called so in %s, whose code is %i (P04, row 24, rule H19)', async (era, code) => {
    const { client } = await openStdio('basic', { era });
    expect(await rejection(client.readResource('fixture://nowhere'))).toMatchObject({ kind: 'resource-not-found', code });
  });

  it('is not what invalid params of anything else mean (row 24)', async () => {
    const { client } = await openHttp('basic', { era: 'modern' });
    expect(await rejection(client.callTool('no-such-tool', {}))).toMatchObject({ kind: 'invalid-params', code: -32602 });
    expect(await rejection(client.getPrompt('no-such-prompt', {}))).toMatchObject({ kind: 'invalid-params' });
  });
});

describe('a capability that is missing', () => {
  it('is named (P04, row 24)', async () => {
    const { client } = await openHttp('multi-round', { era: 'modern' });
    const error = await rejection(client.callTool('ask-all', {}));
    expect(error).toMatchObject({ kind: 'missing-capability', code: -32021, status: 400, requiredCapabilities: ['elicitation', 'sampling', 'roots'] });
  });

  it.each([[undefined], [null], [7], [{ requiredCapabilities: [] }], [{ requiredCapabilities: null }]])('in data that says nothing is no capability: %j', async (data) => {
    const { client } = await modern((exchange) => fail(exchange, -32021, data, 400));
    expect(await rejection(client.callTool('x', {}))).toMatchObject({ kind: 'missing-capability', requiredCapabilities: [] });
  });
});

describe('a version that is refused in the middle of a connection', () => {
  it('is tried once more where the server says that it speaks it after all (row 24, rule H82)', async () => {
    let refusals = 1;
    const { client, server, events } = await modern((exchange) => {
      if (refusals-- > 0) fail(exchange, -32022, { supported: ['2026-07-28'], requested: '2026-07-28' }, 400);
      else answerJson(exchange, result(exchange, { content: [{ type: 'text', text: 'served' }] }));
    });
    expect((await client.callTool('x', {})).content).toMatchObject([{ text: 'served' }]);
    expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(2);
    expect(events).toEqual([]);
  });

  it('and not tried for ever', async () => {
    const { client, server } = await modern((exchange) => fail(exchange, -32022, { supported: ['2026-07-28'], requested: '2026-07-28' }, 400));
    expect(await rejection(client.callTool('x', {}))).toMatchObject({ kind: 'unsupported-version' });
    expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(2);
  });

  it('tells the host to connect anew where another one is spoken now (row 24, R66, rule H82)', async () => {
    const { client, events } = await modern((exchange) => fail(exchange, -32022, { supported: ['2025-11-25'], requested: '2026-07-28' }, 400));
    expect(await rejection(client.callTool('x', {}))).toMatchObject({ kind: 'unsupported-version', supportedVersions: ['2025-11-25'] });
    expect(events).toEqual([{ type: 'version-refused', supported: ['2025-11-25'] }]);
  });

  it('is told in the legacy era as well (row 24, R66)', async () => {
    let isReplaced = false;
    const server = await scriptedServer((exchange) => {
      const { method } = exchange.message;
      if (exchange.request.method !== 'POST') exchange.response.writeHead(405).end();
      else if (method === 'server/discover') fail(exchange, -32601);
      else if (method === 'initialize') answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }));
      else if (method?.startsWith('notifications/') === true) exchange.response.writeHead(202).end();
      else if (isReplaced) fail(exchange, -32022, { supported: ['2026-07-28'], requested: '2025-11-25' }, 400);
    });
    afterTest(() => server.close());
    const { client, events } = await openTarget({ kind: 'http', url: server.url, headers: {} });
    isReplaced = true;
    expect(await rejection(client.callTool('x', {}))).toMatchObject({ kind: 'unsupported-version' });
    expect(events.filter(({ type }) => type === 'version-refused')).toEqual([{ type: 'version-refused', supported: ['2026-07-28'] }]);
  });
});

describe('headers that differ from what the server wants', () => {
  it('make the list be read anew, cached or not, and the call be sent once more (row 24, row 30)', async () => {
    let wantsHeader = false;
    const tools = (): unknown[] => [{ name: 'x', inputSchema: { type: 'object', properties: { region: { type: 'string', ...(wantsHeader ? { 'x-mcp-header': 'Region' } : {}) } } } }];
    const { client, server } = await modern((exchange) => {
      const { method } = exchange.message;
      if (method === 'tools/list') answerJson(exchange, result(exchange, { tools: tools(), ttlMs: 600_000, cacheScope: 'public' }));
      else if (wantsHeader && exchange.request.headers['mcp-param-region'] === undefined) fail(exchange, -32020, undefined, 400);
      else answerJson(exchange, result(exchange, { content: [{ type: 'text', text: String(exchange.request.headers['mcp-param-region']) }] }));
    });
    await client.listTools();
    wantsHeader = true;
    expect((await client.callTool('x', { region: 'eu' })).content).toMatchObject([{ text: 'eu' }]);
    expect(server.methods()).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/list', 'tools/call']);
  });
});
