/** Allows `perSecond` events a second on average, and as many at once after a quiet second. */
export class TokenBucket {
  readonly #perSecond: number;
  #tokens: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
  }

  /** True when the event may pass. */
  take(): boolean {
    if (this.#tokens < 1) {
      const now = performance.now();
      this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
      this.#at = now;
      if (this.#tokens < 1) return false;
    }
    this.#tokens -= 1;
    return true;
  }
}
