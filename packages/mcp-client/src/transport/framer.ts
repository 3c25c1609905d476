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
/** Pieces smaller than this are copied together; larger ones are kept as they came and joined once, at the end of the frame. */
const SMALL = 4096;
const HEAP_SIZE = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** Holds the unfinished frame between chunks. One per connection. */
export class NewlineFramer {
  readonly #cap: number;
  readonly #events: FramerEvents;
  /** Finished pieces of the frame, in order. */
  #pieces: Buffer[] = [];
  /** Small pieces that came since, copied together: a frame in single bytes must not cost an object per byte. */
  #heap: Buffer = NOTHING;
  /** Where in the heap the piece that is still growing begins and ends. */
  #heapStart = 0;
  #heapEnd = 0;
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
        this.#emitKept();
      }
      start = newline + 1;
    }
  }

  /** The input ended: a last line without a newline still counts. */
  end(): void {
    if (this.#isStopped || this.#length === 0) return;
    this.#emitKept();
    this.#isStopped = true;
  }

  /** Nothing is reported any more, even from the chunk being read. */
  stop(): void {
    this.#isStopped = true;
    this.#take();
  }

  #emitKept(): void {
    const length = this.#length;
    this.#emit(this.#take(), 0, length);
  }

  /** The kept pieces as one buffer, which is valid until the next piece is kept. */
  #take(): Buffer {
    const pieces = this.#pieces;
    const growing = this.#heap.subarray(this.#heapStart, this.#heapEnd);
    this.#length = 0;
    this.#heapStart = 0;
    this.#heapEnd = 0;
    if (pieces.length === 0) return growing;
    this.#pieces = [];
    pieces.push(growing);
    return Buffer.concat(pieces);
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    if (this.#isStopped) return;
    const size = end - start;
    // One byte of grace for the CR of a CRLF that may follow.
    if (this.#length + size > this.#cap + 1) {
      this.#overflow(this.#length + size);
      return;
    }
    this.#length += size;
    if (size < SMALL) {
      if (this.#heapEnd + size > this.#heap.length) {
        this.#closeGrowing();
        this.#heap = Buffer.allocUnsafe(HEAP_SIZE);
        this.#heapStart = 0;
        this.#heapEnd = 0;
      }
      chunk.copy(this.#heap, this.#heapEnd, start, end);
      this.#heapEnd += size;
      return;
    }
    this.#closeGrowing();
    this.#pieces.push(chunk.subarray(start, end));
  }

  /** What was heaped so far becomes a piece; the rest of the heap is used on. */
  #closeGrowing(): void {
    if (this.#heapEnd > this.#heapStart) this.#pieces.push(this.#heap.subarray(this.#heapStart, this.#heapEnd));
    this.#heapStart = this.#heapEnd;
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
