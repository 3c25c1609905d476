/** What a model's process says of one answer, until whoever asked takes it. */
import type { Answering } from './model-adapter.ts';

export class AnswerQueue implements AsyncIterable<Answering> {
  readonly #waiting: Answering[] = [];
  #failure: Error | null = null;
  #isOver = false;
  #wake: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #end: PromiseWithResolvers<void> = Promise.withResolvers();

  push(message: Answering): void {
    this.#waiting.push(message);
    if (message.t === 'done' || message.t === 'error') this.#over();
    this.#wake.resolve();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#over();
    this.#wake.resolve();
  }

  /** Resolves when nothing more will come. */
  ended(): Promise<void> {
    return this.#end.promise;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Answering> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#failure !== null) throw this.#failure;
      else if (this.#isOver) return;
      else {
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
      }
    }
  }

  #over(): void {
    this.#isOver = true;
    this.#end.resolve();
  }
}
