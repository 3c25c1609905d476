import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { MARKER } from '../launch/environment.ts';
import { endProcesses } from './end-processes.ts';
import { identityOf, isProcessRunning, markedProcesses } from './process-table.ts';
import { reapLeftovers } from './reap.ts';
import { readRunFile, writeRunFile } from './run-file.ts';
import { Warden } from './warden.ts';

const here = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
const started: number[] = [];

afterAll(() => {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone, as it should be.
    }
  }
});

async function pidsIn(file: string): Promise<number[]> {
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 10_000 });
  const pids = (await readFile(file, 'utf8')).trim().split(' ').map(Number);
  expect(pids).toHaveLength(3);
  started.push(...pids);
  for (const pid of pids) expect(isProcessRunning(pid)).toBe(true);
  return pids;
}

interface TestHost {
  pid: number;
  watcher: number;
  hostTag: string;
  runFile: string;
  pids: number[];
}

/** A process acting as the host, with a server that ignores SIGTERM and has a child in its group and one outside. */
async function startHost(mode: 'wait' | 'exit' = 'wait'): Promise<TestHost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'warden-'));
  const runFile = path.join(folder, 'run', 'servers.json');
  const pidFile = path.join(folder, 'pids');
  const host = spawn(process.execPath, [here('host.ts'), runFile, here('stubborn-server.sh'), pidFile, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (host.pid === undefined) throw new Error('no host');
  started.push(host.pid);
  const line = await new Promise<string>((resolve) => host.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  const { watcher, hostTag } = JSON.parse(line) as { watcher: number; hostTag: string };
  started.push(watcher);
  const pids = await pidsIn(pidFile);
  return { pid: host.pid, watcher, hostTag, runFile, pids };
}

const gone = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isProcessRunning)).toEqual([]), { timeout: 8000 });

