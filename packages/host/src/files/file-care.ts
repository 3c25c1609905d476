/** Deletes for good what was deleted a day ago, and the files that nothing needs any more: soon after the start and then every hour. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConversationStore } from '../ports.ts';
import type { FileStore } from './file-store.ts';

/** Milliseconds in which a deleted chat can be brought back, and in which a file may still be on its way into a message. */
export const undoTime = 24 * 60 * 60_000;
const every = 60 * 60_000;
/** A start has better things to do. */
const soon = 60_000;
/** Chats at once: whoever writes meanwhile hardly waits. */
const atOnce = 10;

export interface FileCareDeps {
  store: Pick<FileStore, 'sweep'>;
  conversations: Pick<ConversationStore, 'emptyRemoved' | 'usedFiles'>;
  now?: () => number;
  onError?: (error: unknown) => void;
}

export class FileCare {
  readonly #deps: FileCareDeps;
  readonly #timers: readonly NodeJS.Timeout[];
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: FileCareDeps) {
    this.#deps = deps;
    this.#timers = [setTimeout(() => void this.run(), soon), setInterval(() => void this.run(), every)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Resolves when it is done; never two at once. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#careFor());
    return this.#running;
  }

  async #careFor(): Promise<void> {
    const { store, conversations, now = Date.now, onError } = this.#deps;
    try {
      while (!this.#isClosed && conversations.emptyRemoved(now() - undoTime, atOnce) === atOnce) {
        // oxlint-disable-next-line no-await-in-loop -- others get their turn
        await nextTurn();
      }
      if (this.#isClosed) return;
      await store.sweep(() => conversations.usedFiles(), now() - undoTime);
    } catch (error) {
      onError?.(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#running;
  }
}
