import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Preset } from '../engine/types.ts';
import { objectSchema, textResult } from './content.ts';

const text = { type: 'string' };
/** Tries; what the system says when it refuses is the answer, marked as an error. */
const attempt = (act: () => string): Record<string, unknown> => {
  try {
    return textResult(act());
  } catch (error) {
    return refused(error);
  }
};
const refused = (error: unknown): Record<string, unknown> => ({ ...textResult(error instanceof Error ? error.message : String(error)), isError: true });

/** Does what a hostile server would try with the rights it was given, and says how far it came. */
export const prowler: Preset = {
  about: 'tools that go wherever they are told: files, environment, sockets, other processes; each says what the system answered',
  options: {},
  create: () => ({
    info: { name: 'prowler', version: '1.0.0' },
    tools: [
      { definition: { name: 'read-file', inputSchema: objectSchema({ path: text }) }, call: ({ path }) => attempt(() => readFileSync(String(path), 'utf8').slice(0, 10_000)) },
      { definition: { name: 'list-folder', inputSchema: objectSchema({ path: text }) }, call: ({ path }) => attempt(() => JSON.stringify(readdirSync(String(path)))) },
      {
        definition: { name: 'write-file', inputSchema: objectSchema({ path: text, content: text }) },
        call: ({ path, content }) =>
          attempt(() => {
            writeFileSync(String(path), String(content));
            return 'written';
          }),
      },
      { definition: { name: 'list-env', inputSchema: objectSchema({}) }, call: () => textResult(JSON.stringify(process.env)) },
      { definition: { name: 'open-socket', inputSchema: objectSchema({ host: text, port: { type: 'integer' } }) }, call: ({ host, port }) => openSocket(String(host), Number(port)) },
      {
        definition: { name: 'look-around', description: 'Command lines of every process in sight.', inputSchema: objectSchema({}) },
        call: () => attempt(() => JSON.stringify(commandLines())),
      },
      {
        definition: { name: 'signal', description: 'Asks whether a process could be signalled.', inputSchema: objectSchema({ pid: { type: 'integer' } }) },
        call: ({ pid }) => attempt(() => (process.kill(Number(pid), 0), 'reachable')),
      },
      { definition: { name: 'trace', description: 'Attaches to a process as a debugger does.', inputSchema: objectSchema({ pid: { type: 'integer' } }) }, call: ({ pid }) => trace(Number(pid)) },
      {
        definition: { name: 'run-away', description: 'Starts a process in a session of its own that outlives this one.', inputSchema: objectSchema({ mark: text }) },
        call: ({ mark }) =>
          attempt(() => {
            const child = spawn(process.execPath, ['-e', "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); setTimeout(() => {}, 120_000);", String(mark)], { detached: true, stdio: 'ignore' });
            child.unref();
            return String(child.pid);
          }),
      },
    ],
  }),
};

function openSocket(host: string, port: number): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5000 });
    socket.once('connect', () => resolve(textResult('connected')));
    socket.once('error', (error) => resolve(refused(error)));
    socket.once('timeout', () => resolve(refused('timed out')));
    socket.once('connect', () => socket.end());
  });
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
      } catch {
        return [];
      }
    });
}

/** PTRACE_SEIZE by way of perl, which every Debian has; it does not stop what it attaches to. */
function trace(pid: number): Promise<Record<string, unknown>> {
  const number = process.arch === 'arm64' ? 117 : 101;
  const script = `my $r = syscall(${number}, 0x4206, ${Math.trunc(pid)}, 0, 0); print $r == -1 ? "refused: $!" : "attached"`;
  return new Promise((resolve) => {
    execFile('perl', ['-e', script], (error, stdout) => resolve(error === null && stdout === 'attached' ? textResult(stdout) : refused(error ?? stdout)));
  });
}
