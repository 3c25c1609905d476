/**
 * A server's processes as one thing: the group it leads and, where the system lets us see them, descendants that left the
 * group. Killing only the direct child leaves `npx → node → server` chains behind.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const isWindows = process.platform === 'win32';

export type EndSignal = 'SIGTERM' | 'SIGKILL';

/** A process seen at one moment; `startedAt` tells it from a later one that got the same pid. */
interface SeenProcess {
  pid: number;
  parent: number;
  group: number;
  state: string;
  startedAt: string;
}

/** The processes that stem from one child, which must lead a process group of its own (on Windows: the child and its tree). */
export class ProcessTree {
  readonly #pid: number;
  readonly #isContainer: boolean;
  readonly #escaped: SeenProcess[] = [];

  /** @param isContainer the first process only holds the others, and its end would be theirs without a word */
  constructor(pid: number, { isContainer = false }: { isContainer?: boolean } = {}) {
    this.#pid = pid;
    this.#isContainer = isContainer;
  }

  /**
   * Remembers descendants outside the group (they called setsid). To be called while their parents live: afterwards
   * nothing ties them to us. Linux only.
   */
  async look(): Promise<void> {
    if (process.platform !== 'linux') return;
    const all = await listProcesses();
    const wanted = new Set([this.#pid]);
    for (let size = 0; size < wanted.size; ) {
      size = wanted.size;
      for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
    }
    const known = new Set(this.#escaped.map(({ pid }) => pid));
    this.#escaped.push(...all.filter(({ pid, group }) => wanted.has(pid) && group !== this.#pid && !known.has(pid)));
  }

  /** Signals every process of the tree that still runs; on Windows the tree is ended whatever the signal. */
  async signal(signal: EndSignal): Promise<void> {
    if (isWindows) {
      const force = signal === 'SIGKILL' ? ['/F'] : [];
      execFile('taskkill', ['/PID', String(this.#pid), '/T', ...force], { windowsHide: true }, () => {});
      return;
    }
    if (this.#isContainer && signal === 'SIGTERM' && (await this.#signalInside(signal))) return;
    send(-this.#pid, signal);
    for (const { pid } of await this.#runningEscaped()) send(pid, signal);
  }

  /** True while any process of the tree runs. Zombies that nobody reaps (containers without an init) do not count. */
  async isAlive(): Promise<boolean> {
    if (await this.#isGroupAlive()) return true;
    return (await this.#runningEscaped()).length > 0;
  }

  /** @returns false when nothing runs inside that could be asked */
  async #signalInside(signal: EndSignal): Promise<boolean> {
    const inside = (await this.#runningEscaped()).map(({ pid }) => pid);
    const group = (await listProcesses()).filter((each) => each.group === this.#pid && each.pid !== this.#pid && each.state !== 'Z').map(({ pid }) => pid);
    for (const pid of [...inside, ...group]) send(pid, signal);
    return inside.length + group.length > 0;
  }

  async #isGroupAlive(): Promise<boolean> {
    try {
      process.kill(isWindows ? this.#pid : -this.#pid, 0);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
    }
    if (process.platform !== 'linux') return true;
    const all = await listProcesses();
    return all.some(({ group, state }) => group === this.#pid && state !== 'Z');
  }

  async #runningEscaped(): Promise<SeenProcess[]> {
    const now = await Promise.all(this.#escaped.map(({ pid }) => readProcess(String(pid))));
    return this.#escaped.filter(({ startedAt }, index) => now[index]?.startedAt === startedAt && now[index].state !== 'Z');
  }
}

function send(pid: number, signal: EndSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what was wanted.
  }
}

async function listProcesses(): Promise<SeenProcess[]> {
  const names = await readdir('/proc').catch((): string[] => []);
  const seen = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return seen.filter((each) => each !== undefined);
}

async function readProcess(pid: string): Promise<SeenProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // proc(5): the command, in parentheses, may itself hold spaces and parentheses; the fields follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(pid), state: fields[0] ?? '', parent: Number(fields[1]), group: Number(fields[2]), startedAt: fields[19] ?? '' };
}
