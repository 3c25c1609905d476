import { describe, expect, it } from 'vitest';
import { collect } from '../servers/testing/collect.ts';
import { fixtureLaunch, Rig } from '../servers/testing/rig.ts';
import { Library } from './library.ts';
import { currentOffers } from './offers.ts';
import { libraryRoutes } from './routes.ts';

describe('the library of running servers', () => {
  it('holds what they offer as soon as they say so, tells windows, and nothing of a server nobody has allowed (P09, H07)', async () => {
    await using rig = await Rig.create();
    const routes = libraryRoutes({ library: new Library(() => currentOffers(rig.supervisor, rig.pins)), supervisor: rig.supervisor, service: rig.service });
    const search = (text: string) => Promise.resolve(routes['library/search']({ text, limit: 50 }, rig.context()));
    const leaving = new AbortController();
    const stamps: number[] = [];
    const watching = (async () => {
      for await (const { stamp } of routes['library/watch']({}, rig.context(leaving.signal))) stamps.push(stamp);
    })();
    await rig.add('not allowed', fixtureLaunch('basic'), { reviewedHash: null });
    const serverId = await rig.addFixture('list-changing');
    await rig.until(serverId, ({ counts }) => counts.tools > 0 && counts.prompts > 0 && counts.resources > 0);
    expect((await search('')).servers).toEqual([{ serverId, count: 4 }]);
    expect((await search('added')).total).toBe(0);
    await collect(rig.routes['tools/run']({ serverId, name: 'poke', arguments: {} }, rig.context()));
    await expect.poll(async () => (await search('added')).hits.map(({ kind }) => kind).toSorted(), { timeout: 5000 }).toEqual(['prompt', 'resource', 'tool']);
    const { stamp } = await search('');
    await expect.poll(() => stamps.at(-1), { timeout: 5000 }).toBe(stamp);
    // What is stopped still offers what it offered.
    await rig.supervisor.get(serverId).stop();
    expect((await search('fixture://added')).hits[0]).toMatchObject({ kind: 'resource', name: 'added' });
    expect(await routes['library/entry']({ serverId, kind: 'resource', key: 'fixture://added' }, rig.context())).toMatchObject({ kind: 'resource', resource: { name: 'added', isEnabled: true } });
    expect(await routes['library/entry']({ serverId, kind: 'tool', key: 'poke' }, rig.context())).toMatchObject({ kind: 'tool', tool: { name: 'poke', inputSchema: { type: 'object' } } });
    expect(await routes['library/entry']({ serverId, kind: 'prompt', key: 'gone' }, rig.context())).toBeNull();
    leaving.abort();
    await watching;
    expect(stamps.length).toBeLessThan(30);
  });
});
