/** One request over Streamable HTTP, from POST to answer, whatever form the answer takes. */
import type { JsonRpcRequest } from '../jsonrpc/message.ts';
import { EventTooLarge, readEventStream } from './event-stream.ts';
import { EventStreamCursor, pause } from './event-stream-cursor.ts';
import type { RetryBounds } from './event-stream-cursor.ts';
import { answerForm, isOk, looksLikeJson, readRefusal, retryAfterMs, wrongTypeLost } from './http-answer.ts';
import { BodyTooLarge, chunksOf, readBody } from './http-body.ts';
import type { FloodBrake } from './flood-brake.ts';
import type { HttpClient } from './http-fetch.ts';
import type { HttpResponse } from './http-message.ts';
import { discard } from './http-fetch.ts';
import { HttpFailure, networkLost } from './http-failure.ts';
import type { Inbox } from './http-inbox.ts';
import type { Caps, RequestLost, TransportProblem } from './transport.ts';

/** What calls and the listening stream of one server share. */
export interface Wire {
  client: HttpClient;
  inbox: Inbox;
  brake: FloodBrake;
  caps: Caps;
  url: URL;
  /** The address without secrets, for messages. */
  at: string;
  retry: RetryBounds;
  report(problem: TransportProblem): void;
}

export interface Call {
  request: JsonRpcRequest;
  body: string;
  headers: Record<string, string>;
  /** Headers for taking up the broken stream of this call; undefined in the modern era, which has no resuming. */
  resumeHeaders: (() => Record<string, string>) | undefined;
  isInSession: boolean;
  controller: AbortController;
  /** Set as soon as an answer for this call was handed on, on whatever stream it came. */
  isAnswered: boolean;
  /** Sees the headers of the answer before its body is read. */
  onResponse?(response: HttpResponse): void;
}

const maxFailedResumes = 5;
const endedEnding = 'ended';

/**
 * Sends the request and delivers what comes back. Resolves once the answer was handed to the peer.
 * @throws {HttpFailure} when there will be no answer; the abort reason when the call was abandoned.
 */
export async function performCall(call: Call, wire: Wire): Promise<void> {
  const response = await wire.client.send({ method: 'POST', url: wire.url, headers: call.headers, body: call.body, signal: call.controller.signal, message: call.request });
  call.onResponse?.(response);
  if (!isOk(response)) throw new HttpFailure(await readRefusal(response, wire.at, wire.caps, call.isInSession));
  const form = answerForm(response);
  if (form === 'event-stream') await readStreams(call, wire, response);
  else await readWhole(call, wire, response, form === 'json');
}

async function readWhole(call: Call, wire: Wire, response: HttpResponse, isJson: boolean): Promise<void> {
  const text = await readOrFail(response, wire);
  const refuse = (kind: RequestLost['kind'], why: string): HttpFailure =>
    new HttpFailure({ kind, status: response.status, message: `${wire.at} ${why}`, isUnsent: false });
  // A gzip stream that is cut off early decompresses to nothing, without an error.
  if (text === '' && response.headers.get('content-encoding') !== null) throw refuse('network', 'sent a compressed answer that is cut off');
  if (text.trim() === '') throw refuse('http-status', `took the request (HTTP ${response.status}) but sent no answer`);
  if (!isJson) {
    if (!looksLikeJson(text)) throw new HttpFailure(wrongTypeLost(response, text, wire.at));
    wire.report({ kind: 'content-type', message: `The server sends JSON as "${response.headers.get('content-type') ?? 'no content type'}".` });
  }
  const outcome = wire.inbox.take(text, { scope: call.request.id });
  if (call.isAnswered) return;
  if (outcome === 'too-deep') throw refuse('cap', `sent an answer nested deeper than ${wire.caps.depth} levels`);
  if (outcome === 'not-json') throw isJson ? refuse('content-type', 'sent an answer that is not JSON or is cut off') : new HttpFailure(wrongTypeLost(response, text, wire.at));
  throw refuse('stream-ended', 'sent a body that holds no answer to this request');
}

