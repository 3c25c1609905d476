/** What the whole client does when a legacy HTTP server forgets its session. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientEvent } from '../src/client.ts';
import { connect } from '../src/connect.ts';
import { until } from './fixtures.ts';
import { localError } from './rejection.ts';
import { openScripted } from './scripted-mcp.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import type { Exchange, ScriptedServer } from './scripted-server.ts';

interface Sessions {
  current: number;
  calls: string[];
}

/** A server whose session is whatever `current` says; older ones are answered with 404, `slow` ones late. */
async function forgetful(): Promise<{ server: ScriptedServer; sessions: Sessions }> {
  const sessions: Sessions = { current: 0, calls: [] };
  const server = await scriptedServer(async (exchange) => {
    const { message, request, response } = exchange;
    if (message.method === 'server/discover') answerJson(exchange, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } });
    else if (message.method === 'initialize') {
      sessions.current += 1;
      await wait(20);
      answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': String(sessions.current) });
    } else if (request.method === 'GET') response.writeHead(405).end();
    else if (request.headers['mcp-session-id'] === undefined) response.writeHead(400).end('no session');
    else if (message.params?.['name'] === 'forget' || request.headers['mcp-session-id'] !== String(sessions.current)) await refuse(exchange);
    else if (message.id === undefined) response.writeHead(202).end();
    else {
      sessions.calls.push(String(message.params?.['name']));
      answerJson(exchange, result(exchange, { content: [{ type: 'text', text: String(sessions.current) }] }));
    }
  });
  onTestFinished(() => server.close());
  return { server, sessions };
}

async function refuse({ message, response }: Exchange): Promise<void> {
  if (message.params?.['name'] === 'slow') await wait(150);
  response.writeHead(404).end();
}

describe('a legacy session that is gone', () => {
  it('is renewed exactly once for all calls that meet it, early, late and in between (R64, row 7, bug B9, H79, try-out 31)', async () => {
    const { server, sessions } = await forgetful();
    const { client } = await connect({ target: { kind: 'http', url: server.url, headers: {} }, client: { name: 't', version: '0' }, capabilities: {} });
    onTestFinished(() => client.close());
    const events: ClientEvent[] = [];
    client.listen((event) => events.push(event));
    await client.callTool('first', {});
    sessions.current = 100;
    const calls = ['quick', 'slow', 'quick'].map((name) => client.callTool(name, {}));
    await wait(10);
    calls.push(client.callTool('between', {}));
    const results = await Promise.all(calls);
    expect(results.map(({ content }) => content[0])).toMatchObject(Array.from({ length: 4 }, () => ({ text: '101' })));
    expect(sessions.calls.toSorted((a, b) => a.localeCompare(b))).toEqual(['between', 'first', 'quick', 'quick', 'slow']);
    expect(server.methods().filter((method) => method === 'initialize')).toHaveLength(2);
    expect(events.filter((event) => event.type === 'problem' && event.kind === 'session-renewed')).toHaveLength(1);
  });

  it('is not renewed for ever: a server that forgets each one gets an error (R64, row 7, bug B9)', async () => {
    const { server } = await forgetful();
    const { client } = await connect({ target: { kind: 'http', url: server.url, headers: {} }, client: { name: 't', version: '0' }, capabilities: {} });
    onTestFinished(() => client.close());
    await expect(client.callTool('forget', {})).rejects.toThrow(/404/);
    expect(server.methods().filter((method) => method === 'initialize')).toHaveLength(2);
    expect((await client.callTool('remember', {})).content[0]).toMatchObject({ text: '2' });
  });

  it.each([
    ['speaks other versions', { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } }, ['2026-07-28']],
    ['knows no sessions', { code: -32601, message: 'Method not found' }, []],
    ['fails', { code: -32603, message: 'Out of memory' }, undefined],
  ])('and cannot be renewed because the server %s is not taken for the answer of the tool (R64, R66, row 7, rule H82)', async (_what, error, supported) => {
    let isReplaced = false;
    const { client, events } = await openScripted('2025-11-25', {
      initialize: (exchange) => {
        if (isReplaced) answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error }, 400);
        else answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': 'a' });
      },
      'tools/call': ({ response }) => void response.writeHead(404).end(),
    });
    isReplaced = true;
    const failures = await Promise.all(['a', 'b'].map((name) => localError(client.callTool(name, {}))));
    expect(failures).toMatchObject(Array.from({ length: 2 }, () => ({ kind: 'request-lost', mayHaveHappened: false, message: expect.stringContaining('forgotten the session') as string })));
    expect(events.filter(({ type }) => type === 'version-refused')).toEqual(supported === undefined ? [] : [{ type: 'version-refused', supported }]);
  });

  it('is waited for only by who wants to: a call is cancelled at once while a new one is slow to come (R11, row 7)', async () => {
    let sessions = 0;
    const { client, server } = await openScripted('2025-11-25', {
      initialize: (exchange) => {
        sessions += 1;
        if (sessions === 1) answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': 'a' });
      },
      'tools/call': ({ response }) => void response.writeHead(404).end(),
    });
    const controller = new AbortController();
    const call = localError(client.callTool('x', {}, { signal: controller.signal }));
    await until(() => server.methods().filter((method) => method === 'initialize').length === 2);
    const between = localError(client.callTool('y', {}, { signal: controller.signal }));
    controller.abort();
    expect([await call, await between]).toMatchObject([{ kind: 'cancelled', mayHaveHappened: false }, { kind: 'cancelled', mayHaveHappened: false }]);
  });
});
