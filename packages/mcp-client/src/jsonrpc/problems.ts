/** Things tolerated, counted per kind, so that a flood of one kind stays one line that counts up. */

export interface Problem {
  kind: string;
  message: string;
  sample?: string;
  /** How often this kind was seen so far. */
  count: number;
}

interface Seen {
  count: number;
  told: number;
  toldAt: number;
  message: string;
  sample: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** At most one report per kind and second, and never a stale count at the end. */
const QUIET_MS = 1000;

/** Kinds are ours, so they are few; `close` stops the timers. */
export class ProblemCounter {
  readonly #seen = new Map<string, Seen>();
  readonly #tell: (problem: Problem) => void;

  constructor(tell: (problem: Problem) => void) {
    this.#tell = tell;
  }

  report(kind: string, message: string, sample?: string): void {
    const now = performance.now();
    let seen = this.#seen.get(kind);
    if (seen === undefined) {
      seen = { count: 0, told: 0, toldAt: -QUIET_MS, message, sample, timer: undefined };
      this.#seen.set(kind, seen);
    }
    seen.count += 1;
    seen.message = message;
    seen.sample = sample;
    if (seen.timer !== undefined) return;
    const wait = seen.toldAt + QUIET_MS - now;
    if (wait <= 0) this.#say(kind, seen);
    else {
      const late = seen;
      late.timer = setTimeout(() => {
        late.timer = undefined;
        this.#say(kind, late);
      }, wait);
      late.timer.unref();
    }
  }

  /** Tells what is still untold and stops. */
  close(): void {
    for (const [kind, seen] of this.#seen) {
      if (seen.timer === undefined) continue;
      clearTimeout(seen.timer);
      seen.timer = undefined;
      this.#say(kind, seen);
    }
  }

  #say(kind: string, seen: Seen): void {
    if (seen.count === seen.told) return;
    seen.told = seen.count;
    seen.toldAt = performance.now();
    this.#tell({ kind, message: seen.message, ...(seen.sample === undefined ? {} : { sample: seen.sample }), count: seen.count });
  }
}
