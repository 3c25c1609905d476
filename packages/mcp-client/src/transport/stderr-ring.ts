/** stderr must always be drained, or a talkative server blocks on a full pipe; the last part of it is kept for messages. */
import type { Readable } from 'node:stream';

/** Above this many bytes per second the reading pauses for the rest of the second, so that a flood cannot own the event loop. */
const BYTES_PER_SECOND = 16 * 1024 * 1024;

/** Keeps the last `capacity` bytes. */
export class StderrRing {
  readonly #capacity: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Reads the stream to its end, keeping the tail and handing each chunk on. */
  drain(stream: Readable, onChunk: (chunk: Buffer) => void): void {
    let windowStart = performance.now();
    let windowBytes = 0;
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      this.#keep(chunk);
      onChunk(chunk);
      const now = performance.now();
      if (now - windowStart >= 1000) {
        windowStart = now;
        windowBytes = 0;
      }
      windowBytes += chunk.length;
      if (windowBytes > BYTES_PER_SECOND) {
        stream.pause();
        setTimeout(() => stream.resume(), windowStart + 1000 - now).unref();
      }
    });
  }

  /** What is kept, decoded as UTF-8. */
  tail(): string {
    const all = Buffer.concat(this.#chunks);
    return all.subarray(Math.max(0, all.length - this.#capacity)).toString('utf8');
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Twice the capacity before trimming: one copy per capacity of input, whatever the size of the chunks.
    if (this.#bytes > this.#capacity * 2 || this.#chunks.length > 4096) {
      const all = Buffer.concat(this.#chunks);
      const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#capacity)));
      this.#chunks = [kept];
      this.#bytes = kept.length;
    }
  }
}
