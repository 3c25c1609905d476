/**
 * The HTTP+SSE transport of 2024-11-05: one GET stream carries everything the server says, and its first event names the
 * address that messages are POSTed to. The stream is the session: when it ends, the connection is over.
 * https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
import type { HttpTarget } from '../connect-options.ts';
import type { JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
import { writeMessage } from '../jsonrpc/write-message.ts';
import { EventTooLarge, readEventStream } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';
import { answerForm, isOk, readRefusal, wrongTypeLost } from './http-answer.ts';
import { chunksOf, readBeginning } from './http-body.ts';
import { FloodBrake, notingEvents } from './flood-brake.ts';
import { openEndpoint } from './http-endpoint.ts';
import { guardEvents } from './http-events.ts';
import { createHttpClient, discard } from './http-fetch.ts';
import type { HttpClient } from './http-fetch.ts';
import type { HttpResponse } from './http-message.ts';
import { HttpFailure, networkLost } from './http-failure.ts';
import { redactUrl } from './http-headers.ts';
import { createInbox } from './http-inbox.ts';
import type { Inbox } from './http-inbox.ts';
import type { Caps, CloseReason, Era, Tap, Transport, TransportEvents } from './transport.ts';

/** Times in milliseconds. */
export interface SseTiming {
  /** How long the server may take to name its message address. */
  endpointMs: number;
  /** How long a POST may wait to be accepted. */
  acceptMs: number;
}

const defaultSseTiming: SseTiming = { endpointMs: 20_000, acceptMs: 30_000 };

export interface SseTransportDeps {
  caps: Caps;
  tap?: Tap;
  timing?: Partial<SseTiming>;
}

/** An HTTP+SSE connection. `start` opens the stream and resolves once the message address is known. */
export function createSseTransport(target: HttpTarget, deps: SseTransportDeps): Transport {
  return new SseTransport(target, deps);
}

interface Connection {
  client: HttpClient;
  url: URL;
  at: string;
  headers: Record<string, string>;
  inbox: Inbox;
  brake: FloodBrake;
}

class SseTransport implements Transport {
  readonly kind = 'sse';
  readonly #target: HttpTarget;
  readonly #caps: Caps;
  readonly #tap: Tap | undefined;
  readonly #timing: SseTiming;
  readonly #calls = new Set<RequestId>();
  /** Aborted when the connection is over, for whatever reason: ends the stream and every POST under way. */
  readonly #over = new AbortController();
  #events: TransportEvents | undefined;
  /** The same, silent once the connection is over. */
  #guarded: TransportEvents | undefined;
  #connection: Connection | undefined;
  #messages: URL | undefined;
  #version: string | undefined;
  #closed: Promise<void> | undefined;

  constructor(target: HttpTarget, deps: SseTransportDeps) {
    this.#target = target;
    this.#caps = deps.caps;
    this.#tap = deps.tap;
    this.#timing = { ...defaultSseTiming, ...deps.timing };
  }

