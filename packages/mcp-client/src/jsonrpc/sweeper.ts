/**
 * One timer for all deadlines of a connection. A request costs nothing here unless it is the next to expire, which keeps
 * timers off the path of a quick call.
 */

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls `sweep` when the earliest announced deadline has come; `sweep` returns the next one, or Infinity for none. */
export class Sweeper {
  readonly #sweep: (now: number) => number;
  #timer: NodeJS.Timeout | undefined;
  #at = Number.POSITIVE_INFINITY;

  constructor(sweep: (now: number) => number) {
    this.#sweep = sweep;
  }

  /** @param deadline on the clock of `performance.now()` */
  announce(deadline: number): void {
    if (deadline >= this.#at) return;
    this.#arm(deadline);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#at = Number.POSITIVE_INFINITY;
  }

  #arm(deadline: number): void {
    clearTimeout(this.#timer);
    this.#at = deadline;
    if (deadline === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(deadline - performance.now())));
    this.#timer = setTimeout(() => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#arm(this.#sweep(performance.now()));
    }, wait);
    // A pending deadline must not keep the program alive; its process or socket does.
    this.#timer.unref();
  }
}
