/** Counts failures and says when, or whether, to try again (threats-and-faults: three crashes in five minutes ask the person). */
import type { Policy } from './policy.ts';

type RestartPolicy = Pick<Policy, 'firstDelayMs' | 'maxDelayMs' | 'jitter' | 'crashes' | 'crashWindowMs' | 'stableMs'>;

export type NextStep = { kind: 'retry'; delayMs: number } | { kind: 'give-up' };

export class Restarts {
  readonly #policy: RestartPolicy;
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #crashes: number[] = [];
  #readyAt: number | null = null;

  /** @param now a clock that neither jumps nor follows the wall clock, in milliseconds */
  constructor(policy: RestartPolicy, now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#policy = policy;
    this.#now = now;
    this.#random = random;
  }

  /** Crashes that still count. */
  get crashes(): number {
    const since = this.#now() - this.#policy.crashWindowMs;
    this.#crashes = this.#crashes.filter((at) => at > since);
    return this.#crashes.length;
  }

  /** The connection stands. */
  ready(): void {
    this.#readyAt = this.#now();
  }

  /** A crash counts towards giving up; an unreachable network does not, for it may come back by itself. */
  failed(kind: 'crash' | 'network'): NextStep {
    if (this.#readyAt !== null && this.#now() - this.#readyAt >= this.#policy.stableMs) this.#failures = 0;
    this.#readyAt = null;
    if (kind === 'crash') {
      this.#crashes.push(this.#now());
      if (this.crashes >= this.#policy.crashes) return { kind: 'give-up' };
    }
    const plain = Math.min(this.#policy.maxDelayMs, this.#policy.firstDelayMs * 2 ** this.#failures);
    this.#failures += 1;
    return { kind: 'retry', delayMs: Math.round(plain * (1 - this.#policy.jitter * this.#random())) };
  }

  /** The person asked for something: everything is forgiven. */
  reset(): void {
    this.#failures = 0;
    this.#crashes = [];
    this.#readyAt = null;
  }
}
