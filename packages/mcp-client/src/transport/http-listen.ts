/** The stream a legacy server may push on: one long GET, taken up again whenever it ends. */
import { EventTooLarge, readEventStream } from './event-stream.ts';
import { EventStreamCursor, pause } from './event-stream-cursor.ts';
import { answerForm, isOk, readRefusal, retryAfterMs } from './http-answer.ts';
import { chunksOf } from './http-body.ts';
import type { Wire } from './http-call.ts';
import type { HttpResponse } from './http-message.ts';
import { discard } from './http-fetch.ts';
import { HttpFailure, networkLost } from './http-failure.ts';

/** A connection that lived this long was of use even if nothing was said on it. */
const usefulMs = 10_000;
/** A silent stream is opened anew after this time: a half-open connection looks just like a quiet server (R50). */
export const defaultListenIdleMs = 5 * 60_000;

export interface ListenOptions {
  headers: Record<string, string>;
  signal: AbortSignal;
  idleMs: number;
  /** Called as soon as the stream is open, or it is known that there is none for now. */
  onSettled?: () => void;
  /** A stream that was there before met 404: the session is over, and so is listening. */
  onSessionExpired: () => void;
}

/**
 * Listens until `signal` is aborted or the server says that it offers no such stream (405, or another final refusal).
 * Reconnecting never stops and never gets tight: waits grow to the upper bound, and every reconnect is reported.
 * Resolves then; never rejects.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
 */
export async function listen(wire: Wire, options: ListenOptions): Promise<void> {
  const cursor = new EventStreamCursor(wire.retry);
  const { signal } = options;
  let wasOpen = false;
  while (!signal.aborted) {
    const started = performance.now();
    let ending: string;
    try {
      const response = await open(wire, options, cursor, wasOpen).finally(() => options.onSettled?.());
      if (response === undefined) return;
      wasOpen = true;
      ending = await readOne(wire, response, cursor, options);
    } catch (error) {
      if (signal.aborted) return;
      ending = error instanceof HttpFailure ? `failed (${error.lost.message})` : `failed (${networkLost(error, wire.at).message})`;
    }
    if (signal.aborted) return;
    const wasOfUse = performance.now() - started >= usefulMs;
    const isIdleEnd = ending === idleEnding;
    cursor.noteEnd(wasOfUse);
    const delay = cursor.nextDelay();
    // A long or polled stream that ends in good order, or is opened anew for its silence, is nobody's problem.
    if (!isIdleEnd && !((wasOfUse || cursor.isPolling) && ending === endedEnding)) wire.report({ kind: 'stream-ended', message: `The stream for messages of the server ${ending}; opening it again in ${Math.round(delay)} ms.` });
    await pause(isIdleEnd ? 0 : delay, signal);
  }
}

const idleEnding = 'was silent';
const endedEnding = 'ended';

/** @returns undefined when there is no stream to be had. */
async function open(wire: Wire, { headers, signal, onSessionExpired }: ListenOptions, cursor: EventStreamCursor, wasOpen: boolean): Promise<HttpResponse | undefined> {
  const { lastEventId } = cursor;
  const response = await wire.client.send({
    method: 'GET',
    url: wire.url,
    headers: lastEventId === undefined ? headers : { ...headers, 'last-event-id': lastEventId },
    signal,
  });
  if (isOk(response) && answerForm(response) === 'event-stream') return response;
  if (response.status === 405) {
    await discard(response);
    return undefined;
  }
  if (isOk(response)) {
    await discard(response);
    wire.report({ kind: 'content-type', message: `The server answers the request for its message stream with "${response.headers.get('content-type') ?? 'no content type'}"; it is taken to offer none.` });
    return undefined;
  }
  // Many servers without such a stream answer 404 too; only one that had it before can mean the session.
  const lost = await readRefusal(response, wire.at, wire.caps, wasOpen && headers['mcp-session-id'] !== undefined);
  if (lost.kind === 'session-expired') {
    onSessionExpired();
    return undefined;
  }
  // 409: the server still holds the stream we lost. 401 and 403: the credential may be renewed meanwhile.
  const mayChange = response.status >= 500 || [401, 403, 408, 409, 425, 429].includes(response.status);
  if (mayChange && response.status !== 501) {
    cursor.noteRetryAfter(retryAfterMs(response));
    throw new HttpFailure(lost);
  }
  wire.report({ kind: 'http-status', message: `The server refuses its message stream, so it cannot notify of changes: ${lost.message}.` });
  return undefined;
}

async function readOne(wire: Wire, response: HttpResponse, cursor: EventStreamCursor, { idleMs }: ListenOptions): Promise<string> {
  let isIdle = false;
  const source = chunksOf(response, {
    idleMs,
    onCut: () => {
      isIdle = true;
    },
  });
  try {
    await readEventStream(source, wire.caps.frameBytes, {
      onId: (id) => cursor.noteId(id),
      onRetry: (milliseconds) => cursor.noteRetry(milliseconds),
      onEvent: (event) => {
        if (event.data === '' || (event.type !== undefined && event.type !== 'message')) return;
        if (cursor.isRepeat(event)) wire.report({ kind: 'duplicate-event', message: 'Dropped an event that came again after resuming.' });
        else wire.inbox.take(event.data, { isQuiet: event.isUnterminated });
      },
    }, wire.brake);
    return isIdle ? idleEnding : endedEnding;
  } catch (error) {
    if (error instanceof EventTooLarge) return `was cut (${error.message})`;
    return `broke (${networkLost(error, wire.at).message})`;
  }
}