describe.skipIf(process.platform !== 'linux')('Warden', { concurrent: true }, () => {
  it('leaves nothing of a server when the host is killed with kill -9, grandchildren and setsid included (R37, R39, R44, try-out 33)', async () => {
    const host = await startHost();
    process.kill(host.pid, 'SIGKILL');
    await gone(host.pids);
    await gone([host.watcher]);
    expect(markedProcesses(host.hostTag)).toEqual([]);
  });

  it('leaves nothing when the host exits without a word (try-out 33)', async () => {
    const host = await startHost('exit');
    await gone([host.pid]);
    await gone([...host.pids, host.watcher]);
    expect(markedProcesses(host.hostTag)).toEqual([]);
  });

  it('ends everything itself when it is closed, and removes its record (R37)', async () => {
    const host = await startHost();
    expect(readRunFile(host.runFile)?.servers).toMatchObject([{ pid: host.pids[0], server: 'stubborn' }]);
    process.kill(host.pid, 'SIGTERM');
    await gone([...host.pids, host.pid, host.watcher]);
    expect(existsSync(host.runFile)).toBe(false);
  });

  it('survives the signals that end the host, and is replaced when it is killed', async () => {
    const host = await startHost();
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.kill(host.watcher, signal);
    expect(isProcessRunning(host.watcher)).toBe(true);
    process.kill(host.watcher, 'SIGKILL');
    await gone([host.watcher]);
    // The replacement needs no more than the host's notice of the exit.
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(host.pid, 'SIGKILL');
    await gone(host.pids);
  });

  it('does not touch a server that was taken off the list, and ends what that one left behind (R39)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'warden-'));
    await using warden = new Warden({ runFile: path.join(folder, 'servers.json') });
    const [one, two] = ['a', 'b'].map((letter) => `${warden.hostTag}-${letter.repeat(16)}`);
    const pids = [one, two].map((marker) => spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore', env: { [MARKER]: marker } }).pid ?? 0);
    started.push(...pids);
    const escaped = spawn('setsid', ['sleep', '600'], { stdio: 'ignore', env: { PATH: process.env['PATH'], [MARKER]: one } }).pid ?? 0;
    started.push(escaped);
    warden.add(pids[0] ?? 0, one ?? '', 'one');
    warden.add(pids[1] ?? 0, two ?? '', 'two');
    await warden.remove(pids[0] ?? 0);
    await gone([pids[0] ?? 0, escaped]);
    expect(isProcessRunning(pids[1] ?? 0)).toBe(true);
  });

  it('leaves nothing the moment it is told to kill, whatever a server ignores and wherever it moved (S12, R37)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'warden-'));
    await using warden = new Warden({ runFile: path.join(folder, 'servers.json') });
    const marker = `${warden.hostTag}-${'c'.repeat(16)}`;
    const child = spawn('/bin/sh', [here('stubborn-server.sh'), path.join(folder, 'pids')], { detached: true, stdio: 'ignore', env: { PATH: '/usr/bin:/bin', [MARKER]: marker } });
    warden.add(child.pid ?? 0, marker, 'stubborn');
    const pids = await pidsIn(path.join(folder, 'pids'));
    warden.killNow();
    expect(pids.filter(isProcessRunning)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('reapLeftovers', () => {
  const marker = 'f'.repeat(32);

  async function leftover(environment: Record<string, string>) {
    const folder = await mkdtemp(path.join(tmpdir(), 'reap-'));
    const pid = spawn('/bin/sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], { detached: true, stdio: 'ignore', env: { PATH: '/usr/bin:/bin', ...environment } }).pid ?? 0;
    started.push(pid);
    await expect.poll(() => identityOf(pid)).not.toBeNull();
    return { file: path.join(folder, 'servers.json'), pid, identity: await identityOf(pid) };
  }
  const deadHost = { pid: 2, identity: 'boot:0' };

  it('ends what a dead host and its dead watcher left, and tells which servers (R44)', async () => {
    const host = await startHost();
    process.kill(host.watcher, 'SIGSTOP');
    process.kill(host.pid, 'SIGKILL');
    await gone([host.pid]);
    process.kill(host.watcher, 'SIGKILL');
    for (const pid of host.pids) expect(isProcessRunning(pid)).toBe(true);
    expect(await reapLeftovers(host.runFile)).toEqual({ servers: ['stubborn'] });
    await gone(host.pids);
    expect(await reapLeftovers(host.runFile)).toEqual({ servers: [] });
  });

  it('never ends a stranger that got the pid of a dead server (R44)', async () => {
    const { file, pid, identity } = await leftover({});
    writeRunFile(file, { host: deadHost, servers: [{ pid, identity: `${identity}9`, marker, server: 'old' }] });
    expect(await reapLeftovers(file)).toEqual({ servers: [] });
    writeRunFile(file, { host: deadHost, servers: [{ pid, identity: null, marker, server: 'old' }] });
    expect(await reapLeftovers(file)).toEqual({ servers: [] });
    expect(isProcessRunning(pid)).toBe(true);
  });

  it('ends a process known by its marker alone', async () => {
    const { file, pid } = await leftover({ [MARKER]: marker });
    writeRunFile(file, { host: deadHost, servers: [{ pid: 4_000_000, identity: 'boot:1', marker, server: 'old' }] });
    expect(await reapLeftovers(file)).toEqual({ servers: ['old'] });
    await gone([pid]);
  });

  it('leaves everything alone while the host that wrote the record runs', async () => {
    const { file, pid, identity } = await leftover({ [MARKER]: marker });
    writeRunFile(file, { host: { pid: process.pid, identity: await identityOf(process.pid) }, servers: [{ pid, identity, marker, server: 'mine' }] });
    expect(await reapLeftovers(file)).toEqual({ servers: [] });
    expect(isProcessRunning(pid)).toBe(true);
  });

  it.each(['', '{', '[]', '{"host":{"pid":1},"servers":[{"pid":-1}]}', '{"host":{"pid":1,"identity":null},"servers":[{"pid":1,"identity":"x","marker":"","server":"x"}]}'])(
    'takes no harm from a broken record: %j',
    async (text) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'reap-'));
      await writeFile(path.join(folder, 'servers.json'), text);
      expect(await reapLeftovers(path.join(folder, 'servers.json'))).toEqual({ servers: [] });
    },
  );
});

describe.skipIf(process.platform !== 'linux')('endProcesses', () => {
  it('lets a polite process finish within the grace and finds nothing where nothing is (R37)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'end-'));
    const said = path.join(folder, 'said');
    const ready = path.join(folder, 'ready');
    const script = `trap 'echo bye > ${said}; exit 0' TERM; : > ${ready}; while :; do sleep 0.05; done`;
    const pid = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' }).pid ?? 0;
    started.push(pid);
    await expect.poll(() => existsSync(ready)).toBe(true);
    expect(await endProcesses([{ group: pid, marker: null }], 3000)).toBe(1);
    expect(await readFile(said, 'utf8')).toBe('bye\n');
    expect(await endProcesses([{ group: pid, marker: 'no-such-marker-anywhere' }], 3000)).toBe(0);
  });
});
