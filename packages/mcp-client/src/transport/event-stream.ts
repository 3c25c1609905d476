/**
 * Reading `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html) with a cap on each event.
 */
import { createParser } from 'eventsource-parser';
import type { ParseError } from 'eventsource-parser';
import type { FloodBrake } from './flood-brake.ts';

export interface StreamEvent {
  /** The `event` field; undefined means `message`. */
  type: string | undefined;
  data: string;
  /** The id this very event carried. */
  id: string | undefined;
  /** The stream ended before the empty line that closes the event, so `data` may be cut off. Its id is not reported. */
  isUnterminated: boolean;
}

export interface EventStreamReader {
  onEvent(event: StreamEvent): void;
  /** A block set the last event id, with or without data. Called before `onEvent` of the same block. */
  onId?(id: string): void;
  /** The server's `retry` field, in milliseconds, as sent. */
  onRetry?(milliseconds: number): void;
}

/** One event, or one line of it, grew over its cap. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
  readonly limit: number;
  constructor(limit: number) {
    super(`One event of the stream is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads events until the chunks end. An event that was not closed by an empty line is reported last, marked as such: the
 * standard drops it, but servers exist that end right after the data of their only answer.
 * @param maxEventBytes largest event accepted. It is counted in UTF-16 units, of which there are never more than bytes.
 * @param brake slows the reading down when it says so
 * @throws {EventTooLarge}, and whatever the chunks throw.
 */
export async function readEventStream(chunks: AsyncIterable<Uint8Array>, maxEventBytes: number, reader: EventStreamReader, brake?: FloodBrake): Promise<void> {
  const decoder = new TextDecoder('utf-8');
  let failure: ParseError | undefined;
  let isUnterminated = false;
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: ({ event, data, id }) => reader.onEvent({ type: event, data, id, isUnterminated }),
    onId: (id) => {
      if (!isUnterminated) reader.onId?.(id);
    },
    onRetry: (milliseconds) => reader.onRetry?.(milliseconds),
    onError: (error) => {
      // Unknown fields and bad retry values are ignored, as the standard says; only the cap ends the stream.
      if (error.type === 'max-buffer-size-exceeded') failure = error;
    },
  });
  for await (const chunk of chunks) {
    brake?.begin();
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (failure !== undefined) throw new EventTooLarge(maxEventBytes);
    const restMs = brake?.end() ?? 0;
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  isUnterminated = true;
  parser.feed(`${decoder.decode()}\n\n`);
}
