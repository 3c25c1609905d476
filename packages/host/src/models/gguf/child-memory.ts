/** What a process holds in memory. Linux says it in /proc; elsewhere nobody is asked, and nothing is known. */
import { readFile } from 'node:fs/promises';

export interface ProcessMemory {
  /** Bytes it has in memory, pages of its files among them. */
  resident: number;
  /** Bytes of its own, which the system cannot take back as it can pages of a file. */
  own: number;
}

export async function memoryOf(pid: number): Promise<ProcessMemory | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
  const [resident, own] = [bytes('VmRSS'), bytes('RssAnon')];
  return Number.isFinite(resident) && Number.isFinite(own) ? { resident, own } : null;
}

/** How often the system has ended a process for want of memory since it started; null where it does not say. */
export async function memoryKills(): Promise<number | null> {
  const found = /^oom_kill (\d+)$/m.exec(await readFile('/proc/vmstat', 'utf8').catch(() => ''));
  return found === null ? null : Number(found[1]);
}
