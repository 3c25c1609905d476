/** Reading a response body that may be endless, compressed into a bomb, or in another charset than it says. */
import type { HttpResponse } from './http-message.ts';
import { discard } from './http-fetch.ts';

/** The body went over its cap; reading stopped and the connection is freed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly limit: number;
  constructor(limit: number) {
    super(`The answer is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

export interface ChunkLimits {
  /** The chunks end after this time, whether or not the body does. */
  totalMs?: number;
  /** The chunks end when nothing came for this time. */
  idleMs?: number;
  /** Called when one of the limits ended them. */
  onCut?: () => void;
}

/**
 * Chunks of the body, decompressed, as they come. Stopping early frees the connection.
 * @throws what reading throws: the connection broke, or its signal was aborted.
 */
export async function* chunksOf(response: HttpResponse, { totalMs, idleMs, onCut }: ChunkLimits = {}): AsyncGenerator<Uint8Array, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  function cut(): void {
    onCut?.();
    void reader.cancel().catch(() => undefined);
  }
  const total = totalMs === undefined ? undefined : setTimeout(cut, totalMs);
  const idle = idleMs === undefined ? undefined : setTimeout(cut, idleMs);
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isDone = true;
        return;
      }
      idle?.refresh();
      if (value !== undefined) yield value;
    }
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}

/**
 * The whole body as text. Bytes are counted after decompression, so a small bomb cannot become a large string.
 * @throws {BodyTooLarge} beyond `maxBytes`.
 */
export async function readBody(response: HttpResponse, maxBytes: number): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discard(response);
    throw new BodyTooLarge(maxBytes);
  }
  const { chunks, isComplete } = await collect(chunksOf(response), maxBytes, false);
  if (!isComplete) throw new BodyTooLarge(maxBytes);
  return decode(chunks, charsetOf(response));
}

/** An error body is only for reading: a slow one must not hold up the news of the error. */
const beginningMs = 5_000;

/** The beginning of an error body, up to `maxBytes`; whatever could be read when it breaks off. Never throws. */
export async function readBeginning(response: HttpResponse, maxBytes: number): Promise<string> {
  const { chunks } = await collect(chunksOf(response, { totalMs: beginningMs }), maxBytes, true);
  return decode(chunks, charsetOf(response));
}

async function collect(source: AsyncIterable<Uint8Array>, maxBytes: number, isTolerant: boolean): Promise<{ chunks: Uint8Array[]; isComplete: boolean }> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  try {
    for await (const chunk of source) {
      if (chunk.byteLength > left) {
        chunks.push(chunk.subarray(0, left));
        return { chunks, isComplete: false };
      }
      left -= chunk.byteLength;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isTolerant) throw error;
  }
  return { chunks, isComplete: true };
}

function decode(chunks: Uint8Array[], charset: string): string {
  const bytes = Buffer.concat(chunks);
  // What nearly all servers send, the quick way. The decoder below would drop a byte order mark too.
  if (/^utf-?8$/i.test(charset)) return withoutMark(bytes.toString('utf8'));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset nobody knows: JSON is UTF-8 by its own rule.
    return new TextDecoder('utf-8').decode(bytes);
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function charsetOf(response: HttpResponse): string {
  const type = response.headers.get('content-type') ?? '';
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8';
}

/** The media type alone, lower-cased: `application/json` of `Application/JSON; charset=utf-8`. Empty when there is none. */
export function mediaType(response: HttpResponse): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
