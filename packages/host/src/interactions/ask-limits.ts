/** How much one server may ask (E07, H48): a person who is asked without end says yes without reading. */
export interface AskRates {
  /** Questions within a minute. */
  perMinute: number;
  /** Questions that an older server asks during one call; newer ones are held to it by the engine's rounds. */
  perCall: number;
}

export const defaultAskRates: AskRates = { perMinute: 20, perCall: 10 };

const minute = 60_000;

/** The questions of one connection. */
export class AskLimits {
  readonly #rates: AskRates;
  readonly #now: () => number;
  readonly #times: number[] = [];
  readonly #byCall = new Map<number, number>();

  constructor(rates: AskRates, now: () => number) {
    this.#rates = rates;
    this.#now = now;
  }

  /** Counts one more. @param call the id of the request of ours that a legacy server asks for. @returns what is exceeded, or null */
  exceeded(call: number | undefined): 'per-minute' | 'per-call' | null {
    const now = this.#now();
    while (this.#times.length > 0 && (this.#times[0] ?? now) <= now - minute) this.#times.shift();
    if (this.#times.length >= this.#rates.perMinute) return 'per-minute';
    if (call !== undefined) {
      const count = (this.#byCall.get(call) ?? 0) + 1;
      if (count > this.#rates.perCall) return 'per-call';
      this.#byCall.set(call, count);
      // Ids only grow: what is far behind is over.
      for (const id of this.#byCall.keys()) if (this.#byCall.size > 100 && id !== call) this.#byCall.delete(id);
    }
    this.#times.push(now);
    return null;
  }
}
