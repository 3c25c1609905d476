/** A check of the database that the person does not wait for. */
import { Worker } from 'node:worker_threads';

export class BackgroundCheck {
  readonly #worker: Worker;
  readonly #done: Promise<void>;
  #isDone = false;

  /** `onDamaged` is called when pages are damaged; `onError` when the check itself failed. Neither after `stop`. */
  constructor(path: string, onDamaged: () => void, onError: (error: unknown) => void) {
    this.#worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: path });
    this.#worker.unref();
    this.#done = new Promise((resolve) => {
      this.#worker.on('message', (isSound) => {
        this.#isDone = true;
        if (isSound === false) onDamaged();
      });
      this.#worker.on('error', onError);
      this.#worker.on('exit', () => resolve());
    });
  }

  /** Resolves when the check has ended by itself. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** True when the check reached its end. */
  get isDone(): boolean {
    return this.#isDone;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
