/**
 * Reads a flooding connection in slices with pauses between them, so that one server's flood of notifications does not hold up
 * the calls of all others. The server is slowed by its own full pipe; nothing is lost here.
 */
import { TokenBucket } from '../jsonrpc/token-bucket.ts';
import type { TransportEvents } from './transport.ts';

/** Pauses last this many times as long as reading the slice took: the rest of the time belongs to everybody else. */
const SHARE = 12;
const LEAST_PAUSE_MS = 5;
/** A slow slice, as on a busy machine, must not stop a connection for long. */
const LONGEST_PAUSE_MS = 100;

/** One per connection. */
export class FloodBrake {
  readonly #bucket: TokenBucket;
  #isFlooded = false;
  #begunAt = 0;

  /** @param perSecond notifications that may come before the connection counts as flooding */
  constructor(perSecond: number) {
    this.#bucket = new TokenBucket(perSecond);
  }

  /** A slice is about to be read. */
  begin(): void {
    this.#begunAt = performance.now();
    this.#isFlooded = false;
  }

  /** A notification was in it. */
  note(): void {
    if (!this.#isFlooded && !this.#bucket.take()) this.#isFlooded = true;
  }

  /** The slice was read. @returns how long to wait before the next, in milliseconds; 0 for not at all */
  end(): number {
    if (!this.#isFlooded) return 0;
    return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, (performance.now() - this.#begunAt) * SHARE));
  }
}

/** The same events, with the notifications among the messages noted. */
export function notingEvents(events: TransportEvents, brake: FloodBrake): TransportEvents {
  return {
    ...events,
    onMessage: (...[message, ...rest]: Parameters<TransportEvents['onMessage']>) => {
      if (!('id' in message)) brake.note();
      events.onMessage(message, ...rest);
    },
  };
}
