import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventOf } from '@portolan/contract/contract';
import type { LaunchView } from '@portolan/contract/servers';
import { launchHash } from '../launch-hash.ts';
import type { LaunchConfig } from '../ports.ts';
import { problemOf } from './testing/collect.ts';
import { fixtureLaunch, Rig } from './testing/rig.ts';
import { isProcessRunning } from './warden/process-table.ts';

function asView(launch: LaunchConfig): LaunchView {
  if (launch.kind !== 'stdio') throw new Error('stdio');
  return { ...launch, env: Object.entries(launch.env).map(([name, value]) => ({ name, value })) };
}

const basic = fixtureLaunch('basic');
const otherBasic = fixtureLaunch('basic', { era: 'legacy' });

describe('adding', () => {
  it('contacts nobody until the person has reviewed exactly this launch (H07, A04)', async () => {
    await using rig = await Rig.create();
    const added = await rig.routes['servers/add']({ name: 'new', launch: asView(basic) }, rig.context());
    expect(added).toMatchObject({ isReviewed: false, isEnabled: true, state: 'stopped', launchHash: launchHash(basic) });
    expect(await problemOf(rig.routes['servers/review']({ serverId: added.id, launchHash: 'another', start: true }, rig.context()))).toMatchObject({ code: 'server-changed' });
    expect(rig.supervisor.get(added.id).state).toBe('stopped');
    const reviewed = await rig.routes['servers/review']({ serverId: added.id, launchHash: added.launchHash, start: true }, rig.context());
    expect(reviewed).toMatchObject({ isReviewed: true, state: 'starting' });
    await rig.untilState(added.id, 'ready');
  });

  it('refuses an address that can never be reached, and takes one that is only known at the start (S02)', async () => {
    await using rig = await Rig.create();
    const at = (url: string): LaunchView => ({ kind: 'http', url, headers: [], transport: 'auto' });
    expect(await problemOf(rig.routes['servers/add']({ name: 'web', launch: at('ftp://example.com') }, rig.context()))).toMatchObject({ code: 'invalid-input', details: { subject: 'url', reason: 'scheme' } });
    const { id } = await rig.routes['servers/add']({ name: 'web', launch: at('${BASE}/mcp') }, rig.context());
    expect(await problemOf(rig.routes['servers/update']({ serverId: id, launch: at('nowhere') }, rig.context()))).toMatchObject({ code: 'invalid-input', details: { reason: 'not-a-url' } });
    expect(rig.supervisor.get(id).config.launch).toMatchObject({ url: '${BASE}/mcp' });
  });

  it('can be reviewed without a start', async () => {
    await using rig = await Rig.create();
    const { id, launchHash: hash } = await rig.routes['servers/add']({ name: 'new', launch: asView(basic) }, rig.context());
    expect(await rig.routes['servers/review']({ serverId: id, launchHash: hash, start: false }, rig.context())).toMatchObject({ isReviewed: true, state: 'stopped' });
  });

  it('refuses a name that is taken, and does not when it replaces its bearer (A05)', async () => {
    await using rig = await Rig.create();
    const first = await rig.add('files', basic);
    await rig.untilState(first, 'ready');
    expect(await problemOf(rig.routes['servers/add']({ name: 'files', launch: asView(basic) }, rig.context()))).toMatchObject({ code: 'server-name-taken', details: { name: 'files' } });
    const other = await rig.routes['servers/add']({ name: 'other', launch: asView(basic) }, rig.context());
    expect(await problemOf(rig.routes['servers/update']({ serverId: other.id, name: 'files' }, rig.context()))).toMatchObject({ code: 'server-name-taken' });
    const replaced = await rig.routes['servers/add']({ name: 'files', launch: asView(otherBasic), replace: first }, rig.context());
    expect(replaced.isReviewed).toBe(false);
    await rig.untilState(replaced.id, 'stopped');
  });
});

