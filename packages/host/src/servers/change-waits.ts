/** Those who wait for the next change of one server, whatever it is. */
import { HostError } from '@portolan/contract/errors';

export class ChangeWaits {
  #wakers: (() => void)[] = [];

  /** Something changed: everybody looks again. */
  wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }

  /** Resolves at the next change. @throws {HostError} `cancelled`, naming `server`, when `signal` says so */
  next(signal: AbortSignal, server: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new HostError('cancelled', { server }));
      if (signal.aborted) {
        leave();
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#wakers.push(() => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });
  }
}
