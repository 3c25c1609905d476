/** A data folder of a test's own, and what can be read in it from outside. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class DataFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'portolan-e2e-'));
  /** The home folder of everything the test starts: nothing of the real one is read, and by it processes are told apart. */
  readonly home = mkdtempSync(join(tmpdir(), 'portolan-home-'));

  /** The process of the host that holds this folder now. */
  hostPid(): number {
    return (JSON.parse(readFileSync(join(this.path, 'instance.json'), 'utf8')) as { pid: number }).pid;
  }

  remove(): void {
    for (const folder of [this.path, this.home]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** One that has ended and waits to be reaped, as orphans may in a container, is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}
