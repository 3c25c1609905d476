/** How a model gets at resources by itself: asked for, decided, journalled and bounded like any other call (P08, H01). */
import { afterEach, describe, expect, it } from 'vitest';
import { deny } from '../../test/person.ts';
import { callsOf, conversationRig } from '../../test/conversation-rig.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { Rig as ServersRig } from '../servers/testing/rig.ts';

const kind = 'openai-compatible' as const;
const call = (name: string, args: object, id = 'a'): NonNullable<Script['calls']>[number] => ({ id, name: `portolan__${name}`, arguments: JSON.stringify(args) });
const scripted = (...scripts: Script[]) => startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
const offered = (body: unknown): string[] => ((body as { tools?: { function: { name: string } }[] }).tools ?? []).map((tool) => tool.function.name);

let servers: ServersRig | null = null;
afterEach(async () => {
  await servers?.[Symbol.asyncDispose]();
  servers = null;
});

async function living(): Promise<ServersRig> {
  servers = await ServersRig.create();
  const id = await servers.addFixture('living', { every: 60_000 });
  await servers.config.updateServer(id, { name: 'living' });
  await servers.until(id, (view) => view.name === 'living' && view.state === 'ready' && view.counts.resources > 0 && view.counts.tools > 0);
  return servers;
}

describe('a model that reads resources', () => {
  it('finds and reads what a server offers; each call is asked about as one of that server (P08, H01)', async () => {
    const { service } = await living();
    await using server = await scripted({ calls: [call('list_resources', { server: 'living', query: 'tick' })] }, { calls: [call('read_resource', { server: 'living', uri: 'fixture://ticker' })] }, { text: 'Read.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    const answer = await rig.ask('What does the ticker say?');
    expect(offered(server.requests[0]?.body)).toEqual(['living__point-outside', 'living__write-note', 'portolan__list_resources', 'portolan__read_resource']);
    expect(callsOf(answer)).toMatchObject([
      { serverName: 'living', tool: 'host:list_resources', state: 'done', decidedBy: 'person' },
      { serverName: 'living', tool: 'host:read_resource', arguments: { uri: 'fixture://ticker' }, state: 'done', decidedBy: 'person' },
    ]);
    expect(rig.person.asked.map(({ serverName, tool }) => [serverName, tool.title])).toEqual([['living', 'List resources'], ['living', 'Read a resource']]);
    const told = JSON.stringify(server.requests[2]?.body);
    expect(told).toContain('fixture://ticker');
    expect(told).toContain('It stands at 0.');
    // Journalled and settled.
    expect(rig.store.unsettledCalls()).toEqual([]);
  });

  it('is refused by the person and by their rules like any other call, and reads nothing then', async () => {
    const { service } = await living();
    const read = call('read_resource', { server: 'living', uri: 'fixture://note' });
    await using server = await scripted({ calls: [read] }, { text: 'No.' }, { calls: [read] }, { text: 'Never.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    rig.person.decides = () => ({ ...deny('private'), never: { scope: 'always', conditions: [] } });
    expect(callsOf(await rig.ask('Read my note.'))[0]).toMatchObject({ state: 'denied', decidedBy: 'person', denyReason: 'private' });
    expect(callsOf(await rig.ask('Read it now.'))[0]).toMatchObject({ state: 'denied', decidedBy: 'never-rule' });
    expect(rig.person.asked).toHaveLength(1);
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('first words');
  });

  it('is not given what is meant for people, what is switched off, nor anything of a server that is not there', async () => {
    const rigOfServers = await living();
    const [serverId] = rigOfServers.config.current().servers.map(({ id }) => id);
    if (serverId === undefined) throw new Error('no server');
    await rigOfServers.config.updateServer(serverId, { care: { disabledResources: ['fixture://note'] } });
    await using server = await scripted(
      { calls: [call('list_resources', { server: 'living' }, 'a'), call('read_resource', { server: 'living', uri: 'fixture://diary' }, 'b'), call('read_resource', { server: 'living', uri: 'fixture://note' }, 'c'), call('read_resource', { server: 'other', uri: 'x' }, 'd'), call('read_resource', { server: 'living', uri: 'fixture://none' }, 'e')] },
      { text: 'So be it.' },
    );
    await using rig = await conversationRig({ url: server.url, realServers: rigOfServers.service });
    const calls = callsOf(await rig.ask('Read everything.'));
    const texts = calls.map(({ result, problem }) => JSON.stringify(result?.content ?? problem));
    expect(texts[0]).toContain('fixture://ticker');
    expect(texts[0]).not.toMatch(/diary|fixture:\/\/note/);
    expect(texts[1]).toContain('for people, not for models');
    expect(texts[2]).toContain('switched this resource off');
    expect(calls[3]).toMatchObject({ state: 'failed', serverId: null, problem: { code: 'server-unknown' } });
    expect(calls[4]).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(server.requests)).not.toMatch(/Dear diary|first words/);
  });

  it('has no such tools in a chat where the person switched them off, nor where no server has resources', async () => {
    const { service } = await living();
    await using server = await scripted({ text: 'Hello.' });
    await using rig = await conversationRig({ url: server.url, realServers: service });
    expect(rig.service.setReadsResources(rig.conversation.id, false)).toMatchObject({ modelReadsResources: false });
    await rig.ask('Hello?');
    expect(offered(server.requests[0]?.body).filter((name) => name.startsWith('portolan__'))).toEqual([]);
    rig.service.setReadsResources(rig.conversation.id, true);
    await rig.ask('And now?');
    expect(offered(server.requests[1]?.body).filter((name) => name.startsWith('portolan__'))).toHaveLength(2);
    await using alone = await conversationRig({ url: server.url });
    await alone.ask('Hello?');
    expect(offered(server.requests[2]?.body)).toEqual(['calc__sum', 'calc__echo']);
  });
});
