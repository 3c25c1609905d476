/** Lets only so many servers start at once, without a slow one holding up the rest (R43, try-out 35). */
export class StartQueue {
  readonly #limit: number;
  readonly #slotMs: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(limit: number, slotMs: number) {
    this.#limit = limit;
    this.#slotMs = slotMs;
  }

  /**
   * Resolves when it is this one's turn; the returned function gives the turn back. A turn ends by itself after `slotMs`:
   * what a start costs the machine it costs in the beginning, the rest is waiting. Rejects with the signal's reason.
   */
  async turn(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running >= this.#limit) await this.#wait(signal);
    this.#running += 1;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#running -= 1;
      this.#waiting.shift()?.();
    };
    const timer = setTimeout(end, this.#slotMs);
    return end;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== go);
        reject(signal.reason instanceof Error ? signal.reason : new Error('no longer wanted'));
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
