/** Deletes for good what was deleted a day ago, and the files that nothing needs any more: at the start and then every hour. */
import type { ConversationStore } from '../ports.ts';
import type { FileStore } from './file-store.ts';

/** Milliseconds in which a deleted chat can be brought back, and in which a file may still be on its way into a message. */
export const undoTime = 24 * 60 * 60_000;
const every = 60 * 60_000;

export interface FileCareDeps {
  store: Pick<FileStore, 'sweep'>;
  conversations: Pick<ConversationStore, 'emptyRemoved' | 'usedFiles'>;
  now?: () => number;
  onError?: (error: unknown) => void;
}

export class FileCare {
  readonly #deps: FileCareDeps;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void>;

  constructor(deps: FileCareDeps) {
    this.#deps = deps;
    this.#running = this.#careFor();
    this.#timer = setInterval(() => void this.run(), every);
    this.#timer.unref();
  }

  /** Resolves when it is done; never two at once. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#careFor());
    return this.#running;
  }

  async #careFor(): Promise<void> {
    const { store, conversations, now = Date.now, onError } = this.#deps;
    try {
      conversations.emptyRemoved(now() - undoTime);
      await store.sweep(() => conversations.usedFiles(), now() - undoTime);
    } catch (error) {
      onError?.(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
