import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { FixtureOptions } from '@portolan/fixture-servers/start';
import { MARKER } from './launch/environment.ts';
import type { LaunchConfig } from '../ports.ts';
import { fixtureLaunch, Rig } from './testing/rig.ts';
import { identityOf, isProcessRunning, markedProcesses } from './warden/process-table.ts';
import { writeRunFile } from './warden/run-file.ts';

async function withGrandchild(rig: Rig, options: FixtureOptions) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'pids-')), 'pids');
  const id = await rig.addFixture('grandchild', { 'pid-file': file, ...options });
  await rig.untilState(id, 'ready');
  const { pid, grandchild } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; grandchild: number };
  const pids = [pid, grandchild];
  expect(pids.map(isProcessRunning)).toEqual([true, true]);
  return { id, pids };
}

const ways: [string, FixtureOptions][] = [
  ['a grandchild that holds the pipes', {}],
  ['a grandchild in a session of its own', { setsid: true }],
  ['server and grandchild that ignore SIGTERM', { stubborn: true, 'ignore-sigterm': true }],
  ['one in a session of its own that ignores SIGTERM', { setsid: true, stubborn: true, 'ignore-sigterm': true }],
];

describe.skipIf(process.platform !== 'linux')('stopping a server', { concurrent: true }, () => {
  it.each(ways)('leaves nothing behind of %s (S12, R37, R39, try-out 33)', async (_label, options) => {
    await using rig = await Rig.create();
    const { id, pids } = await withGrandchild(rig, options);
    const view = await rig.routes['servers/stop']({ serverId: id }, rig.context());
    expect(view).toMatchObject({ state: 'stopped', pid: null, problem: null });
    expect(pids.filter(isProcessRunning)).toEqual([]);
  });

  it('leaves nothing behind when the host closes with stubborn servers (R37)', async () => {
    const rig = await Rig.create();
    const all = await Promise.all(ways.map(([, options]) => withGrandchild(rig, options)));
    await rig[Symbol.asyncDispose]();
    expect(all.flatMap(({ pids }) => pids).filter(isProcessRunning)).toEqual([]);
  });

  it('takes what a crashed server left along before it starts the next one (R39)', async () => {
    await using rig = await Rig.create();
    const { id, pids } = await withGrandchild(rig, { setsid: true, 'ignore-sigterm': true });
    const [server = 0, grandchild = 0] = pids;
    process.kill(server, 'SIGKILL');
    await rig.until(id, ({ state, pid }) => state === 'ready' && pid !== server);
    expect(isProcessRunning(grandchild)).toBe(false);
  });

  it('can stop one that is still starting, and start it again (R09)', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('silent');
    const { pid } = await rig.until(id, (view) => view.pid !== null);
    expect((await rig.routes['servers/stop']({ serverId: id }, rig.context())).state).toBe('stopped');
    expect(isProcessRunning(pid ?? 0)).toBe(false);
    expect((await rig.routes['servers/start']({ serverId: id }, rig.context())).state).toBe('starting');
  });

  it('is one thing, however often it is asked for', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('basic');
    await rig.untilState(id, 'ready');
    const stop = () => rig.routes['servers/stop']({ serverId: id }, rig.context());
    const restart = () => rig.routes['servers/restart']({ serverId: id }, rig.context());
    await Promise.all([stop(), stop(), restart(), restart(), stop()]);
    await Promise.all([restart(), restart()]);
    const { pid } = await rig.untilState(id, 'ready');
    expect(rig.supervisor.get(id).pid).toBe(pid);
    await stop();
    expect(isProcessRunning(pid ?? 0)).toBe(false);
  });

  it('writes down what runs while it runs, and nothing after (R44)', async () => {
    await using rig = await Rig.create();
    const file = path.join(rig.dataDir, 'run', 'servers.json');
    const id = await rig.addFixture('basic');
    const { pid } = await rig.untilState(id, 'ready');
    await vi.waitFor(async () => {
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ host: { pid: process.pid }, servers: [{ pid, server: 'basic', identity: expect.stringMatching(/./) as string }] });
    });
    await rig.supervisor.close();
    expect(existsSync(file)).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('a server that uses up the machine', () => {
  it('multiplies without end, each copy in a session of its own and deaf to SIGTERM: nothing of it is left after a stop (S12, R40, try-out 33)', async () => {
    await using rig = await Rig.create();
    const { command, args } = fixtureLaunch('basic') as Extract<LaunchConfig, { kind: 'stdio' }>;
    // Bounded, so that a test that fails harms nobody: 25 loops that start a process again and again.
    const bomb = 'i=0; while [ $i -lt 25 ]; do setsid sh -c \'trap "" TERM; n=0; while [ $n -lt 300 ]; do sleep 0.2 & wait; n=$((n+1)); done\' </dev/null >/dev/null 2>&1 & i=$((i+1)); done; exec "$@"';
    const id = await rig.add('bomb', { kind: 'stdio', command: '/bin/sh', args: ['-c', bomb, 'sh', command, ...args], env: {} });
    await rig.untilState(id, 'ready');
    const { hostTag } = rig.supervisor.launch;
    await expect.poll(() => markedProcesses(hostTag).length, { timeout: 5000 }).toBeGreaterThan(20);
    await rig.routes['servers/stop']({ serverId: id }, rig.context());
    await expect.poll(() => markedProcesses(hostTag).filter(isProcessRunning), { timeout: 8000 }).toEqual([]);
  });

  it('is whom the system ends first when memory runs out, and what it starts too (R41)', async () => {
    await using rig = await Rig.create();
    const { pids } = await withGrandchild(rig, {});
    const [own = 0, ...likely] = await Promise.all([process.pid, ...pids].map(async (pid) => Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'))));
    for (const each of likely) expect(each).toBeGreaterThan(own);
  });

  it('does not count as crashed when the host has no more files to give: it is tried again, and runs when there are some (S12, R42)', async () => {
    const host = fileURLToPath(new URL('testing/few-files.ts', import.meta.url));
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 220; exec "$@"', 'sh', process.execPath, '--disable-warning=ExperimentalWarning', host], { timeout: 30_000 });
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { starved: { state: string; reason: string; crashes: number }; fed: string };
    expect(seen.starved).toMatchObject({ state: 'backoff', reason: expect.stringMatching(/EMFILE|ENFILE|EAGAIN/) as string, crashes: 0 });
    expect(seen.fed).toBe('ready');
  });

  it('starts together with many others, a few at a time, and all are there in the end (R43)', async () => {
    await using rig = await Rig.create({ parallelStarts: 6, startSlotMs: 200 });
    const tiny = `const say=(id,result)=>console.log(JSON.stringify({jsonrpc:'2.0',id,result}));require('readline').createInterface({input:process.stdin}).on('line',(l)=>{const m=JSON.parse(l);if(m.method==='initialize')say(m.id,{protocolVersion:'2025-11-25',capabilities:{},serverInfo:{name:'t',version:'1'}});else if(m.id!==undefined)console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,error:{code:-32601,message:'no'}}))})`;
    const many = 12;
    const ids = await Promise.all(Array.from({ length: many }, (_, at) => rig.add(`s${at}`, { kind: 'stdio', command: process.execPath, args: ['-e', tiny], env: {} })));
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, rig.supervisor.all().filter(({ state, pid }) => state === 'starting' && pid !== null).length);
    }, 5);
    for (const id of ids) expect((await rig.untilState(id, 'ready', 'failed')).state).toBe('ready');
    clearInterval(watching);
    expect(rig.supervisor.all().filter(({ state }) => state === 'ready')).toHaveLength(many);
    expect(most).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform !== 'linux')('a host that starts after one that died', () => {
  it('ends what that one left, says so, and leaves its own servers alone (S12, R44, try-out 33)', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'after-'));
    const marker = 'a'.repeat(40);
    const left = spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore', env: { [MARKER]: marker } }).pid ?? 0;
    await expect.poll(() => identityOf(left)).not.toBeNull();
    writeRunFile(path.join(dataDir, 'run', 'servers.json'), { host: { pid: 2, identity: 'another boot:1' }, servers: [{ pid: left, identity: await identityOf(left), marker, server: 'files' }] });
    await using rig = await Rig.create({}, dataDir);
    expect(isProcessRunning(left)).toBe(false);
    expect(rig.notices).toEqual([{ id: 'servers-reaped', kind: 'servers-reaped', problem: null, details: { count: '1', servers: 'files' } }]);
    const id = await rig.addFixture('basic');
    await rig.untilState(id, 'ready');
  });
});

