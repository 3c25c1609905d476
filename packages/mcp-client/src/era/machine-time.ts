/** The time of a call that is the machines' own: what a person takes to answer counts against no limit. */
import { LocalError } from '../errors.ts';
import { defaultLimits } from '../jsonrpc/pending.ts';
import type { RequestOptions } from '../jsonrpc/pending.ts';

/** Runs from `startedAt` on, between each `resume` and the next `stop`. */
export class MachineTime {
  readonly #totalMs: number;
  #spentMs = 0;
  #since: number;

  /** @param startedAt on the clock of `performance.now()` */
  constructor(options: RequestOptions, startedAt: number) {
    this.#totalMs = options.limits?.totalMs ?? defaultLimits.totalMs;
    this.#since = startedAt;
  }

  stop(): void {
    this.#spentMs += performance.now() - this.#since;
  }

  /**
   * The options for sending again, with what is left of the time.
   * @throws {LocalError} `total-timeout` when nothing is left
   */
  resume(method: string, options: RequestOptions): RequestOptions {
    const left = this.#totalMs - this.#spentMs;
    if (left <= 0) throw new LocalError('total-timeout', `${method} did not finish in time; the time of answering is not counted.`, { mayHaveHappened: true });
    this.#since = performance.now();
    return { ...options, limits: { ...options.limits, totalMs: left } };
  }
}
