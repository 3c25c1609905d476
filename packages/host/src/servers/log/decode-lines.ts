/** Bytes from a server's stderr to lines of text, in UTF-8 or, where that is impossible, GB 18030 (try-out 9). */

/** A line longer than this is cut into pieces, so that output without line breaks can't grow (R34). */
const lineBytes = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const gb18030 = new TextDecoder('gb18030', { fatal: true });
const tolerant = new TextDecoder('utf-8');

/** Decodes one line: UTF-8, else GB 18030 (which holds GBK, the code page of a Chinese Windows), else UTF-8 with marks for what is broken. */
export function decodeLine(bytes: Uint8Array): string {
  return attempt(utf8, bytes) ?? (looksLikeGb(bytes) ? attempt(gb18030, bytes) : undefined) ?? tolerant.decode(bytes);
}

function attempt(decoder: typeof utf8, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Chinese in everyday use has both bytes of a character above 0xA0; Latin text in an old code page hardly ever has two in a row. */
function looksLikeGb(bytes: Uint8Array): boolean {
  let common = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if ((bytes[at] ?? 0) > 0xa0 && (bytes[at + 1] ?? 0) > 0xa0) common += 1;
    else others += 1;
    at += 1;
  }
  return common > others;
}

/** Cuts a byte stream at line feeds; a carriage return before one belongs to it. Holds at most one unfinished line. */
export class LineCutter {
  readonly #onLine: (text: string) => void;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(onLine: (text: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    for (let at = rest.indexOf(0x0a); at !== -1; at = rest.indexOf(0x0a)) {
      this.#keep(rest.subarray(0, at));
      this.#emit();
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) this.#keep(rest);
  }

  /** What was written without a line feed so far becomes a line: at the end, or when the server has gone quiet. */
  flush(): void {
    if (this.#size > 0) this.#emit();
  }

  get hasPartial(): boolean {
    return this.#size > 0;
  }

  #keep(piece: Uint8Array): void {
    let rest = piece;
    while (this.#size + rest.length > lineBytes) {
      const cut = endOfCharacter(rest, lineBytes - this.#size);
      this.#add(rest.subarray(0, cut));
      this.#emit();
      rest = rest.subarray(cut);
    }
    this.#add(rest);
  }

  #add(piece: Uint8Array): void {
    // Copied: the chunk is a window into a buffer that may be much bigger.
    this.#parts.push(piece.slice());
    this.#size += piece.length;
  }

  #emit(): void {
    const line = this.#parts.length === 1 && this.#parts[0] !== undefined ? this.#parts[0] : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    this.#onLine(decodeLine(line.at(-1) === 0x0d ? line.subarray(0, -1) : line));
  }
}

/** The largest cut up to `at` that does not fall inside a UTF-8 character. */
function endOfCharacter(bytes: Uint8Array, at: number): number {
  for (let back = 0; back < 4 && at - back > 0; back += 1) {
    const next = bytes[at - back];
    if (next === undefined || (next & 0xc0) !== 0x80) return at - back;
  }
  return at;
}
