/** Packages without a fixed version that become another one between two starts (A14). */
import { describe, expect, it } from 'vitest';
import type { ServerId } from '@portolan/contract/ids';
import { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations.ts';
import { collect } from '../servers/testing/collect.ts';
import { Rig } from '../servers/testing/rig.ts';
import { SqlitePackageStore } from './package-store.ts';
import type { FetchedPackage } from './package-store.ts';
import { SqlitePinStore } from './pin-store.ts';
import { Pins } from './pins.ts';

const mail = (version: string, integrity: string | null = `sha512-${version}`) => ({ spec: 'mail-mcp', name: 'mail-mcp', version, integrity });
const echo = (rig: Rig, serverId: ServerId) => collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: 'hi' } }, rig.context()));
const restart = async (rig: Rig, serverId: ServerId): Promise<void> => {
  await rig.routes['servers/restart']({ serverId }, rig.context());
  await rig.until(serverId, ({ state, counts }) => state === 'ready' && counts.tools > 0);
};

describe('a package that became another one', () => {
  it('is told, and none of its tools is offered or called until the person has seen it, whatever they say of themselves (A14)', async () => {
    await using rig = await Rig.create();
    rig.fetched = mail('1.0.0');
    const serverId = await rig.addFixture('basic');
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    expect(rig.notices).toEqual([]);
    const before = rig.service.availableTools().length;
    expect(before).toBeGreaterThan(0);

    rig.fetched = mail('1.0.1');
    await restart(rig, serverId);
    expect(rig.notices).toMatchObject([{ kind: 'package-changed', details: { serverId, package: 'mail-mcp', before: '1.0.0', after: '1.0.1' } }]);
    expect(rig.supervisor.get(serverId).pins).toMatchObject({ suspended: 0, isPackageChanged: true });
    expect(rig.service.availableTools()).toEqual([]);
    expect(rig.service.suspendedTools()).toHaveLength(before);
    expect(await echo(rig, serverId)).toMatchObject([{ problem: { code: 'tool-suspended' } }]);
    const { tools } = await rig.routes['servers/tools']({ serverId }, rig.context());
    expect(new Set(tools.map(({ pin }) => JSON.stringify(pin)))).toEqual(new Set([JSON.stringify({ state: 'suspended', reasons: ['package'], other: null, isKeptOff: false })]));

    const { package: change } = await rig.routes['pins/changes']({ serverId }, rig.context());
    expect(change).toEqual({ spec: 'mail-mcp', before: { version: '1.0.0', integrity: 'sha512-1.0.0' }, after: { version: '1.0.1', integrity: 'sha512-1.0.1' } });
    // It stays so over any number of starts, and for a version that was not the one shown.
    await restart(rig, serverId);
    expect(rig.service.availableTools()).toEqual([]);
    expect(() => rig.routes['pins/acceptPackage']({ serverId, version: '1.0.0', integrity: 'sha512-1.0.0' }, rig.context())).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'server-changed' }) as unknown }) as Error);
    await rig.routes['pins/acceptPackage']({ serverId, version: '1.0.1', integrity: 'sha512-1.0.1' }, rig.context());
    expect(rig.notices).toEqual([]);
    expect(rig.service.availableTools()).toHaveLength(before);
    expect((await echo(rig, serverId)).at(-1)).toMatchObject({ type: 'done', result: { isError: false } });
    await restart(rig, serverId);
    expect(rig.service.availableTools()).toHaveLength(before);
  });

  it('is one as well under the same version number, and once it was taken out and put in anew; one that is pinned or cannot be told is none (A14)', () => {
    const database = new Database({ path: ':memory:', migrations, backupFolder: '' });
    const configured = new Set<string>();
    const pins = new Pins({ store: new SqlitePinStore(database), packages: new SqlitePackageStore(database), notices: { add: () => {} }, isConfigured: (id) => configured.has(id), onChange: () => {} });
    const tool = { name: 'send', raw: { name: 'send' } };
    const isChange = (id: string, fetched: FetchedPackage | null): boolean => {
      const server = { id: id as ServerId, name: 'mail', launchHash: 'launch' };
      configured.add(id);
      pins.heard(server, { name: 'mail', version: '1', instructions: '' }, fetched);
      pins.seen(server, [tool], true);
      expect(pins.of(server.id, [tool]).get('send')?.state).toBe(pins.packages.change(server.id) === null ? 'known' : 'suspended');
      return pins.packages.change(server.id) !== null;
    };
    // Known by its version, then by its checksum; another specification is the person's own doing.
    for (const [fetched, expected] of [[mail('1.0.0', null), false], [mail('1.0.0'), false], [null, false], [mail('1.0.0', 'sha512-x'), true], [mail('1.0.0', null), true], [mail('1.0.0'), false], [{ ...mail('7.0.0'), spec: 'other' }, false], [{ ...mail('7.0.1'), spec: 'other' }, true]] as const) {
      expect([fetched, isChange('s_1', fetched)]).toEqual([fetched, expected]);
    }
    configured.delete('s_1');
    expect(isChange('s_2', { ...mail('7.0.1'), spec: 'other' })).toBe(true);
    expect(isChange('s_2', { ...mail('7.0.0'), spec: 'other' })).toBe(false);
  });
});
