/** Processes: how they start, die, and are ended. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FixtureName, FixtureOptions } from '@portolan/fixture-servers/start';
import { describe, expect, it } from 'vitest';
import { connect } from '../src/connect.ts';
import type { StdioTarget } from '../src/connect.ts';
import { ConnectError, LocalError } from '../src/errors.ts';
import { createStdioTransport } from '../src/transport/stdio.ts';
import { defaultCaps } from '../src/transport/transport.ts';
import type { Transport } from '../src/transport/transport.ts';
import { afterTest, callText, isAlive, openStdio, openTarget, scratch, scriptTarget, stdioTarget, until } from './fixtures.ts';

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };

async function failure(target: StdioTarget): Promise<ConnectError> {
  const error: unknown = await connect({ ...identity, target }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

async function localError(promise: Promise<unknown>): Promise<LocalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LocalError)) throw new Error(`expected a LocalError, got ${String(error)}`);
  return error;
}

const silentEvents = { onMessage: () => {}, onRequestLost: () => {}, onProblem: () => {}, onClosed: () => {} };

/** A transport alone, with short steps of the stop ladder. */
async function startTransport(name: FixtureName, options: FixtureOptions = {}): Promise<{ transport: Transport; pid: number; processes: string[]; ready: () => Promise<void> }> {
  const processes: string[] = [];
  const answered = Promise.withResolvers<void>();
  let pid = 0;
  const transport = createStdioTransport(stdioTarget(name, options), {
    caps: defaultCaps,
    stopStepMs: 300,
    onProcess: (event) => {
      processes.push(event.type);
      pid = event.pid;
    },
  });
  afterTest(() => transport.close());
  await transport.start({ ...silentEvents, onMessage: () => answered.resolve() });
  const ready = async (): Promise<void> => {
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'server/discover' });
    await answered.promise;
  };
  return { transport, pid, processes, ready };
}

describe('starting', () => {
  const base = { kind: 'stdio' as const, args: [], env: { PATH: '/usr/bin:/bin' } };

  it('names a command that does not exist and the folders searched (R01, bug B23, try-out 1)', async () => {
    const error = await failure({ ...base, command: 'no-such-command-anywhere' });
    expect(error).toMatchObject({ kind: 'spawn', closeReason: { kind: 'spawn-failed', code: 'ENOENT' } });
    expect(error.message).toContain('"no-such-command-anywhere"');
    expect(error.message).toContain('/usr/bin:/bin');
  });

  it('tells a missing file, a missing interpreter, a file without permission and a directory apart (R01)', async () => {
    const directory = scratch();
    const script = path.join(directory, 'script');
    writeFileSync(script, '#!/no/such/interpreter\n');
    expect((await failure({ ...base, command: path.join(directory, 'missing') })).message).toContain('There is no file');
    expect(await failure({ ...base, command: script })).toMatchObject({ closeReason: { code: 'EACCES' } });
    chmodSync(script, 0o755);
    expect((await failure({ ...base, command: script })).message).toContain('interpreter');
    expect(await failure({ ...base, command: directory })).toMatchObject({ kind: 'spawn', closeReason: { code: 'EACCES' } });
  });

  it('names a working directory that cannot be used (R01)', async () => {
    const directory = scratch();
    const file = path.join(directory, 'file');
    writeFileSync(file, '');
    const missing = await failure({ ...base, command: process.execPath, cwd: path.join(directory, 'missing') });
    expect(missing).toMatchObject({ kind: 'spawn', closeReason: { code: 'EBADCWD' } });
    expect(missing.message).toContain('does not exist');
    expect((await failure({ ...base, command: process.execPath, cwd: file })).message).toContain('not a directory');
  });

  it('passes arguments byte for byte and exactly the given environment and directory (try-out 3, bug B23, T:A12, T:A13)', async () => {
    const directory = path.join(scratch(), 'A B');
    mkdirSync(directory);
    const words = ['C:\\A B', 'a"b', '100%', 'x&y', '$(id)', '', 'ü 你好', "it's", 'a\nb'];
    const target = stdioTarget('argv-env');
    const { client } = await openTarget({ ...target, args: [...target.args, ...words], cwd: directory, env: { PATH: '/usr/bin', GIVEN: 'yes' } });
    const shown: { argv: string[]; env: Record<string, string>; cwd: string } = JSON.parse(await callText(client, 'show'));
    expect(shown.argv).toEqual(words);
    expect(shown.cwd).toBe(directory);
    expect(shown.env).toEqual({ PATH: '/usr/bin', GIVEN: 'yes' });
  });
});

