/** Conversations with real servers in real processes; only the model is played, over its real connection. */
import { afterEach, describe, expect, it } from 'vitest';
import type { WireKind } from '@portolan/contract/providers';
import { callsOf, conversationRig, textOf } from '../../test/conversation-rig.ts';
import { offeredTools } from '../../test/offered.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { offerTools } from '../models/tools.ts';
import { modelToolName } from '../models/names.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import { Rig as ServersRig } from '../servers/testing/rig.ts';

const kind = 'openai-compatible' as const;
const call = (server: string, tool: string, args: object, id = 'a'): NonNullable<Script['calls']>[number] => ({ id, name: modelToolName(server, tool), arguments: JSON.stringify(args) });
const scripted = (of: WireKind, ...scripts: Script[]) => startWireServer((_request, index) => streamed(of, scripts[Math.min(index, scripts.length - 1)] ?? {}));

let servers: ServersRig | null = null;
afterEach(async () => {
  await servers?.[Symbol.asyncDispose]();
  servers = null;
});

async function withServers(...fixtures: [name: string, ...Parameters<ServersRig['addFixture']>][]): Promise<ServersRig> {
  servers = await ServersRig.create();
  for (const [name, fixture, options, more] of fixtures) {
    const id = await servers.addFixture(fixture, options, { ...more });
    await servers.config.updateServer(id, { name });
    await servers.until(id, (view) => view.name === name && view.state === 'ready' && view.counts.tools > 0);
  }
  return servers;
}

