import { describe, expect, it } from 'vitest';
import { modernParams, resultOf } from '../../test/messages.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { schemaOf } from '../../test/schemas.ts';
import { asDict, isDict } from './json.ts';
import { metaKey } from './modern.ts';

const check = schemaOf('2026-07-28');

describe('the modern era over stdio', () => {
  it('refuses a request whose envelope is missing or incomplete (P03)', async () => {
    const server = openStdio('basic', { era: '2026-07-28' });
    expect(await server.request('tools/list')).toMatchObject({ error: { code: -32602 } });
    const incomplete = await server.request('tools/list', { _meta: { [metaKey.protocolVersion]: '2026-07-28' } });
    expect(incomplete).toMatchObject({ error: { code: -32602, message: expect.stringContaining('clientCapabilities') } });
  });

  it('answers another version with -32022 and what it speaks (P01, P04)', async () => {
    const server = openStdio('basic', { era: '2026-07-28' });
    const wrong = await server.modern('tools/list', {}, { [metaKey.protocolVersion]: '2027-01-01' });
    expect(check('UnsupportedProtocolVersionError', wrong)).toEqual([]);
    expect(wrong).toMatchObject({ error: { data: { supported: ['2026-07-28'], requested: '2027-01-01' } } });
    expect(await server.request('initialize', { protocolVersion: '2025-11-25' })).toMatchObject({ error: { code: -32022, data: { requested: '2025-11-25' } } });
  });

  it('answers server/discover with a chosen error (P04)', async () => {
    for (const code of [-32020, -32021, -32022]) {
      const server = openStdio('basic', { era: '2026-07-28', discover: code });
      expect(await server.modern('server/discover')).toMatchObject({ error: { code } });
    }
  });

  it('leaves resultType out, or sends another, when asked to (P04)', async () => {
    const sloppy = openStdio('basic', { 'omit-result-type': true });
    expect(resultOf(await sloppy.modern('tools/list'))).not.toHaveProperty('resultType');
    const strange = openStdio('basic', { 'result-type': 'hologram' });
    expect(resultOf(await strange.modern('tools/list'))['resultType']).toBe('hologram');
  });

  it('sends cache hints on lists and reads alone (P19)', async () => {
    const server = openStdio('basic', { ttl: 5000, 'cache-scope': 'public' });
    expect(resultOf(await server.modern('tools/list'))).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
    expect(resultOf(await server.modern('tools/call', { name: 'fail' }))).not.toHaveProperty('ttlMs');
  });

  it('acknowledges a subscription first, marks what it sends, and stays silent on the rest (P09)', async () => {
    const server = openStdio('basic');
    const notifications = { resourceSubscriptions: ['fixture://clock'], toolsListChanged: true };
    server.send({ jsonrpc: '2.0', id: 'listen-1', method: 'subscriptions/listen', params: modernParams({ notifications }) });
    const acknowledged = await server.message((message) => message['method'] === 'notifications/subscriptions/acknowledged');
    expect(check('SubscriptionsAcknowledgedNotification', acknowledged)).toEqual([]);
    await server.modern('tools/call', { name: 'touch-clock' });
    const updated = await server.message((message) => message['method'] === 'notifications/resources/updated');
    expect(check('ResourceUpdatedNotification', updated)).toEqual([]);
    expect(asDict(asDict(updated['params'])['_meta'])[metaKey.subscriptionId]).toBe('listen-1');

    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'listen-1' } });
    await server.modern('tools/call', { name: 'touch-clock' });
    expect(server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/resources/updated')).toHaveLength(1);
  });

  it('ends its subscriptions in order when it goes down (P09)', async () => {
    const server = openStdio('basic');
    server.send({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: modernParams({ notifications: {} }) });
    await server.message((message) => message['method'] === 'notifications/subscriptions/acknowledged');
    server.child.stdin.end();
    const last = await server.message((message) => message['id'] === 7);
    expect(check('SubscriptionsListenResultResponse', last)).toEqual([]);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('logs only for a request that names a level (P15)', async () => {
    const server = openStdio('basic');
    await server.modern('tools/call', { name: 'log' });
    await server.modern('tools/call', { name: 'log' }, { [metaKey.logLevel]: 'emergency' });
    expect(server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/message')).toHaveLength(1);
  });
});

describe('a legacy server that meets server/discover (P01)', () => {
  it('answers with method not found, stays silent, or exits', async () => {
    expect(await openStdio('basic', { era: '2025-11-25' }).modern('server/discover')).toMatchObject({ error: { code: -32601 } });
    const silent = openStdio('basic', { era: '2025-11-25', probe: 'silent' });
    silent.send({ jsonrpc: '2.0', id: 'probe', method: 'server/discover', params: modernParams() });
    await silent.initialize();
    expect(silent.messages.filter(isDict).some((message) => message['id'] === 'probe')).toBe(false);
    const exits = openStdio('basic', { era: '2025-11-25', probe: 'exit' });
    exits.send({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: modernParams() });
    expect(await exits.exited).toEqual({ code: 1, signal: null });
  });
});