describe('a server that stops answering', () => {
  it('is asked for a sign of life while it is quiet, and windows hear how long that took (S13)', async () => {
    await using rig = await Rig.create({ healthMs: 100 });
    const id = await rig.addFixture('basic');
    expect((await rig.until(id, ({ latencyMs }) => latencyMs !== null)).latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('shows as degraded while it is stopped by a signal, and as well when it goes on (P21, R38, try-out 32)', async () => {
    await using rig = await Rig.create({ healthMs: 100, healthAnswerMs: 1500 });
    const id = await rig.addFixture('basic');
    const { pid } = await rig.untilState(id, 'ready');
    process.kill(pid ?? 0, 'SIGSTOP');
    expect((await rig.untilState(id, 'degraded')).problem).toMatchObject({ code: 'server-timeout' });
    process.kill(pid ?? 0, 'SIGCONT');
    expect((await rig.untilState(id, 'ready')).problem).toBeNull();
  });

  it('is started anew when it does not come back (R38, try-out 32)', async () => {
    await using rig = await Rig.create({ healthMs: 50, healthAnswerMs: 800 });
    const id = await rig.addFixture('basic');
    const { pid } = await rig.untilState(id, 'ready');
    process.kill(pid ?? 0, 'SIGSTOP');
    const next = await rig.until(id, (view) => view.state === 'ready' && view.pid !== pid);
    expect(isProcessRunning(pid ?? 0)).toBe(false);
    expect(next.pid).not.toBe(pid);
  });

  it('is found out when it closes its output but lives on (R36)', async () => {
    await using rig = await Rig.create({ firstDelayMs: 300 });
    const id = await rig.addFixture('stubborn', { close: 'stdout', 'after-ms': 600 });
    await rig.untilState(id, 'ready');
    expect((await rig.untilState(id, 'backoff')).problem).toMatchObject({ code: 'server-exited', details: { reason: 'stdout-closed' } });
  });
});
