import { expect, it } from 'vitest';
import { messagesOf, modernHeaders, openHttp, post, postModern, readUntil } from '../../test/raw-http.ts';
import { modernParams, resultOf } from '../../test/messages.ts';
import { schemaOf } from '../../test/schemas.ts';
import { metaKey } from '../engine/modern.ts';

const check = schemaOf('2026-07-28');

it('checks the standard headers against the body and answers 400 with -32020 (P03, P04)', async () => {
  const { url } = await openHttp('basic', { era: '2026-07-28' });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: modernParams({ name: 'fail' }) };
  const wrong = [
    {},
    { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/call', 'mcp-name': 'fail' },
    { 'mcp-protocol-version': '2026-07-28' },
    modernHeaders('tools/list', 'fail'),
    modernHeaders('tools/call'),
    modernHeaders('tools/call', 'echo'),
    modernHeaders('tools/call', '=?base64?***?='),
  ];
  for (const headers of wrong) {
    const response = await post(url, call, headers);
    expect(response.status).toBe(400);
    const [error] = await messagesOf(response);
    expect([headers, check('HeaderMismatchError', error)]).toEqual([headers, []]);
  }
  const encoded = `=?base64?${Buffer.from('fail').toString('base64')}?=`;
  expect((await post(url, call, modernHeaders('tools/call', encoded))).status).toBe(200);
});

it('checks mirrored arguments (P03, P05)', async () => {
  const { url } = await openHttp('basic', { era: '2026-07-28' });
  const call = (headers: Record<string, string>) => postModern(url, 'tools/call', { name: 'region-echo', arguments: { region: '你好' } }, {}, headers);
  expect(await messagesOf(await call({}))).toMatchObject([{ error: { code: -32020 } }]);
  expect((await call({ 'mcp-param-region': 'eu' })).status).toBe(400);
  expect((await call({ 'mcp-param-region': `=?base64?${Buffer.from('你好').toString('base64')}?=` })).status).toBe(200);
});

it('maps protocol errors to their HTTP status (P04)', async () => {
  const { url } = await openHttp('basic', { era: '2026-07-28' });
  expect((await postModern(url, 'nothing/here')).status).toBe(404);
  expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: modernParams({}, { [metaKey.protocolVersion]: '2030-01-01' }) })).status).toBe(400);
  expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, modernHeaders('tools/list'))).status).toBe(400);
  expect((await post(url, 'not json')).status).toBe(400);
  expect((await post(url, [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: modernParams() }], modernHeaders('tools/list'))).status).toBe(400);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  expect((await postModern(url, 'tools/call', { name: 'nothing' })).status).toBe(200);
});

it('answers with JSON, and with a stream as soon as something comes before the result (P06)', async () => {
  const { url } = await openHttp('basic', { era: '2026-07-28' });
  const plain = await postModern(url, 'tools/call', { name: 'echo', arguments: { message: 'hi' } });
  expect(plain.headers.get('content-type')).toBe('application/json');
  const streamed = await postModern(url, 'tools/call', { name: 'slow', arguments: { steps: 2, ms: 1 } }, { progressToken: 9 });
  expect(streamed.headers.get('content-type')).toBe('text/event-stream');
  const messages = await messagesOf(streamed);
  expect(messages.map((message) => message['method'] ?? 'result')).toEqual(['notifications/progress', 'notifications/progress', 'result']);
  expect(streamed.headers.get('mcp-session-id')).toBeNull();
});

it('stops a call when its connection closes, and records it (P06)', async () => {
  const fixture = await openHttp('basic', { era: '2026-07-28' });
  const gone = new AbortController();
  const response = await postModern(fixture.url, 'tools/call', { name: 'slow', arguments: { steps: 1000, ms: 10 } }, { progressToken: 9 }, {}, gone.signal);
  await readUntil(response, (text) => text.includes('notifications/progress'));
  gone.abort();
  await expect.poll(() => fixture.requests[0]?.aborted).toBe(true);
  expect(fixture.requests[0]).toMatchObject({ method: 'POST', url: '/mcp', headers: { 'mcp-name': 'slow' }, json: { method: 'tools/call' } });
});

it('carries a subscription on its own stream and ends it in order (P09)', async () => {
  const fixture = await openHttp('list-changing', { era: '2026-07-28' });
  const response = await postModern(fixture.url, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const changed = readUntil(response, (text) => text.includes('tools/list_changed'));
  await postModern(fixture.url, 'tools/call', { name: 'poke' });
  expect(await changed).toMatch(/acknowledged[\s\S]*list_changed/);

  const other = await postModern(fixture.url, 'subscriptions/listen', { notifications: { promptsListChanged: true } });
  setTimeout(() => void fixture.close(), 20);
  const messages = await messagesOf(other);
  expect(messages).toHaveLength(2);
  expect(check('SubscriptionsListenResultResponse', messages[1])).toEqual([]);
  expect(resultOf(messages[1] ?? {})['_meta']).toMatchObject({ [metaKey.subscriptionId]: 1 });
});

it('serves both eras on one endpoint (P01, P02)', async () => {
  const { url } = await openHttp('basic');
  expect((await postModern(url, 'server/discover')).status).toBe(200);
  const legacy = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } });
  expect(legacy.headers.get('mcp-session-id')).toBeTruthy();
});
