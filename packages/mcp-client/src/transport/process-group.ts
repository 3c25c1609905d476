/**
 * Ending a server's processes: the group it leads and, where the system lets us see them, descendants that left the group.
 * Killing only the direct child leaves `npx → node → server` chains behind.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const isWindows = process.platform === 'win32';

/** A process seen at one moment; `startedAt` tells it from a later one that got the same pid. */
interface SeenProcess {
  pid: number;
  parent: number;
  group: number;
  state: string;
  startedAt: string;
}

/** Sends a signal to the whole group led by `pid`; on Windows the tree is ended whatever the signal. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) {
    const force = signal === 'SIGKILL' ? ['/F'] : [];
    execFile('taskkill', ['/PID', String(pid), '/T', ...force], { windowsHide: true }, () => {});
    return;
  }
  sendSignal(-pid, signal);
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what was wanted.
  }
}

/** True while a process of the group runs. Zombies that nobody reaps (containers without an init) do not count. */
export async function isGroupAlive(pid: number): Promise<boolean> {
  try {
    process.kill(isWindows ? pid : -pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const all = await listProcesses();
  return all.some((p) => p.group === pid && p.state !== 'Z');
}

/**
 * Descendants of `pid` that are not in its group (they called setsid). They must be looked up before their parent dies,
 * for afterwards nothing ties them to it. Linux only; elsewhere the list is empty.
 */
export async function findEscaped(pid: number): Promise<SeenProcess[]> {
  if (process.platform !== 'linux') return [];
  const all = await listProcesses();
  const wanted = new Set([pid]);
  let grew = true;
  while (grew) {
    grew = false;
    for (const p of all) {
      if (wanted.has(p.parent) && !wanted.has(p.pid)) {
        wanted.add(p.pid);
        grew = true;
      }
    }
  }
  return all.filter((p) => wanted.has(p.pid) && p.group !== pid);
}

/** Signals those of `escaped` that still run; returns how many there were. */
export async function signalEscaped(escaped: SeenProcess[], signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  let alive = 0;
  for (const seen of escaped) {
    const now = await readProcess(String(seen.pid));
    if (now === undefined || now.startedAt !== seen.startedAt || now.state === 'Z') continue;
    alive += 1;
    sendSignal(seen.pid, signal);
  }
  return alive;
}

async function listProcesses(): Promise<SeenProcess[]> {
  const names = await readdir('/proc').catch(() => [] as string[]);
  const seen = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return seen.filter((p) => p !== undefined);
}

async function readProcess(pid: string): Promise<SeenProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // proc(5): the command, in parentheses, may itself hold spaces and parentheses; the fields follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(pid), state: fields[0] ?? '', parent: Number(fields[1]), group: Number(fields[2]), startedAt: fields[19] ?? '' };
}
