import { expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { messagesOf, openHttp, openSession, postModern } from '../../test/raw-http.ts';
import { openStdio } from '../../test/raw-stdio.ts';

it('sdk-v1 serves the legacy era over both transports (P01, P02)', async () => {
  const server = openStdio('sdk-v1');
  expect(resultOf(await server.initialize())['serverInfo']).toMatchObject({ name: 'sdk-v1-fixture' });
  expect(textOf(await server.call('get-sum', { a: 2, b: 3 }))).toBe('5');
  const fixture = await openHttp('sdk-v1');
  const session = await openSession(fixture.url);
  expect(textOf((await session.request('tools/call', { name: 'echo', arguments: { message: 'hi' } })).at(-1) ?? {})).toBe('Echo: hi');
  expect(fixture.sessionCount).toBe(1);
  expect((await session.delete()).status).toBe(200);
  expect(fixture.sessionCount).toBe(0);
});

it('sdk-v2 serves both eras over both transports (P01, P02)', async () => {
  const modern = openStdio('sdk-v2');
  expect(textOf(await modern.modern('tools/call', { name: 'get-sum', arguments: { a: 2, b: 3 } }))).toBe('5');
  const legacy = openStdio('sdk-v2');
  expect(resultOf(await legacy.initialize())['protocolVersion']).toBe('2025-11-25');
  const fixture = await openHttp('sdk-v2');
  const messages = await messagesOf(await postModern(fixture.url, 'tools/call', { name: 'slow', arguments: { steps: 2, ms: 1 } }, { progressToken: 1 }));
  expect(messages.map((message) => message['method'] ?? 'result')).toEqual(['notifications/progress', 'notifications/progress', 'result']);
  expect(fixture.requests).toHaveLength(1);
});

it('sdk-v2 refuses the legacy handshake when it is to be modern alone (P01)', async () => {
  const server = openStdio('sdk-v2', { era: 'modern' });
  expect(await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } })).toMatchObject({ error: { code: -32022 } });
});
