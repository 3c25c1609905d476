/** Lets only so many calls run on one connection at once; the others wait in order. */
export class CallGate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  get running(): number {
    return this.#running;
  }

  /** Resolves when it is this call's turn; the returned function, called once, gives it back. Rejects with the signal's reason. */
  async enter(most: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    while (this.#running >= most) {
      // One after the other by nature: each look follows the turn it waited for.
      // oxlint-disable-next-line no-await-in-loop
      await this.#turn(signal);
    }
    this.#running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      this.#waiting.shift()?.();
    };
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const at = this.#waiting.indexOf(go);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('no longer wanted'));
      };
      this.#waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
