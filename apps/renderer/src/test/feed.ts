/** One stream of a host in memory: whoever watches gets what stands, then every event. */
export class Feed<E> {
  readonly #watchers = new Set<{ queue: E[]; wake: () => void }>();

  publish(event: E): void {
    for (const watcher of this.#watchers) {
      watcher.queue.push(event);
      watcher.wake();
    }
  }

  /** How many watch just now. */
  get size(): number {
    return this.#watchers.size;
  }

  async *watch(signal: AbortSignal, first: readonly E[]): AsyncIterable<E> {
    const watcher = { queue: [...first], wake: () => undefined as void };
    this.#watchers.add(watcher);
    const woken = () => watcher.wake();
    signal.addEventListener('abort', woken);
    try {
      while (!signal.aborted) {
        const event = watcher.queue.shift();
        if (event !== undefined) yield event;
        else {
          // Waiting for the next event is what a stream does.
          // oxlint-disable-next-line no-await-in-loop
          await new Promise<void>((resolve) => {
            watcher.wake = resolve;
          });
        }
      }
    } finally {
      this.#watchers.delete(watcher);
      signal.removeEventListener('abort', woken);
    }
  }
}