async function readOrFail(response: HttpResponse, wire: Wire): Promise<string> {
  try {
    return await readBody(response, wire.caps.frameBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new HttpFailure({ kind: 'cap', status: response.status, message: `${wire.at}: ${error.message}; the limit can be raised for this server`, isUnsent: false }, error);
    throw new HttpFailure({ ...networkLost(error, wire.at), status: response.status, isUnsent: false }, error);
  }
}

/** The stream of the POST, then as many resumed ones as it takes. */
async function readStreams(call: Call, wire: Wire, first: HttpResponse): Promise<void> {
  const cursor = new EventStreamCursor(wire.retry);
  const { signal } = call.controller;
  let response: HttpResponse | undefined = first;
  let failed = 0;
  let ending = '';
  for (;;) {
    if (response !== undefined) {
      ending = await readStream(call, wire, response, cursor);
      failed = 0;
      if (call.isAnswered) return;
    }
    signal.throwIfAborted();
    if (call.resumeHeaders === undefined || cursor.lastEventId === undefined) throw streamEnded(wire, ending);
    const delay = cursor.nextDelay();
    if (!(cursor.isPolling && ending === endedEnding)) wire.report({ kind: 'stream-ended', message: `The stream of ${call.request.method} ${ending} before its answer; resuming in ${Math.round(delay)} ms.` });
    await pause(delay, signal);
    if (call.isAnswered) return;
    signal.throwIfAborted();
    response = await resume(call.resumeHeaders(), cursor, call, wire, ending);
    if (response === undefined) {
      cursor.noteEnd();
      failed += 1;
      if (failed >= maxFailedResumes) throw streamEnded(wire, `${ending}, and ${failed} attempts to resume it failed`);
    }
  }
}

/** Reads one connection to its end and says, in words, how it ended. */
async function readStream(call: Call, wire: Wire, response: HttpResponse, cursor: EventStreamCursor): Promise<string> {
  try {
    await readEventStream(chunksOf(response), wire.caps.frameBytes, {
      onId: (id) => cursor.noteId(id),
      onRetry: (milliseconds) => cursor.noteRetry(milliseconds),
      onEvent: (event) => {
        if (event.type !== undefined && event.type !== 'message') return;
        if (event.data === '') return;
        if (cursor.isRepeat(event)) {
          wire.report({ kind: 'duplicate-event', message: 'Dropped an event that came again after resuming.' });
          return;
        }
        wire.inbox.take(event.data, { scope: call.request.id, isQuiet: event.isUnterminated });
      },
    }, wire.brake);
    return endedEnding;
  } catch (error) {
    if (call.isAnswered) return endedEnding;
    if (error instanceof EventTooLarge) throw new HttpFailure({ kind: 'cap', message: `${wire.at}: ${error.message}; the limit can be raised for this server`, isUnsent: false }, error);
    call.controller.signal.throwIfAborted();
    return `broke (${networkLost(error, wire.at).message})`;
  } finally {
    cursor.noteEnd();
  }
}

/** @returns undefined when trying again later makes sense. */
async function resume(headers: Record<string, string>, cursor: EventStreamCursor, call: Call, wire: Wire, ending: string): Promise<HttpResponse | undefined> {
  const { signal } = call.controller;
  let response: HttpResponse;
  try {
    response = await wire.client.send({ method: 'GET', url: wire.url, headers: { ...headers, 'last-event-id': cursor.lastEventId ?? '' }, signal, message: call.request });
  } catch (error) {
    if (error instanceof HttpFailure && error.lost.kind === 'network') return undefined;
    throw error;
  }
  if (response.status >= 500 || response.status === 408 || response.status === 429) {
    cursor.noteRetryAfter(retryAfterMs(response));
    await discard(response);
    return undefined;
  }
  if (!isOk(response)) {
    const lost = await readRefusal(response, wire.at, wire.caps, call.isInSession);
    if (lost.kind === 'session-expired' || lost.wwwAuthenticate !== undefined) throw new HttpFailure({ ...lost, wasAccepted: true });
    throw streamEnded(wire, `${ending}, and the server does not resume it (HTTP ${response.status})`);
  }
  if (answerForm(response) !== 'event-stream') {
    await discard(response);
    throw streamEnded(wire, `${ending}, and the server does not resume it (no event stream)`);
  }
  return response;
}

function streamEnded(wire: Wire, ending: string): HttpFailure {
  return new HttpFailure({ kind: 'stream-ended', message: `${wire.at}: the stream ${ending} before the answer came`, isUnsent: false });
}
