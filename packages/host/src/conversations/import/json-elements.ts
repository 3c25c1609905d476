/**
 * Cuts a JSON text into what is parsed at once: the elements of an array, or the one object that it is. Nothing is parsed and
 * no more than one element is held, so that neither the size nor the depth of a file costs more than reading it.
 */
import type { LeftOutReason } from '@portolan/contract/chat-imports';

export type JsonElement = { kind: 'text'; text: Buffer } | { kind: 'problem'; reason: Extract<LeftOutReason, 'too-large' | 'too-deep' | 'cut'> };

interface ElementLimits {
  /** Bytes of one element. */
  bytes: number;
  depth: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The text is no JSON array or object, from its first letter. */
export class NoJson extends Error {
  override readonly name = 'NoJson';
}

export async function* elementsOf(chunks: AsyncIterable<Buffer>, limits: ElementLimits): AsyncGenerator<JsonElement> {
  const cutter = new Cutter(limits);
  for await (const chunk of chunks) yield* cutter.take(chunk);
  yield* cutter.end();
}

class Cutter {
  readonly #limits: ElementLimits;
  #pieces: Buffer[] = [];
  #size = 0;
  /** How many brackets are open, the outermost of an array not counted. */
  #depth = 0;
  #problem: 'too-large' | 'too-deep' | null = null;
  #isIn = false;
  #isInString = false;
  #isEscaped = false;
  #shape: 'unknown' | 'array' | 'object' | 'over' = 'unknown';
  #at = 0;

  constructor(limits: ElementLimits) {
    this.#limits = limits;
  }

  *take(chunk: Buffer): Generator<JsonElement> {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInString = false;
        continue;
      }
      if (!this.#isIn && !this.#begins(byte)) continue;
      if (!this.#isIn) {
        this.#isIn = true;
        from = index;
      }
      if (byte === quote) this.#isInString = true;
      else if (byte === openBrace || byte === openBracket) {
        this.#depth++;
        if (this.#depth > this.#limits.depth) this.#problem ??= 'too-deep';
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth--;
        if (this.#depth < 0) {
          // The array ends right behind a plain value.
          yield* this.#finish(chunk.subarray(from, index));
          this.#shape = 'over';
        } else if (this.#depth === 0) yield* this.#finish(chunk.subarray(from, index + 1));
      } else if (byte === comma && this.#depth === 0) yield* this.#finish(chunk.subarray(from, index));
    }
    if (this.#isIn) this.#keep(chunk.subarray(from));
  }

  *end(): Generator<JsonElement> {
    if (this.#shape === 'unknown') throw new NoJson();
    if (this.#isIn) yield { kind: 'problem', reason: 'cut' };
    else if (this.#shape === 'array') yield { kind: 'problem', reason: 'cut' };
  }

  /** Whether an element begins with this byte, which stands between elements. */
  #begins(byte: number): boolean {
    if (this.#shape === 'unknown') {
      if (isSpace(byte) || byte === byteOrderMark[this.#at++]) return false;
      if (byte !== openBracket && byte !== openBrace) throw new NoJson();
      this.#shape = byte === openBracket ? 'array' : 'object';
      return this.#shape === 'object';
    }
    if (this.#shape === 'over' || isSpace(byte) || byte === comma) return false;
    if (byte !== closeBracket) return true;
    this.#shape = 'over';
    return false;
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limits.bytes) this.#problem ??= 'too-large';
    if (this.#problem === null) this.#pieces.push(Buffer.from(piece));
    else this.#pieces = [];
  }

  *#finish(last: Buffer): Generator<JsonElement> {
    this.#keep(last);
    const problem = this.#problem;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#size = 0;
    this.#depth = 0;
    this.#problem = null;
    this.#isIn = false;
    if (this.#shape === 'object') this.#shape = 'over';
    yield problem === null ? { kind: 'text', text: Buffer.concat(pieces) } : { kind: 'problem', reason: problem };
  }
}
