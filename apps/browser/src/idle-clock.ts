/** Calls `onIdle` once there has been no window for `limit` milliseconds (W10). A limit of 0 never does. */
export class IdleClock {
  readonly #limit: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(limit: number, onIdle: () => void) {
    this.#limit = limit;
    this.#onIdle = onIdle;
    this.windows(0);
  }

  windows(count: number): void {
    this.stop();
    if (count === 0 && this.#limit > 0) this.#timer = setTimeout(this.#onIdle, this.#limit);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