describe('with real servers', () => {
  it.each(providerKinds)('a sum is asked for, made and read: %s (C01, H01)', async (of) => {
    const { service } = await withServers(['calc', 'basic']);
    await using server = await scripted(of, { calls: [call('calc', 'get-sum', { a: 2, b: 3 })] }, { text: 'It is 5.' });
    await using rig = await conversationRig({ kind: of, url: server.url, realServers: service });
    const answer = await rig.ask('What is 2 + 3?');
    expect(callsOf(answer)[0]).toMatchObject({ serverName: 'calc', tool: 'get-sum', state: 'done', result: { isError: false } });
    expect(rig.person.asked[0]).toMatchObject({ serverName: 'calc', arguments: { a: 2, b: 3 }, tool: { name: 'get-sum' } });
    expect(JSON.stringify(server.requests[1]?.body)).toMatch(/5/);
    expect(textOf(answer)).toBe('It is 5.');
  });

  it('two tools called search reach each its own server (try-out 11)', async () => {
    const { service } = await withServers(['one', 'two-search', { label: 'one' }], ['two', 'two-search', { label: 'two' }]);
    await using server = await scripted(kind, { calls: [call('one', 'search', { query: 'x' }, 'a'), call('two', 'search', { query: 'x' }, 'b')] }, { text: 'Both.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    const answer = await rig.ask('Search both.');
    expect(callsOf(answer).map(({ serverName, result }) => [serverName, result?.content[0]])).toMatchObject([
      ['one', { text: expect.stringContaining('one found') as string }],
      ['two', { text: expect.stringContaining('two found') as string }],
    ]);
  });

  it('every schema and name that trips others is fitted or left out with a reason, for every kind of model (try-out 10, 13, 14, 15, 17, 18)', async () => {
    const { service } = await withServers(['odd', 'odd-schemas']);
    const available = service.availableTools();
    expect(available.length).toBeGreaterThan(30);
    for (const of of providerKinds) {
      const offer = offerTools(available, of);
      expect(offer.tools.length + offer.left.length).toBe(available.length);
      expect(offer.tools.length).toBeGreaterThan(30);
      for (const { name, schema, description } of offer.tools) {
        expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
        expect(description).not.toBe('');
        expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
        const text = JSON.stringify(schema);
        expect(text).not.toMatch(/"\$(ref|schema|id|defs)":|"definitions":|"required":(true|false)/);
        if (of === 'google') expect(text).not.toMatch(/"const":|"oneOf":|"allOf":|"exclusiveMinimum":|"type":\[|"null"/);
      }
      for (const { reason } of offer.left) expect(reason).not.toBe('');
    }
    await using server = await scripted(kind, { calls: [call('odd', 'object-parameter', { param: { a: true, b: 's' } }, 'a'), call('odd', 'ns.tool/with:odd chars', { x: 1 }, 'b'), call('odd', '搜索', {}, 'c'), call('odd', '__proto__', {}, 'd')] }, { text: 'ok' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer).map(({ tool, state, result }) => [tool, state, result?.content[0]])).toMatchObject([
      ['object-parameter', 'done', { text: '{"param":{"a":true,"b":"s"}}' }],
      ['ns.tool/with:odd chars', 'done', { text: '{"x":1}' }],
      ['搜索', 'done', { text: '{}' }],
      ['__proto__', 'done', { text: '{}' }],
    ]);
  });

  it.each(providerKinds)('schemas and names that trip others go over the wire as it takes them, a bad one spoils none, and arguments arrive whole: %s (try-out 10, 13, 14, 15, 17, 18, 19, C14)', async (of) => {
    const { service } = await withServers(['odd', 'odd-schemas']);
    // As many as are offered at once: the reports', and their neighbours.
    const wanted = ['ref-defs', 'ref-recursive', 'const', 'exclusive-minimum', 'no-properties', 'array-without-items', 'bad-required-true', 'missing-description', 'object-parameter', 'additional-properties'];
    const long = service.availableTools().find(({ name }) => name.startsWith('a-name-of-sixty'))?.name ?? '';
    const offered = service.availableTools().filter(({ name }) => wanted.includes(name) || name === long);
    expect(offered).toHaveLength(wanted.length + 1);
    await using server = await scripted(of, { calls: [call('odd', 'object-parameter', { param: { a: true, b: 's' } }, 'a'), call('odd', long, { x: 1 }, 'b'), call('odd', 'ref-defs', { p: { x: 2 } }, 'c')] }, { text: 'ok' });
    const only = new Proxy(service, {
      get: (target, key) => (key === 'availableTools' ? () => offered : ((value) => (typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value))(Reflect.get(target, key) as unknown)),
    });
    await using rig = await conversationRig({ kind: of, url: server.url, realServers: only });
    const answer = await rig.ask('Go.');
    expect(callsOf(answer).map(({ tool, state, result }) => [tool, state, result?.content[0]])).toMatchObject([
      ['object-parameter', 'done', { text: '{"param":{"a":true,"b":"s"}}' }],
      [long, 'done', { text: '{"x":1}' }],
      ['ref-defs', 'done', { text: '{"p":{"x":2}}' }],
    ]);
    const sent = offeredTools(server.requests[0]?.body);
    for (const name of wanted) expect(sent.map((each) => each.name), name).toContain(modelToolName('odd', name));
    for (const { name, bytes } of sent) {
      expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
      expect(bytes, name).not.toMatch(/"\$(?:ref|schema|id|defs)":|"definitions":|"required":(?:true|false)/);
      if (of === 'google') expect(bytes, name).not.toMatch(/"const":|"exclusiveMinimum":|"type":\[|"null"/);
    }
    const bytesOf = (tool: string) => sent.find(({ name }) => name === modelToolName('odd', tool))?.bytes ?? '';
    expect(bytesOf('array-without-items')).toContain('"items"');
    expect(bytesOf('no-properties')).toContain('"properties"');
    if (of === 'google') expect(bytesOf('const')).toContain('"enum":["a"]');
  });

  it('a tool added after the first call is offered within seconds, without a new connection (try-out 24)', async () => {
    const { service } = await withServers(['moving', 'list-changing']);
    await using server = await scripted(kind, { calls: [call('moving', 'poke', {})] }, { text: 'Poked.' }, { calls: [call('moving', 'added', {})] }, { text: 'There it is.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    await rig.ask('Poke.');
    await expect.poll(() => service.availableTools().map(({ name }) => name), { timeout: 5_000 }).toContain('added');
    const answer = await rig.ask('Use the new one.');
    expect(callsOf(answer)[0]).toMatchObject({ tool: 'added', state: 'done', result: { content: [{ text: 'I am new.' }] } });
    expect(rig.person.asked.map(({ tool }) => tool.name)).toEqual(['poke', 'added']);
    expect(JSON.stringify(server.requests[2]?.body)).toContain('moving__added');
  });

  it('stop cancels a call that hangs, and the server is as it was (R104)', async () => {
    const { service } = await withServers(['sleepy', 'sleepy']);
    await using server = await scripted(kind, { calls: [call('sleepy', 'hang', {})] }, { calls: [call('sleepy', 'quick', {})] }, { text: 'Quick.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    const asking = rig.ask('Hang.');
    await rig.until(({ messages }) => callsOf(messages.at(-1))[0]?.state === 'running');
    await rig.service.stop(rig.conversation.id);
    expect(callsOf(await asking)[0]?.state).toBe('cancelled');
    expect(textOf(await rig.ask('Be quick.'))).toBe('Quick.');
  });

  it.each(providerKinds)('pictures, sounds and resources reach the model as far as it takes them: %s (P07)', async (of) => {
    const { service } = await withServers(['calc', 'basic']);
    await using server = await scripted(of, { calls: ['get-image', 'get-audio', 'get-embedded-resource', 'get-resource-link', 'fail'].map((name, index) => call('calc', name, {}, `c${index}`)) }, { text: 'Seen.' });
    await using rig = await conversationRig({ kind: of, url: server.url, realServers: service });
    const answer = await rig.ask('Show all.');
    expect(callsOf(answer).map((each) => each.state)).toEqual(['done', 'done', 'done', 'done', 'failed']);
    const body = JSON.stringify(server.requests[1]?.body);
    expect(body).toMatch(/iVBORw0KGgo/);
    expect(body).toContain('<resource uri=');
    expect(body).toContain('[resource fixture://notes/welcome.md');
    expect(textOf(answer)).toBe('Seen.');
  });
});
