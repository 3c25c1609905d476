/** Ends whatever is left of a server: its group, and on Linux everything that carries its marker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endTree, isGroupRunning, isProcessRunning, markedProcesses, sendSignal } from './process-table.ts';

export interface Leftover {
  /** Process group, which on POSIX is the pid of the server's first process; null when only the marker is known. */
  group: number | null;
  /** A server's marker, or the part that all servers of one host share. */
  marker: string | null;
}

/**
 * SIGTERM, `graceMs` to leave, SIGKILL until nothing is left.
 * @param reach `found`: only what was there at the call; `marked`: also what appears with a marker while waiting
 * @returns how many groups and marked processes were found alive at the beginning.
 */
export async function endProcesses(leftovers: readonly Leftover[], graceMs: number, reach: 'found' | 'marked' = 'marked'): Promise<number> {
  if (process.platform === 'win32') {
    const pids = leftovers.flatMap(({ group }) => (group === null ? [] : [group]));
    await Promise.all(pids.map(endTree));
    return pids.length;
  }
  const found = signalAll(leftovers, 'SIGTERM');
  if (found.length === 0) return 0;
  const deadline = performance.now() + graceMs;
  // While waiting only those found are looked at: a look at every process of the machine is dear.
  while (performance.now() < deadline && found.some(isTargetRunning)) await sleep(50);
  if (reach === 'found') {
    for (const target of found.filter(isTargetRunning)) sendSignal(target, 'SIGKILL');
    return found.length;
  }
  // Several rounds: a process may fork between the look and the signal.
  for (let round = 0; round < 20 && signalAll(leftovers, 'SIGKILL').length > 0; round += 1) await sleep(50);
  return found.length;
}

/** SIGKILL to all of it without waiting, in several rounds as a process may fork between the look and the signal. Not on Windows. */
export function killProcesses(leftovers: readonly Leftover[]): void {
  if (process.platform === 'win32') return;
  for (let round = 0; round < 20 && signalAll(leftovers, 'SIGKILL').length > 0; round += 1) pause(20);
}

/** Blocks: nothing else may happen before the host goes. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** @returns what was signalled: pids, and groups as negative numbers. */
function signalAll(leftovers: readonly Leftover[], signal: 'SIGTERM' | 'SIGKILL'): number[] {
  const targets: number[] = [];
  for (const { group, marker } of leftovers) {
    if (group !== null && isGroupRunning(group)) targets.push(-group);
    if (marker !== null) targets.push(...markedProcesses(marker));
  }
  for (const target of targets) sendSignal(target, signal);
  return targets;
}

function isTargetRunning(target: number): boolean {
  return target < 0 ? isGroupRunning(-target) : isProcessRunning(target);
}
