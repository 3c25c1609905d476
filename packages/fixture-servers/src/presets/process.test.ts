import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { isDict, parseJson } from '../engine/json.ts';
import { startHttpFixture, stdioFixture } from '../start.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('dies', () => {
  it('dies at start with its last words and exit code (try-out 7, R02)', async () => {
    const server = openStdio('dies');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr.toString()).toBe('boom: API_KEY missing\n');
    expect(server.stdout).toHaveLength(0);
  });

  it('dies of a signal (R02)', async () => {
    expect(await openStdio('dies', { signal: 'SIGKILL' }).exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('dies on the modern probe (P01, R03)', async () => {
    const server = openStdio('dies', { at: 'probe', code: 3 });
    server.send({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} });
    expect(await server.exited).toEqual({ code: 3, signal: null });
  });

  it('dies between the result of initialize and initialized (R04)', async () => {
    const server = openStdio('dies', { at: 'initialize' });
    expect(resultOf(await server.initialize())['protocolVersion']).toBe('2025-11-25');
    expect((await server.exited).code).toBe(1);
  });

  it('dies in a call before any answer, and after progress (R06)', async () => {
    const before = openStdio('dies', { at: 'call' });
    await before.initialize();
    before.send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'echo', _meta: { progressToken: 1 } } });
    await before.exited;
    expect(before.lines).toHaveLength(1);
    const after = openStdio('dies', { at: 'call-after-progress' });
    await after.initialize();
    after.send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'echo', _meta: { progressToken: 1 } } });
    await after.exited;
    expect(after.messages.filter(isDict).at(-1)?.['method']).toBe('notifications/progress');
  });

  it('dies in a list, when idle, at initialized (R05, R08)', async () => {
    const list = openStdio('dies', { at: 'list' });
    await list.initialize();
    list.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await list.exited).code).toBe(1);
    expect((await openStdio('dies', { at: 'idle', 'after-ms': 10, code: 0 }).exited).code).toBe(0);
    const ready = openStdio('dies', { at: 'initialized' });
    await ready.initialize();
    expect((await ready.exited).code).toBe(1);
  });

  it('dies only once when it is given a marker, so that a restart succeeds (S12)', async () => {
    const once = join(temporaryFolder(), 'marker');
    expect((await openStdio('dies', { once }).exited).code).toBe(1);
    expect(existsSync(once)).toBe(true);
    const second = openStdio('dies', { once });
    expect(resultOf(await second.initialize())).toHaveProperty('serverInfo');
  });
});

describe('silent', () => {
  it('answers nothing at all, or nothing from a method on (try-out 35, R10, R11)', async () => {
    const server = openStdio('silent', { from: 'tools/call' });
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'echo' } });
    await server.request('ping');
    expect(server.lines).toHaveLength(2);
    const mute = openStdio('silent');
    mute.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    mute.child.stdin.end();
    await mute.exited;
    expect(mute.stdout).toHaveLength(0);
  });
});

describe('slow-start', () => {
  it('reads nothing before its time, then answers (R10)', async () => {
    const server = openStdio('slow-start', { ms: 300 });
    const started = Date.now();
    await server.initialize();
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
  });
});

describe('stubborn', () => {
  it('stays when stdin ends and when SIGTERM comes; SIGKILL ends it (R37)', async () => {
    const record = join(temporaryFolder(), 'record');
    const server = openStdio('stubborn', { record });
    await server.initialize();
    server.child.stdin.end();
    server.child.kill('SIGTERM');
    const events = (): unknown[] => readFileSync(record, 'utf8').trim().split('\n').map(parseJson).flatMap((entry) => (isDict(entry) && 'event' in entry ? [entry['event']] : []));
    await server.until(() => events().length === 3);
    expect(new Set(events())).toEqual(new Set(['SIGTERM', 'start', 'stdin end']));
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGKILL');
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('closes stdout and lives on (R36)', async () => {
    const server = openStdio('stubborn', { close: 'stdout', 'after-ms': 1 });
    await new Promise((resolve) => {
      server.child.stdout.on('end', resolve);
    });
    expect(server.child.exitCode).toBeNull();
  });
});

describe('grandchild', () => {
  it.each([false, true])('leaves a grandchild that holds the pipes when it alone is killed; setsid %s (try-out 33, R39)', async (setsid) => {
    const pidFile = join(temporaryFolder(), 'pids');
    const server = openStdio('grandchild', { setsid, 'ignore-sigterm': true, 'pid-file': pidFile, life: 20 });
    await server.initialize();
    const pids = parseJson(textOf(await server.call('pids')));
    expect(parseJson(readFileSync(pidFile, 'utf8'))).toEqual(pids);
    const grandchild = isDict(pids) ? Number(pids['grandchild']) : 0;
    onTestFinished(() => {
      if (isAlive(grandchild)) process.kill(grandchild, 'SIGKILL');
    });
    const exit = new Promise((resolve) => {
      server.child.once('exit', resolve);
    });
    server.child.kill('SIGKILL');
    await exit;
    expect(isAlive(grandchild)).toBe(true);
    expect(server.child.stdout.readableEnded).toBe(false);
    process.kill(grandchild, 'SIGTERM');
    process.kill(grandchild, 'SIGKILL');
    await server.exited;
  });
});

describe('argv-env and printenv', () => {
  it('show argv, environment and folder byte for byte (try-out 3, T:A12)', async () => {
    const words = ['C:\\A B', 'a"b', '100%', 'x&y', '$(id)', ''];
    const server = openStdio('argv-env', {}, words, { PATH: '/nowhere', K: 'välue' });
    await server.initialize();
    const shown = parseJson(textOf(await server.call('show')));
    expect(shown).toMatchObject({ argv: words, cwd: process.cwd() });
    expect(isDict(shown) && shown['env']).toEqual({ PATH: '/nowhere', K: 'välue' });
  });

  it('printenv shows every variable that reached it (T:A13)', async () => {
    const server = openStdio('printenv', {}, [], { PATH: '/nowhere', OPENAI_API_KEY: 'MK-1' });
    await server.initialize();
    expect(textOf(await server.call('printenv')).split('\n').toSorted()).toEqual(['OPENAI_API_KEY=MK-1', 'PATH=/nowhere']);
  });
});

describe('every stdio fixture', () => {
  it('records what it received and ends with its stdin (R09)', async () => {
    const record = join(temporaryFolder(), 'record');
    const server = openStdio('basic', { record });
    await server.request('ping');
    server.child.stdin.end();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    const entries = readFileSync(record, 'utf8').trim().split('\n').map(parseJson);
    expect(entries).toMatchObject([{ event: 'start', pid: server.child.pid }, { line: expect.stringContaining('"ping"') }, { event: 'stdin end' }]);
  });

  it('names the fixtures when it is given none, or one that it does not know', () => {
    const [entry = ''] = stdioFixture('basic').args;
    for (const words of [[], ['no-such-fixture']]) {
      const { status, stderr } = spawnSync(process.execPath, [entry, ...words], { encoding: 'utf8' });
      expect(status).toBeGreaterThan(0);
      expect(stderr).toContain('many-tools');
    }
  });

  it('refuses an option that the fixture does not have', async () => {
    await expect(startHttpFixture('dies', { moment: 'start' })).rejects.toThrow('dies has no option --moment');
  });
});
