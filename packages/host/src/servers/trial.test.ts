import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { LaunchView } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';
import { currentPlatform } from './launch/platform.ts';
import { SandboxTools } from './sandbox/support.ts';
import { collect, problemOf } from './testing/collect.ts';
import { fixtureLaunch, Rig } from './testing/rig.ts';
import { isProcessRunning } from './warden/process-table.ts';

const canContain = (await new SandboxTools(currentPlatform()).find()).support.kind === 'bubblewrap';

function asView(launch: LaunchConfig): LaunchView {
  if (launch.kind !== 'stdio') throw new Error('stdio');
  return { ...launch, env: Object.entries(launch.env).map(([name, value]) => ({ name, value })) };
}
const script = (code: string): LaunchView => ({ kind: 'stdio', command: process.execPath, args: ['-e', code], env: [] });

describe('a trial before saving', { concurrent: true }, () => {
  const tried = async (rig: Rig, launch: LaunchView, signal = rig.context().signal) => {
    const { launchHash } = await rig.routes['servers/prepareTrial']({ launch }, rig.context());
    return rig.routes['servers/trial']({ name: 'new', launch, launchHash }, rig.context(signal));
  };

  it('tells what the server offers, keeps nothing, and leaves no process (S01, S13)', async () => {
    await using rig = await Rig.create();
    const pids = path.join(await mkdtemp(path.join(tmpdir(), 'trial-')), 'pids');
    const events = await collect(await tried(rig, asView(fixtureLaunch('grandchild', { 'pid-file': pids, stubborn: true, 'ignore-sigterm': true }))));
    expect(events.at(-1)).toMatchObject({ type: 'done', tools: ['pids'], info: { name: 'grandchild' }, prompts: [] });
    const { pid, grandchild } = JSON.parse(await readFile(pids, 'utf8')) as { pid: number; grandchild: number };
    expect([pid, grandchild].filter(isProcessRunning)).toEqual([]);
    expect(rig.config.current().servers).toEqual([]);
    expect(rig.supervisor.all()).toEqual([]);
    expect(existsSync(path.join(rig.dataDir, 'state'))).toBe(false);
  });

  it('tells why it failed, with the last the program said, and what it says meanwhile (try-out 7)', async () => {
    await using rig = await Rig.create();
    const events = await collect(await tried(rig, script("console.error('fetching');setTimeout(()=>{console.error('boom: API_KEY missing');process.exit(3)},900)")));
    expect(events[0]).toEqual({ type: 'progress', lastLine: 'fetching' });
    expect(events.at(-1)).toMatchObject({ type: 'failed', problem: { code: 'server-exited', details: { exitCode: 3 }, log: 'fetching\nboom: API_KEY missing' } });
  });

  it.runIf(canContain)('runs under what is proposed or chosen for it, as the server would, and its home goes with it (S18, S01, H07)', async () => {
    await using rig = await Rig.create();
    const folder = await mkdtemp(path.join(homedir(), '.portolan-trial-'));
    const launch = script(`try { require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, ''); console.error('wrote'); } catch (error) { console.error(error.code); } process.exit(3);`);
    const proposed = await rig.routes['servers/prepareTrial']({ launch }, rig.context());
    expect(proposed).toMatchObject({ sandbox: 'off', offer: { basis: 'own', isProposed: false } });
    const chosen = { folders: [], network: 'none' as const, environment: [] };
    const prepared = await rig.routes['servers/prepareTrial']({ launch, sandbox: chosen }, rig.context());
    expect(prepared).toMatchObject({ sandbox: chosen });
    expect(prepared.launchHash).not.toBe(proposed.launchHash);
    const ran = async (sandbox: SandboxChoice | undefined, launchHash: string) => (await collect(rig.routes['servers/trial']({ name: 'new', launch, launchHash, ...(sandbox === undefined ? {} : { sandbox }) }, rig.context()))).at(-1);
    expect(await ran(chosen, prepared.launchHash)).toMatchObject({ type: 'failed', problem: { log: 'ENOENT' } });
    expect(await readdir(path.join(rig.dataDir, 'contained'))).toEqual([]);
    // What was shown contained is not run without it, nor the other way round.
    expect(await problemOf((async () => ran('off', prepared.launchHash))())).toMatchObject({ code: 'server-changed' });
    expect(await problemOf((async () => ran(undefined, prepared.launchHash))())).toMatchObject({ code: 'server-changed' });
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
    expect(await ran('off', proposed.launchHash)).toMatchObject({ problem: { log: 'wrote' } });
    // What comes from a registry is proposed contained.
    const foreign = await rig.routes['servers/prepareTrial']({ launch: { kind: 'stdio', command: 'npx', args: ['-y', 'somebody-s-server'], env: [] } }, rig.context());
    expect(foreign).toMatchObject({ sandbox: { network: 'all', folders: [] }, offer: { isProposed: true } });
    await rm(folder, { recursive: true });
  });

  it('runs exactly what was shown and nothing else (A06, H07)', async () => {
    await using rig = await Rig.create();
    const folder = await mkdtemp(path.join(tmpdir(), 'trial-'));
    const { launchHash } = await rig.routes['servers/prepareTrial']({ launch: script('0') }, rig.context());
    const other = script(`require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '')`);
    expect(await problemOf((async () => collect(rig.routes['servers/trial']({ name: 'new', launch: other, launchHash }, rig.context())))())).toMatchObject({ code: 'server-changed' });
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
  });

  it('uses the stored values of the server that is being changed, and ends when the window leaves (S09)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('stored', { kind: 'stdio', command: 'x', args: [], env: { KEY: 'MK-stored-value' } }, { isEnabled: false });
    const launch: LaunchView = { ...script("console.error('key '+process.env.KEY.length);setInterval(()=>{},1000)"), env: [{ name: 'KEY', value: null }] } as LaunchView;
    const { launchHash } = await rig.routes['servers/prepareTrial']({ launch, of: id }, rig.context());
    const leaving = new AbortController();
    const seen: unknown[] = [];
    for await (const event of rig.routes['servers/trial']({ name: 'stored', launch, of: id, launchHash }, rig.context(leaving.signal))) {
      seen.push(event);
      leaving.abort();
    }
    expect(seen[0]).toEqual({ type: 'progress', lastLine: 'key 15' });
    expect(JSON.stringify(seen)).not.toContain('MK-stored');
  });
});

describe('a copy of a server', () => {
  it('has the same launch under another name, and waits to be reviewed (S01, H07)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('files', fixtureLaunch('basic'), { disabledTools: ['echo'], care: { startup: 'manual' } });
    const copy = await rig.routes['servers/duplicate']({ serverId: id, name: 'files 2' }, rig.context());
    expect(copy).toMatchObject({ name: 'files 2', isReviewed: false, state: 'stopped', startup: 'manual', launchHash: rig.supervisor.get(id).launchHash });
    expect(copy.id).not.toBe(id);
    expect(await problemOf(rig.routes['servers/duplicate']({ serverId: id, name: 'files' }, rig.context()))).toMatchObject({ code: 'server-name-taken' });
  });
});