  async start(events: TransportEvents): Promise<void> {
    const { url, at, headers } = openEndpoint(this.#target);
    const guarded = guardEvents(events, () => this.#over.signal.aborted, this.#tap);
    this.#events = events;
    this.#guarded = guarded;
    const brake = new FloodBrake(this.#caps.notificationsPerSecond);
    const inbox = createInbox({ caps: this.#caps, tap: this.#tap, events: notingEvents(guarded, brake), isOpen: (id) => this.#calls.has(id), onAnswer: (id) => this.#calls.delete(id) });
    const connection = { client: createHttpClient(this.#target, this.#tap), url, at, headers, inbox, brake };
    this.#connection = connection;
    const known = Promise.withResolvers<URL>();
    void this.#follow(connection, known);
    const late = setTimeout(() => known.reject(new HttpFailure({ kind: 'network', message: `${at} opened a stream but did not name its message address`, isUnsent: true })), this.#timing.endpointMs);
    try {
      this.#messages = await known.promise;
    } catch (error) {
      this.#over.abort();
      await connection.client.close();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  async send(message: JsonRpcMessage): Promise<void> {
    const connection = this.#connection;
    const url = this.#messages;
    if (this.#over.signal.aborted) throw new Error('The connection is closed.');
    if (connection === undefined || url === undefined) throw new Error('The connection was not started.');
    const body = writeMessage(message);
    this.#tap?.({ kind: 'message', direction: 'out', at: Date.now(), bytes: Buffer.byteLength(body), message });
    if (!('method' in message) || !('id' in message)) {
      await this.#post(connection, url, body, message);
      return;
    }
    this.#calls.add(message.id);
    void this.#post(connection, url, body, message).catch((error: unknown) => {
      if (this.#calls.delete(message.id)) this.#guarded?.onRequestLost(message.id, error instanceof HttpFailure ? error.lost : networkLost(error, connection.at));
    });
  }

  /** The server has to be told by `notifications/cancelled`: answers and calls share one stream here. */
  abandon(id: RequestId): boolean {
    this.#calls.delete(id);
    return false;
  }

  setEra(_era: Era, protocolVersion: string): void {
    this.#version = protocolVersion;
  }

  close(): Promise<void> {
    this.#closed ??= this.#end({ kind: 'closed-by-us' });
    return this.#closed;
  }

  async #end(reason: CloseReason): Promise<void> {
    this.#over.abort();
    this.#calls.clear();
    this.#events?.onClosed(reason);
    await this.#connection?.client.close();
  }

  /** Reads the stream from its first event to its end, which ends the connection. Never rejects. */
  async #follow(connection: Connection, known: PromiseWithResolvers<URL>): Promise<void> {
    let reason: CloseReason = { kind: 'network', code: 'stream-ended', message: `${connection.at} ended its stream` };
    try {
      const response = await this.#open(connection);
      await readEventStream(chunksOf(response), this.#caps.frameBytes, { onEvent: (event) => this.#take(event, connection, known) }, connection.brake);
    } catch (error) {
      reason = this.#reasonOf(error, connection);
      known.reject(error instanceof HttpFailure ? error : failureOf(reason));
    }
    known.reject(failureOf(reason));
    // Before the address is known there is no connection yet: `start` rejects and that is all the news.
    if (this.#messages === undefined) return;
    this.#closed ??= this.#end(reason);
  }

  async #open({ client, url, headers, at }: Connection): Promise<HttpResponse> {
    const response = await client.send({ method: 'GET', url, headers: { ...headers, accept: 'text/event-stream' }, signal: this.#over.signal });
    if (!isOk(response)) throw new HttpFailure(await readRefusal(response, at, this.#caps, false));
    if (answerForm(response) === 'event-stream') return response;
    throw new HttpFailure(wrongTypeLost(response, await readBeginning(response, this.#caps.errorTextBytes), at));
  }

  #take(event: StreamEvent, connection: Connection, known: PromiseWithResolvers<URL>): void {
    if (event.type === 'endpoint') {
      this.#takeEndpoint(event.data, connection, known);
      return;
    }
    if (event.data !== '' && (event.type === undefined || event.type === 'message')) connection.inbox.take(event.data, { isQuiet: event.isUnterminated });
  }

  /** Messages may carry credentials, so they go to the server's own origin and nowhere else. */
  #takeEndpoint(data: string, { url, at }: Connection, known: PromiseWithResolvers<URL>): void {
    const address = URL.canParse(data.trim(), url.href) ? new URL(data.trim(), url) : undefined;
    if (address !== undefined && address.origin === url.origin && address.username === '' && address.password === '') {
      address.hash = '';
      known.resolve(address);
      return;
    }
    const named = address === undefined ? 'something that is no address' : redactUrl(address);
    known.reject(new HttpFailure({ kind: 'network', message: `${at} names ${named} for its messages, which is not on its own origin; nothing was sent there`, isUnsent: true }));
  }

  #reasonOf(error: unknown, { at }: Connection): CloseReason {
    if (error instanceof EventTooLarge) return { kind: 'cap', cap: 'event-bytes', limit: error.limit, message: `${at}: ${error.message}` };
    if (this.#over.signal.aborted) return { kind: 'closed-by-us' };
    if (error instanceof HttpFailure && error.lost.status !== undefined) return { kind: 'http', status: error.lost.status, message: error.message };
    return { kind: 'network', code: 'stream-broken', message: `The stream of ${networkLost(error, at).message}` };
  }

  async #post({ client, headers, at }: Connection, url: URL, body: string, message: JsonRpcMessage): Promise<void> {
    const version = this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version };
    const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(this.#timing.acceptMs)]);
    try {
      const response = await client.send({ method: 'POST', url, headers: { ...headers, ...version, accept: '*/*', 'content-type': 'application/json' }, body, signal, message });
      if (!isOk(response)) throw new HttpFailure(await readRefusal(response, at, this.#caps, false));
      await discard(response);
    } catch (error) {
      if (error instanceof HttpFailure) throw error;
      const why = this.#over.signal.aborted ? 'was closed before it accepted a message' : 'did not accept a message in time';
      throw new HttpFailure({ kind: 'network', message: `${at} ${why}`, isUnsent: false }, error);
    }
  }
}

function failureOf(reason: CloseReason): HttpFailure {
  const message = 'message' in reason ? `${reason.message} before naming its message address` : 'The connection was closed before the server named its message address';
  return new HttpFailure({ kind: reason.kind === 'cap' ? 'cap' : 'stream-ended', message, isUnsent: true });
}
