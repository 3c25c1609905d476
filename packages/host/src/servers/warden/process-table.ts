/** What runs on this machine and is ours. Linux reads /proc; elsewhere `ps` (and PowerShell) say less. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { errnoOf } from '../errno.ts';
import { MARKER } from '../launch/environment.ts';

/**
 * Tells one process from a later one with the same pid: boot and start time. Null when the process is gone or the system
 * does not say.
 */
export async function identityOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
    const fields = stat === null ? null : statFields(stat);
    // A zombie is a process that has ended; its parent has just not asked yet.
    return fields === null || fields.state === 'Z' || fields.state === 'X' ? null : `${bootId()}:${fields.startedAt}`;
  }
  const text = process.platform === 'win32' ? await windowsStartTime(pid) : await output('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return text.trim() === '' ? null : text.trim();
}

/** Processes that inherited a marker starting with `prefix`, however far they moved from their parent. Linux only; elsewhere none. */
export function markedProcesses(prefix: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = Buffer.from(`${MARKER}=${prefix}`);
  return processIds().filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`);
      for (let at = environment.indexOf(wanted); at !== -1; at = environment.indexOf(wanted, at + 1)) {
        if (at === 0 || environment[at - 1] === 0) return true;
      }
      return false;
    } catch {
      // Gone in between, or somebody else's.
      return false;
    }
  });
}

/** True while the process runs; a zombie does not. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform !== 'linux') return canSignal(pid);
  const state = stateOf(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** True while a process of the group runs. Zombies that nobody reaps (containers without an init) do not count. */
export function isGroupRunning(group: number): boolean {
  if (!canSignal(-group)) return false;
  if (process.platform !== 'linux') return true;
  return processIds().some((pid) => {
    const fields = stateOf(pid);
    return fields !== undefined && fields.group === group && fields.state !== 'Z' && fields.state !== 'X';
  });
}

/** Sends a signal to a process, or to a whole group when `target` is negative. False when there was nobody. */
export function sendSignal(target: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Windows: ends a process and its descendants. */
export async function endTree(pid: number): Promise<void> {
  await output('taskkill', ['/PID', String(pid), '/T', '/F']);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

function canSignal(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

function stateOf(pid: number): ReturnType<typeof statFields> | undefined {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

function statFields(stat: string): { state: string; group: number; startedAt: string } {
  // proc(5): the command, in parentheses, may itself hold spaces and parentheses; the fields follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', group: Number(fields[2]), startedAt: fields[19] ?? '' };
}

let knownBootId: string | undefined;
function bootId(): string {
  try {
    knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    knownBootId = '';
  }
  return knownBootId;
}

function windowsStartTime(pid: number): Promise<string> {
  return output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', `(Get-Process -Id ${pid} -ErrorAction SilentlyContinue).StartTime.ToFileTimeUtc()`]);
}

function output(command: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { windowsHide: true, timeout: 5000, env: { ...process.env, LC_ALL: 'C' } }, (error, stdout) => resolve(error ? '' : stdout));
  });
}