describe('changing', () => {
  it('several things at once, before the first is written, keeps them all (H04, H05, H06, S11, S16, S20)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('busy', basic, { isEnabled: false });
    const context = rig.context();
    const off = { serverId, isEnabled: false };
    await Promise.all([
      rig.routes['servers/setAsks']({ serverId, sampling: 'ask' }, context),
      rig.routes['servers/setRoots']({ serverId, roots: [] }, context),
      rig.routes['servers/setAsks']({ serverId, elicitation: 'off' }, context),
      rig.routes['servers/setStartup']({ serverId, startup: 'first-use' }, context),
      rig.routes['servers/setLimits']({ serverId, limits: { callSeconds: 5 } }, context),
      rig.routes['servers/setLimits']({ serverId, limits: { callsAtOnce: 2 } }, context),
      ...['one', 'two'].flatMap((name) => [
        rig.routes['servers/setToolEnabled']({ ...off, tool: name }, context),
        ...(['tool', 'prompt', 'resource'] as const).map((kind) => rig.routes['servers/setItemEnabled']({ ...off, kind, name: `${kind}-${name}` }, context)),
      ]),
    ]);
    expect(rig.supervisor.get(serverId).config).toMatchObject({
      disabledTools: ['one', 'tool-one', 'two', 'tool-two'],
      care: { sampling: 'ask', elicitation: 'off', roots: [], startup: 'first-use', limits: { callSeconds: 5, callsAtOnce: 2 }, disabledPrompts: ['prompt-one', 'prompt-two'], disabledResources: ['resource-one', 'resource-two'] },
    });
  });

  const changes: [string, (launch: Extract<LaunchConfig, { kind: 'stdio' }>) => LaunchConfig][] = [
    ['an argument', (launch) => ({ ...launch, args: [...launch.args, '--x'] })],
    ['the command', (launch) => ({ ...launch, command: '/bin/sh' })],
    ['an environment value', (launch) => ({ ...launch, env: { A: 'b' } })],
    ['the folder', (launch) => ({ ...launch, cwd: '/' })],
  ];

  it.each(changes)('%s on disk stops the server and asks for a new review (H07, A07, A08)', async (_label, change) => {
    await using rig = await Rig.create();
    const id = await rig.add('basic', basic);
    const { pid } = await rig.untilState(id, 'ready');
    if (basic.kind !== 'stdio') throw new Error('stdio');
    rig.config.editOutside(id, { launch: change(basic) });
    expect(await rig.untilState(id, 'stopped')).toMatchObject({ isReviewed: false, pid: null });
    expect(isProcessRunning(pid ?? 0)).toBe(false);
    expect(rig.service.availableTools()).toEqual([]);
  });

  it('the launch and its permission in one stroke from outside starts nothing (A08)', async () => {
    await using rig = await Rig.create();
    const folder = await mkdtemp(path.join(tmpdir(), 'a08-'));
    const id = await rig.add('basic', basic, { reviewedHash: null });
    const evil: LaunchConfig = { kind: 'stdio', command: '/bin/sh', args: ['-c', `touch ${folder}/PWNED-A08`], env: {} };
    rig.config.editOutside(id, { launch: evil, reviewedHash: launchHash(evil) });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(existsSync(path.join(folder, 'PWNED-A08'))).toBe(false);
    expect(rig.supervisor.get(id).state).toBe('stopped');
  });

  it('the name alone leaves a running server alone', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('basic', basic);
    const { pid } = await rig.until(id, ({ state, counts }) => state === 'ready' && counts.tools > 0);
    const renamed = await rig.routes['servers/update']({ serverId: id, name: 'renamed' }, rig.context());
    expect(renamed).toMatchObject({ name: 'renamed', isReviewed: true, state: 'ready', pid });
    expect(rig.service.availableTools()[0]).toMatchObject({ serverName: 'renamed', view: { model: { name: expect.stringMatching(/^renamed__/) as string } } });
    expect(rig.service.serverName(id)).toBe('renamed');
  });

  it('keeps values that the window only saw masked, and shows it none (S09, A13)', async () => {
    await using rig = await Rig.create();
    const secret = 'MK-77aa-secret';
    const id = await rig.add('basic', { ...basic, env: { KEY: secret } } as LaunchConfig, { isEnabled: false });
    const view = await rig.routes['servers/update']({ serverId: id, name: 'x', launch: { ...asView(basic), env: [{ name: 'KEY', value: null }] } as LaunchView }, rig.context());
    expect(JSON.stringify(view)).not.toContain(secret);
    expect(rig.config.current().servers[0]?.launch).toMatchObject({ env: { KEY: secret } });
    expect(view.isReviewed).toBe(true);
  });
});

describe('turning off, removing and bringing back', () => {
  it('ends the process, keeps it off, and starts it again when it is turned on (S11)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('basic', basic);
    const { pid } = await rig.untilState(id, 'ready');
    await rig.routes['servers/setEnabled']({ serverId: id, isEnabled: false }, rig.context());
    await rig.untilState(id, 'stopped');
    expect(isProcessRunning(pid ?? 0)).toBe(false);
    rig.supervisor.resumed();
    expect(rig.supervisor.get(id).state).toBe('stopped');
    await rig.routes['servers/setEnabled']({ serverId: id, isEnabled: true }, rig.context());
    await rig.untilState(id, 'ready');
  });

  it('takes a removed server off every list with its process, and restores it as it was', async () => {
    await using rig = await Rig.create();
    const events: EventOf<'servers/watch'>[] = [];
    const leaving = new AbortController();
    const watching = (async () => {
      for await (const event of rig.routes['servers/watch']({}, rig.context(leaving.signal))) events.push(event);
    })();
    const id = await rig.add('basic', basic);
    const { pid } = await rig.untilState(id, 'ready');
    const { undo } = await rig.routes['servers/remove']({ serverId: id }, rig.context());
    expect(await problemOf(rig.routes['servers/start']({ serverId: id }, rig.context()))).toMatchObject({ code: 'server-unknown' });
    await expect.poll(() => isProcessRunning(pid ?? 0), { timeout: 8000 }).toBe(false);
    expect(events.at(-1)).toEqual({ type: 'removed', serverId: id });
    expect(await rig.routes['servers/restore']({ undo }, rig.context())).toMatchObject({ id, name: 'basic', isReviewed: true });
    await rig.untilState(id, 'ready');
    leaving.abort();
    await watching;
    expect(events[0]).toEqual({ type: 'snapshot', servers: [] });
  });
});
