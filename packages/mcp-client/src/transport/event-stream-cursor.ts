/** Where a resumable event stream stands, and how long to wait before it is taken up again. */
import { createHash } from 'node:crypto';
import type { StreamEvent } from './event-stream.ts';

/** Bounds of reconnecting, in milliseconds. */
export interface RetryBounds {
  /** Wait when the server named none. */
  defaultMs: number;
  /** Never sooner, even if the server says `retry: 0`. */
  minMs: number;
  /** Never later, even if the server says a year. */
  maxMs: number;
}

export const defaultRetryBounds: RetryBounds = { defaultMs: 1_000, minMs: 100, maxMs: 60_000 };

/** Ids longer than this are no cursors; they go into a header at every reconnect. */
const maxIdLength = 1_024;
const rememberedEvents = 1_000;

/**
 * One stream across its connections: the last event id, the server's `retry`, which events were already seen.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventStreamCursor {
  readonly #bounds: RetryBounds;
  #lastId: string | undefined;
  #retryMs: number | undefined;
  #retryAfterMs = 0;
  #failures = 0;
  /** Fingerprints of events of earlier connections, oldest first. Only those can come twice. */
  readonly #seen = new Set<string>();
  #current: string[] = [];
  #hasNews = false;

  constructor(bounds: RetryBounds) {
    this.#bounds = bounds;
  }

  /** The value for `Last-Event-ID`, fit for a header; undefined when the stream cannot be resumed. */
  get lastEventId(): string | undefined {
    return this.#lastId;
  }

  /** Connections in a row that brought nothing new. */
  get failures(): number {
    return this.#failures;
  }

  /** The server named a `retry` and its last connection brought news: it closes connections on purpose and is to be polled. */
  get isPolling(): boolean {
    return this.#retryMs !== undefined && this.#failures === 0;
  }

  noteId(id: string): void {
    // The standard sends the id as UTF-8; a header string carries one byte per character.
    const header = Buffer.from(id, 'utf8').toString('latin1');
    const before = this.#lastId;
    if (id === '') this.#lastId = undefined;
    else if (header.length <= maxIdLength && /^[\x20-\x7e\x80-\xff]+$/.test(header)) this.#lastId = header;
    if (this.#lastId !== before) this.#hasNews = true;
  }

  noteRetry(milliseconds: number): void {
    this.#retryMs = Math.min(Math.max(milliseconds, this.#bounds.minMs), this.#bounds.maxMs);
  }

  /** What `Retry-After` said of the next attempt, and of that one only. */
  noteRetryAfter(milliseconds: number | undefined): void {
    this.#retryAfterMs = Math.min(milliseconds ?? 0, this.#bounds.maxMs);
  }

  /** True when the event already came on an earlier connection of this stream; otherwise it is remembered. */
  isRepeat(event: StreamEvent): boolean {
    if (event.id === undefined) {
      this.#hasNews = true;
      return false;
    }
    const print = fingerprint(event.id, event.data);
    if (this.#seen.has(print)) return true;
    this.#hasNews = true;
    this.#current.push(print);
    if (this.#current.length > rememberedEvents) this.#current.shift();
    return false;
  }

  /** A connection of this stream is over, or could not be made. One that was of use makes the next wait short again. */
  noteEnd(wasOfUse = false): void {
    for (const print of this.#current) this.#seen.add(print);
    this.#current = [];
    for (const print of this.#seen) {
      if (this.#seen.size <= rememberedEvents) break;
      this.#seen.delete(print);
    }
    this.#failures = this.#hasNews || wasOfUse ? 0 : this.#failures + 1;
    this.#hasNews = false;
  }

  /** Milliseconds until the next attempt: what the server asked for, doubled with every failure in a row, plus some chance. */
  nextDelay(): number {
    const base = this.#retryMs ?? this.#bounds.defaultMs;
    const grown = Math.max(Math.min(base * 2 ** Math.min(this.#failures, 16), Math.max(this.#bounds.maxMs, base)), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    return grown + Math.random() * grown * 0.1;
  }
}

/** An id alone is not enough: servers exist that give every event the same one. */
function fingerprint(id: string, data: string): string {
  return `${id}\n${createHash('sha1').update(data).digest('base64')}`;
}

/** Resolves after the time, or at once when `signal` is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