describe('dying', () => {
  it('says with which code and which last words a server exited at once (R02, try-out 7)', async () => {
    const error = await failure(scriptTarget("console.error('boom: API_KEY missing');process.exit(3)"));
    expect(error).toMatchObject({ kind: 'exited', closeReason: { kind: 'exit', code: 3, signal: null } });
    expect(error.message).toContain('code 3');
    expect(error.message).toContain('boom: API_KEY missing');
  });

  it('names the signal that ended a server before it answered (R02)', async () => {
    const error = await failure(stdioTarget('dies', { at: 'start', signal: 'SIGSEGV' }));
    expect(error).toMatchObject({ kind: 'exited', closeReason: { kind: 'exit', code: null, signal: 'SIGSEGV' } });
    expect(error.attempts.join('\n')).toContain('once more');
  });

  it('reports an end right after the answer to initialize as the end of the connection (R03)', async () => {
    const { client } = await openStdio('dies', { at: 'initialize', code: 4, era: 'legacy' });
    expect(await client.closed).toEqual({ kind: 'exit', code: 4, signal: null });
  });

  it.each([{ at: 'initialized', code: 5, era: 'legacy' }, { at: 'idle', code: 5 }])('reports the end of an open connection: %j (R04, R08)', async (options) => {
    const { client, events, processes } = await openStdio('dies', options);
    expect(await client.closed).toEqual({ kind: 'exit', code: 5, signal: null });
    expect(events.at(-1)).toEqual({ type: 'closed', reason: { kind: 'exit', code: 5, signal: null } });
    await until(() => processes.at(-1)?.type === 'gone');
    const error = await localError(client.listTools());
    expect(error).toMatchObject({ kind: 'connection-closed', mayHaveHappened: false });
  });

  it.each([{ at: 'call' }, { at: 'call-after-progress' }])('settles a call at once when the server dies in it: %j (R06)', async (options) => {
    const { client } = await openStdio('dies', { ...options, code: 7 });
    const error = await localError(client.callTool('echo', { message: 'x' }, { onProgress: () => {} }));
    expect(error).toMatchObject({ kind: 'connection-closed', mayHaveHappened: true, closeReason: { kind: 'exit', code: 7 } });
    expect(error.message).toContain('code 7');
  });

  it('settles a list when the server dies on it (R05)', async () => {
    const { client } = await openStdio('dies', { at: 'list' });
    expect(await localError(client.listTools())).toMatchObject({ kind: 'connection-closed' });
  });

  it('delivers an answer without a line end that is written just before the exit (R19)', async () => {
    const { client } = await openStdio('framing', { how: 'no-newline' });
    expect(await callText(client, 'echo', { message: 'last' })).toBe('Echo: last');
    expect(await client.closed).toEqual({ kind: 'exit', code: 0, signal: null });
  });

  it('is over when the process exits though a grandchild holds the pipes, and ends the grandchild (row 6, R39, B1)', async () => {
    const { client, processes } = await openStdio('grandchild');
    const pids: { pid: number; grandchild: number } = JSON.parse(await callText(client, 'pids'));
    process.kill(pids.pid, 'SIGKILL');
    expect(await client.closed).toEqual({ kind: 'exit', code: null, signal: 'SIGKILL' });
    await until(() => !isAlive(pids.grandchild));
    await until(() => processes.at(-1)?.type === 'gone');
  });

  it('gives a server up that closes its output and lives on (R36)', async () => {
    const { client, processes } = await openStdio('stubborn', { close: 'stdout', 'after-ms': 300 });
    expect(await client.closed).toEqual({ kind: 'stdout-closed' });
    await until(() => processes.at(-1)?.type === 'gone', 8000);
  });
});

