/** The processes of one server: usually one, for a moment two when the era has to be found out by a second start. */
import { makeLikelyVictim } from './warden/memory-victim.ts';
import type { Warden } from './warden/warden.ts';

export class Processes {
  readonly #warden: Warden;
  readonly #onChange: () => void;
  readonly #alive = new Set<number>();
  #waiting: (() => void)[] = [];
  current: number | null = null;

  constructor(warden: Warden, onChange: () => void) {
    this.#warden = warden;
    this.#onChange = onChange;
  }

  add(pid: number, marker: string, server: string): void {
    this.#warden.add(pid, marker, server);
    makeLikelyVictim(pid);
    this.#alive.add(pid);
    this.current = pid;
    this.#onChange();
  }

  /** The group is gone; the warden still ends what had left it. */
  remove(pid: number): void {
    if (this.current === pid) this.current = null;
    this.#onChange();
    void this.#warden.remove(pid).finally(() => {
      this.#alive.delete(pid);
      if (this.#alive.size === 0) for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** Resolves when none is left, or after `limitMs`: then the warden keeps it on its list. */
  gone(limitMs: number): Promise<void> {
    if (this.#alive.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
