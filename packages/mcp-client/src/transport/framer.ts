/** Newline framing over bytes for stdio: every byte is scanned once and copied a bounded number of times. */
import { isUtf8 } from 'node:buffer';

export interface FramerEvents {
  /** One line without its line end, decoded; empty lines are not reported. */
  onFrame(text: string, bytes: number): void;
  /** The frame just about to be reported held bytes that are not UTF-8; each became U+FFFD. */
  onInvalidUtf8(): void;
  /** A frame grew beyond the cap. The framer is dead afterwards: what follows cannot be trusted to start at a frame. */
  onOverflow(bytes: number): void;
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FIRST_SIZE = 64 * 1024;

/** Holds the unfinished frame between chunks. One per connection. */
export class NewlineFramer {
  readonly #cap: number;
  readonly #events: FramerEvents;
  // Doubling keeps copying linear even when a frame arrives one byte at a time; a list of slices would cost an object per byte.
  #pending: Buffer = Buffer.alloc(0);
  #length = 0;
  #isStopped = false;

  /** @param cap largest frame accepted, in bytes, its line end not counted */
  constructor(cap: number, events: FramerEvents) {
    this.#cap = cap;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#isStopped && start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      if (newline === -1) {
        this.#keep(chunk, start, chunk.length);
        return;
      }
      if (this.#length === 0) this.#emit(chunk, start, newline);
      else {
        this.#keep(chunk, start, newline);
        const pending = this.#pending;
        const length = this.#length;
        this.#reset();
        this.#emit(pending, 0, length);
      }
      start = newline + 1;
    }
  }

  /** The input ended: a last line without a newline still counts. */
  end(): void {
    if (this.#isStopped || this.#length === 0) return;
    const pending = this.#pending;
    const length = this.#length;
    this.#reset();
    this.#emit(pending, 0, length);
    this.#isStopped = true;
  }

  /** Nothing is reported any more, even from the chunk being read. */
  stop(): void {
    this.#isStopped = true;
    this.#reset();
  }

  #reset(): void {
    this.#length = 0;
    if (this.#pending.length > FIRST_SIZE) this.#pending = Buffer.alloc(0);
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    if (this.#isStopped) return;
    const needed = this.#length + end - start;
    // One byte of grace for the CR of a CRLF that may follow.
    if (needed > this.#cap + 1) {
      this.#overflow(needed);
      return;
    }
    if (needed > this.#pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(FIRST_SIZE, this.#pending.length * 2, needed));
      this.#pending.copy(grown, 0, 0, this.#length);
      this.#pending = grown;
    }
    chunk.copy(this.#pending, this.#length, start, end);
    this.#length = needed;
  }

  #emit(source: Buffer, start: number, end: number): void {
    if (this.#isStopped) return;
    if (end > start && source[end - 1] === CARRIAGE_RETURN) end -= 1;
    const bytes = end - start;
    if (bytes > this.#cap) {
      this.#overflow(bytes);
      return;
    }
    if (bytes === 0) return;
    let text = source.toString('utf8', start, end);
    if (text.includes('\ufffd') && !isUtf8(source.subarray(start, end))) this.#events.onInvalidUtf8();
    if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    if (text.length > 0) this.#events.onFrame(text, bytes);
  }

  #overflow(bytes: number): void {
    this.stop();
    this.#events.onOverflow(bytes);
  }
}
