/** Three hundred tools of ten servers with every kind of provider, on real servers and on the wire (C13, try-out 21). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf, conversationRig } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { offeredNames, offeredTools } from '../../test/offered.ts';
import { deny } from '../../test/person.ts';
import { streamed } from '../../test/wire-formats.ts';
import type { Script } from '../../test/wire-script.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { providerKinds } from '../models/provider-kinds.ts';
import { Rig as ServersRig } from '../servers/testing/rig.ts';

const names = ['north', 'south', 'east', 'west', 'hill', 'lake', 'wood', 'field', 'yard', 'cellar'];
const own = ['portolan__find_tools', 'portolan__list_resources', 'portolan__read_resource'];
const find = (query: string, id = 'f'): NonNullable<Script['calls']>[number] => ({ id, name: 'portolan__find_tools', arguments: JSON.stringify({ query }) });
const harvest = (server: string, id: string): NonNullable<Script['calls']>[number] => ({ id, name: `${server}__harvest`, arguments: '{}' });

let servers: ServersRig;
beforeAll(async () => {
  servers = await ServersRig.create();
  for (const name of names) {
    const id = await servers.addFixture('shelves', { tools: 29 });
    await servers.config.updateServer(id, { name });
  }
  for (const { id, name } of servers.config.current().servers) await servers.until(id, (view) => view.name === name && view.state === 'ready' && view.counts.tools === 30 && view.counts.resources > 0);
}, 60_000);
afterAll(async () => {
  await servers[Symbol.asyncDispose]();
});

async function withChat(kind: (typeof providerKinds)[number], scripts: Script[], work: (rig: Rig, bodies: () => unknown[]) => Promise<void>): Promise<void> {
  await using server = await startWireServer((_request, index) => streamed(kind, scripts[Math.min(index, scripts.length - 1)] ?? {}));
  await using rig = await conversationRig({ kind, url: server.url, realServers: servers.service });
  await work(rig, () => server.requests.map(({ body }) => body));
}

describe.each(providerKinds)('three hundred tools of ten servers with %s', (kind) => {
  it('are looked for; what is found is called, by the right server of several with one name, and stays; what is idle costs nothing, the requests begin alike (C13, C01, try-out 47)', async () => {
    await withChat(kind, [{ calls: [find('harvest table, south')] }, { calls: [harvest('south', 'a'), harvest('north', 'b')] }, { text: 'Both read.' }, { text: 'Again.' }], async (rig, bodies) => {
      const answer = await rig.ask('What was harvested in the south and the north?');
      await rig.ask('And now?');
      const calls = callsOf(answer);
      expect(calls).toMatchObject([
        { tool: 'host:find_tools', serverId: null, state: 'done', decidedBy: null },
        { serverName: 'south', tool: 'harvest', state: 'done', decidedBy: 'person' },
        { serverName: 'north', tool: 'harvest', state: 'done', decidedBy: 'person' },
      ]);
      // Nobody is asked about looking; each call of what was found is asked about.
      expect(rig.person.asked.map(({ serverName, tool }) => [serverName, tool.name])).toEqual([['south', 'harvest'], ['north', 'harvest']]);
      const offers = bodies().map(offeredTools);
      expect(offers.map((offer) => offer.length <= 40)).toEqual([true, true, true, true]);
      expect(offeredNames(bodies()[0])).toEqual(own);
      expect(offeredNames(bodies()[1])).toContain('south__harvest');
      expect(offeredNames(bodies()[1])).toContain('north__harvest');
      for (const [at, offer] of offers.entries()) {
        const before = offers[at - 1] ?? [];
        expect(offer.slice(0, before.length)).toEqual(before);
      }
      expect(JSON.stringify(bodies()[2])).toContain('The harvest of the year.');
      expect(JSON.stringify(bodies()[0])).not.toMatch(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/);
    });
  });
});

describe('what was found', () => {
  it('is asked about, refused and remembered like any other tool; it is there after a restart (H01, C13)', async () => {
    await withChat('openai-compatible', [{ calls: [find('harvest south')] }, { calls: [harvest('south', 'a')] }, { text: 'No.' }, { text: 'Hello.' }], async (rig, bodies) => {
      rig.person.decides = () => deny('not now');
      expect(callsOf(await rig.ask('Read it.'))[1]).toMatchObject({ state: 'denied', denyReason: 'not now' });
      const id = rig.conversation.id;
      rig.context.forget(id);
      await rig.ask('Still there?');
      expect(offeredNames(bodies().at(-1))).toContain('south__harvest');
    });
  });

  it('is not among what is off in the chat, and what the person wants is always loaded', async () => {
    const south = servers.config.current().servers.find(({ name }) => name === 'south');
    const lake = servers.config.current().servers.find(({ name }) => name === 'lake');
    if (!south || !lake) throw new Error('no server');
    await withChat('openai-compatible', [{ calls: [find('harvest south')] }, { calls: [harvest('south', 'a')] }, { text: 'So be it.' }], async (rig, bodies) => {
      rig.context.store.setOff(rig.conversation.id, south.id, 'harvest', true);
      rig.context.store.setAlways(lake.id, 'harvest', true);
      const calls = callsOf(await rig.ask('Read it.'));
      expect(offeredNames(bodies()[0])).toEqual(['lake__harvest', ...own]);
      expect(JSON.stringify(calls[0]?.result)).not.toContain('south__harvest');
      expect(calls[1]).toMatchObject({ state: 'failed', serverId: null, problem: { code: 'tool-unknown' } });
      rig.context.store.setAlways(lake.id, 'harvest', false);
    });
  });

  it('is refused when it was suspended after it was found (H03)', async () => {
    await withChat('openai-compatible', [{ calls: [find('harvest west')] }, { calls: [harvest('west', 'a')] }, { text: 'So be it.' }], async (rig) => {
      const west = servers.config.current().servers.find(({ name }) => name === 'west');
      rig.person.decides = async () => {
        if (west) await servers.config.updateServer(west.id, { disabledTools: ['harvest'] });
        return { kind: 'tool-approval', decision: 'allow', scope: 'once' };
      };
      expect(callsOf(await rig.ask('Read it.'))[1]).toMatchObject({ state: 'failed' });
      if (west) await servers.config.updateServer(west.id, { disabledTools: [] });
    });
  });

  it('says in words when nothing is found and when nothing was asked for', async () => {
    await withChat('openai-compatible', [{ calls: [find('xylophone zither'), { ...find('', 'g'), arguments: '{}' }] }, { text: 'No.' }], async (rig) => {
      const texts = callsOf(await rig.ask('Play.')).map(({ result }) => JSON.stringify(result?.content));
      expect(texts[0]).toContain('No tool was found');
      expect(texts[1]).toContain('what the tools are to do');
    });
  });
});