describe('ending', () => {
  it('ends with the end of stdin when the server is polite (H76)', async () => {
    const { client, processes } = await openStdio('basic');
    await client.close();
    expect(await client.closed).toEqual({ kind: 'closed-by-us' });
    expect(processes.map(({ type }) => type)).toEqual(['spawned', 'gone']);
    expect(isAlive(processes[0]?.pid ?? 0)).toBe(false);
  });

  it('kills a server that ignores the end of stdin and SIGTERM (R37)', async () => {
    const { transport, pid, processes, ready } = await startTransport('stubborn');
    // Ready to ignore both, and not still loading.
    await ready();
    await transport.close();
    expect(processes).toEqual(['spawned', 'gone']);
    expect(isAlive(pid)).toBe(false);
  });

  it('kills a server that was stopped by SIGSTOP (R38, try-out 32)', async () => {
    const { transport, pid } = await startTransport('basic');
    process.kill(pid, 'SIGSTOP');
    await transport.close();
    expect(isAlive(pid)).toBe(false);
  });

  it.each([{}, { 'ignore-sigterm': true }, { stubborn: true, 'ignore-sigterm': true }, { setsid: true }, { setsid: true, stubborn: true, 'ignore-sigterm': true }])(
    'leaves no grandchild behind: %j (B1, R39, try-out 33)',
    async (options) => {
      const file = path.join(scratch(), 'pids');
      const { transport, processes } = await startTransport('grandchild', { ...options, 'pid-file': file });
      await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('}'));
      const pids: { pid: number; grandchild: number } = JSON.parse(readFileSync(file, 'utf8'));
      expect(isAlive(pids.grandchild)).toBe(true);
      await transport.close();
      expect(processes).toEqual(['spawned', 'gone']);
      expect([isAlive(pids.pid), isAlive(pids.grandchild)]).toEqual([false, false]);
    },
  );

  it('leaves nothing behind when it is closed while it starts', async () => {
    const processes: number[] = [];
    const transport = createStdioTransport(stdioTarget('basic'), { caps: defaultCaps, stopStepMs: 300, onProcess: ({ pid }) => processes.push(pid) });
    const starting = transport.start(silentEvents);
    await transport.close();
    await starting.catch(() => {});
    expect(processes.map(isAlive)).not.toContain(true);
  });

  it('rejects what is open when it is closed', async () => {
    const { client } = await openStdio('sleepy');
    const hanging = localError(client.callTool('hang', {}));
    await client.callTool('quick', {});
    await client.close();
    expect(await hanging).toMatchObject({ kind: 'connection-closed', mayHaveHappened: true, closeReason: { kind: 'closed-by-us' } });
  });
});

describe('a server that does not read', () => {
  it('does not hang on 50 MB to a server that dies without reading them (R35, B3)', async () => {
    const script = `process.stdin.once('data',(d)=>{const m=JSON.parse(String(d).split('\\n')[0]);console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{supportedVersions:['2026-07-28'],capabilities:{tools:{}}}}));process.stdin.pause();setTimeout(()=>process.exit(9),500)})`;
    const { client } = await openTarget(scriptTarget(script));
    const error = await localError(client.callTool('x', { text: 'y'.repeat(50_000_000) }));
    // The line was never complete on the other side, so the tool cannot have run.
    expect(error).toMatchObject({ kind: 'connection-closed', mayHaveHappened: false });
  });

  it('refuses to pile up more than the limit for a server that never reads (R35)', async () => {
    const script = `process.stdin.once('data',(d)=>{const m=JSON.parse(String(d).split('\\n')[0]);console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{supportedVersions:['2026-07-28'],capabilities:{tools:{}}}}));process.stdin.pause();setInterval(()=>{},1000)})`;
    const { client } = await openTarget(scriptTarget(script), { caps: { frameBytes: 1_000_000 } });
    const first = localError(client.callTool('x', { text: 'y'.repeat(2_000_000) }));
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    const second = await localError(client.callTool('x', {}));
    expect(second.message).toContain('does not read its input');
    expect(second.mayHaveHappened).toBe(false);
    await client.close();
    expect((await first).kind).toBe('connection-closed');
  });
});

describe('stderr', () => {
  it('drains a flood on stderr and keeps serving (R34, B2)', async () => {
    let bytes = 0;
    const { client } = await openStdio('stderr', { flood: 8 }, {
      onStderr: (chunk) => {
        bytes += chunk.length;
      },
    });
    expect(await callText(client, 'echo', { message: 'x' })).toBe('Echo: x');
    await until(() => bytes > 8 * 1024 * 1024);
  });
});
