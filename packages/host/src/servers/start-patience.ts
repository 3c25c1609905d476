/**
 * How long a start is waited for. A program that says something is getting on, so silence is what counts, under a cap. A
 * first start may have to download, and says little while it does.
 */
export interface PatienceOptions {
  /** Silence after which it is over, in milliseconds. */
  limitMs: number;
  /** However much is said. */
  mostMs: number;
  /** After so long it is said to take its time. */
  slowMs: number;
  onSlow: () => void;
}

export class StartPatience implements Disposable {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  readonly #options: PatienceOptions;
  readonly #over = new AbortController();
  readonly #endAt: number;
  readonly #slow: NodeJS.Timeout;
  #timer: NodeJS.Timeout;
  #lastSign = performance.now();

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.signal = this.#over.signal;
    this.#endAt = this.#lastSign + options.mostMs;
    this.#slow = setTimeout(options.onSlow, options.slowMs).unref();
    this.#timer = this.#arm();
  }

  /** The server wrote or answered something. */
  sign(): void {
    this.#lastSign = performance.now();
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Until when it is waited for unless it says more, in milliseconds since the epoch. */
  get limitAt(): number {
    return Date.now() + this.#left();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#slow);
    clearTimeout(this.#timer);
  }

  #left(): number {
    return Math.min(this.#lastSign + this.#options.limitMs, this.#endAt) - performance.now();
  }

  /** Looked at when the limit would be reached; a sign meanwhile only moves it, which costs nothing. */
  #arm(): NodeJS.Timeout {
    this.#timer = setTimeout(
      () => {
        if (this.#left() > 0) this.#arm();
        else this.#over.abort();
      },
      Math.max(1, Math.ceil(this.#left())),
    ).unref();
    return this.#timer;
  }
}
