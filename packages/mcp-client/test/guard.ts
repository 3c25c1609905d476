/**
 * Fails a test that leaves something behind: a rejection nobody handles, an uncaught error, a process, a socket.
 * Whoever imports this file has every test of the file guarded; it looks after everything else was cleaned up.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach } from 'vitest';

/** In the environment of every process that a test starts, so that it is known even when its parents are gone. */
export const processMark = { MCP_CLIENT_TEST: String(process.pid) };

/** Sockets and processes may take this long to go once they were told to, in milliseconds. */
const settleMs = 5_000;

const failures: string[] = [];
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (reason: unknown) => failures.push(`${event}: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`));
}

/** What a connection holds of the system. Worker threads and the pipe to the test runner are not among them. */
const kinds = new Set(['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'PipeConnectWrap', 'TCPConnectWrap', 'GetAddrInfoReqWrap']);

/** Looking at every process of the machine takes a while, so it is done only where one was started. */
let hasStarted = false;
subscribe('child_process', () => {
  hasStarted = true;
});

beforeEach(({ onTestFinished }) => {
  failures.length = 0;
  hasStarted = false;
  const resourcesBefore = resources();
  // Registered before any cleanup of the test, therefore run after all of it.
  onTestFinished(async () => {
    const deadline = performance.now() + settleMs;
    for (;;) {
      const left = leftOver(resourcesBefore);
      if (left.length === 0) break;
      if (performance.now() > deadline) throw new Error(`The test left behind: ${left.join(', ')}`);
      await wait(10);
    }
    // Rejections are told one turn late.
    await wait(0);
    if (failures.length > 0) throw new Error(`Nobody handled: ${failures.splice(0).join('\n')}`);
  });
});

/** What was left behind since `resourcesBefore`, in words; processes are looked for when one was started in this test. */
export function leftOver(resourcesBefore: Map<string, number>): string[] {
  const left = (hasStarted ? ownProcesses() : []).map(([pid, command]) => `process ${pid} (${command})`);
  for (const [kind, count] of resources()) {
    const more = count - (resourcesBefore.get(kind) ?? 0);
    if (more > 0) left.push(`${more} × ${kind}`);
  }
  return left;
}

/** How many handles of each kind are open. */
export function resources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) if (kinds.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Running processes that bear the mark or descend from this one, with their commands. Linux only. */
function ownProcesses(): [pid: number, command: string][] {
  if (process.platform !== 'linux') return [];
  const parents = new Map<number, number>();
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const name of names) {
    const stat = read(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] !== undefined && fields[0] !== '' && fields[0] !== 'Z') parents.set(Number(name), Number(fields[1]));
  }
  const own = [...parents.keys()].filter((pid) => pid !== process.pid && (descends(pid, parents) || read(`/proc/${pid}/environ`).includes(`MCP_CLIENT_TEST=${process.pid}\0`)));
  return own.map((pid) => [pid, read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 120)]);
}

function descends(pid: number, parents: Map<number, number>): boolean {
  for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at)) if (at === process.pid) return true;
  return false;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
