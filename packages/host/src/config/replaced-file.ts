/**
 * A file that was just replaced. An editor that opened it before may still be writing into it, and what it writes would go
 * with the old file: so the old one is held open for a moment and looked at again (R91).
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const looksAfterMs = [0, 150, 1500];
const maxBytes = 5_000_000;

export class ReplacedFile {
  readonly #file: FileHandle;
  readonly #before: Buffer;
  #timer: NodeJS.Timeout | null = null;
  #isDone = false;

  private constructor(file: FileHandle, before: Buffer) {
    this.#file = file;
    this.#before = before;
  }

  /** To be called before the file is replaced. Null where an open file cannot be replaced (Windows), or there is none. */
  static async hold(path: string, before: Buffer): Promise<ReplacedFile | null> {
    if (process.platform === 'win32') return null;
    try {
      return new ReplacedFile(await open(path, 'r'), before);
    } catch {
      return null;
    }
  }

  /** After it was replaced: `onWritten` gets what somebody wrote into it, once. */
  watch(onWritten: (bytes: Buffer) => void, onDone: () => void): void {
    const look = async (at: number): Promise<void> => {
      const found = await this.#read();
      if (found) onWritten(found);
      const next = looksAfterMs[at + 1];
      if (found || next === undefined || this.#isDone) {
        await this.close();
        onDone();
        return;
      }
      this.#timer = setTimeout(() => void look(at + 1), next - (looksAfterMs[at] ?? 0));
      this.#timer.unref();
    };
    void look(0);
  }

  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#file.close().catch(() => undefined);
  }

  /** Null while it holds what it held. One that is being written is empty for a moment: that is not yet what was written. */
  async #read(): Promise<Buffer | null> {
    try {
      const { size } = await this.#file.stat();
      if (size === 0 || size > maxBytes) return null;
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await this.#file.read(bytes, 0, size, 0);
      const found = bytes.subarray(0, bytesRead);
      return found.equals(this.#before) ? null : found;
    } catch {
      return null;
    }
  }
}
