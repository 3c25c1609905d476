/**
 * Streamable HTTP in both its shapes: sessions, a listening stream and resuming for 2025-03-26 … 2025-11-25, one
 * self-contained exchange per request for 2026-07-28.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
import type { HttpTarget } from '../connect-options.ts';
import type { JsonRpcMessage, JsonRpcRequest, RequestId } from '../jsonrpc/message.ts';
import { writeMessage } from '../jsonrpc/write-message.ts';
import { defaultRetryBounds } from './event-stream-cursor.ts';
import type { RetryBounds } from './event-stream-cursor.ts';
import { isOk, readRefusal } from './http-answer.ts';
import type { Call, Wire } from './http-call.ts';
import { performCall } from './http-call.ts';
import { FloodBrake, notingEvents } from './flood-brake.ts';
import { openEndpoint } from './http-endpoint.ts';
import { guardEvents } from './http-events.ts';
import { createHttpClient, discard } from './http-fetch.ts';
import type { HttpResponse } from './http-message.ts';
import { HttpFailure, networkLost } from './http-failure.ts';
import { configuredHeaders, modernHeaders } from './http-headers.ts';
import { createInbox } from './http-inbox.ts';
import { defaultListenIdleMs, listen } from './http-listen.ts';
import type { Caps, Era, SendOptions, Tap, Transport, TransportEvents } from './transport.ts';

/** Times in milliseconds; the defaults are for people's servers, tests shorten them. */
export interface HttpTiming {
  retry: RetryBounds;
  /** How long a stream may stay open after its answer, so that its connection can be used again. */
  lingerMs: number;
  /** How long `close` waits for the server to end its session. */
  deleteMs: number;
  /** How long a notification may wait to be accepted. */
  acceptMs: number;
  listenIdleMs: number;
  /** How long the first request waits for the listening stream: what a server says before it is open is lost. */
  listenOpenMs: number;
}

export const defaultHttpTiming: HttpTiming = { retry: defaultRetryBounds, lingerMs: 1_000, deleteMs: 2_000, acceptMs: 30_000, listenIdleMs: defaultListenIdleMs, listenOpenMs: 500 };

export interface HttpTransportDeps {
  caps: Caps;
  tap?: Tap;
  timing?: Partial<HttpTiming>;
}

/** A Streamable HTTP connection. Nothing is sent before the first message; `start` only checks the target. */
export function createHttpTransport(target: HttpTarget, deps: HttpTransportDeps): Transport {
  return new StreamableHttpTransport(target, deps);
}

/** How a message is dressed. `bare` is for what precedes any agreement: `initialize` and everything before the era is known. */
type Shape = 'bare' | 'legacy' | 'modern';

interface OpenCall extends Call {
  shape: Shape;
  linger?: NodeJS.Timeout;
}

class StreamableHttpTransport implements Transport {
  readonly kind = 'streamable-http';
  readonly #target: HttpTarget;
  readonly #caps: Caps;
  readonly #tap: Tap | undefined;
  readonly #timing: HttpTiming;
  readonly #calls = new Map<RequestId, OpenCall>();
  /** Ends what belongs to no call: notifications under way and the listening stream. */
  readonly #closing = new AbortController();
  #wire: Wire | undefined;
  #events: TransportEvents | undefined;
  /** The same, silent once closed. */
  #guarded: TransportEvents | undefined;
  #headers: Record<string, string> = {};
  #era: Era | undefined;
  #version: string | undefined;
  #sessionId: string | undefined;
  #isInitialized = false;
  /** Settles when the server has accepted, or refused, `initialized`: no request may overtake it on another connection. */
  #initializing: Promise<void> = Promise.resolve();
  #listening: AbortController | undefined;
  #closed: Promise<void> | undefined;

  constructor(target: HttpTarget, deps: HttpTransportDeps) {
    this.#target = target;
    this.#caps = deps.caps;
    this.#tap = deps.tap;
    this.#timing = { ...defaultHttpTiming, ...deps.timing };
  }

  async start(events: TransportEvents): Promise<void> {
    const { url, at, headers } = openEndpoint(this.#target);
    const guarded = guardEvents(events, () => this.#closed !== undefined, this.#tap);
    this.#headers = headers;
    this.#events = events;
    this.#guarded = guarded;
    const brake = new FloodBrake(this.#caps.notificationsPerSecond);
    const inbox = createInbox({
      caps: this.#caps,
      tap: this.#tap,
      events: notingEvents(guarded, brake),
      isOpen: (id) => this.#calls.has(id),
      onAnswer: (id) => this.#settle(id),
    });
    this.#wire = {
      client: createHttpClient(this.#target, this.#tap),
      inbox,
      brake,
      caps: this.#caps,
      url,
      at,
      retry: this.#timing.retry,
      report: (problem) => guarded.onProblem(problem),
    };
  }

  async send(message: JsonRpcMessage, options: SendOptions = {}): Promise<void> {
    const wire = this.#ready();
    const body = writeMessage(message);
    const shape = this.#shapeOf(message);
    if ('method' in message && message.method === 'initialize') this.#beginAnew();
    const headers = { ...this.#headersFor(message, shape), ...configuredHeaders(options.headers ?? {}) };
    this.#tap?.({ kind: 'message', direction: 'out', at: Date.now(), bytes: Buffer.byteLength(body), message });
    if ('method' in message && 'id' in message) void this.#call(wire, message, body, headers, shape);
    else if ('method' in message && message.method === 'notifications/initialized') await this.#initialized(this.#post(wire, message, body, headers));
    else await this.#post(wire, message, body, headers);
  }

  async #initialized(posted: Promise<void>): Promise<void> {
    const ready = posted.then(() => {
      this.#isInitialized = true;
      return this.#listenWhenDue();
    });
    this.#initializing = ready.catch(() => undefined);
    await posted;
  }

  abandon(id: RequestId): boolean {
    const call = this.#calls.get(id);
    if (call === undefined) return false;
    this.#calls.delete(id);
    call.controller.abort();
    return call.shape === 'modern';
  }

  setEra(era: Era, protocolVersion: string): void {
    if (era === 'modern') this.#beginAnew();
    this.#era = era;
    this.#version = protocolVersion;
    void this.#listenWhenDue();
  }

  /** Whether it still stands can't be seen, so the listening stream is given up for a new one. */
  refresh(): void {
    if (this.#listening === undefined) return;
    this.#listening.abort();
    this.#listening = undefined;
    void this.#listenWhenDue();
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    const events = this.#events;
    this.#closing.abort();
    this.#listening?.abort();
    for (const call of this.#calls.values()) call.controller.abort();
    this.#calls.clear();
    events?.onClosed({ kind: 'closed-by-us' });
    if (this.#wire === undefined) return;
    if (this.#sessionId !== undefined) await this.#deleteSession(this.#wire);
    await this.#wire.client.close();
  }

  /** Tells the server that the session is no longer needed. It may not support that (405); nothing depends on it. */
  async #deleteSession(wire: Wire): Promise<void> {
    const signal = AbortSignal.timeout(this.#timing.deleteMs);
    try {
      await discard(await wire.client.send({ method: 'DELETE', url: wire.url, headers: this.#legacyHeaders(), signal }));
    } catch {
      const text = 'The server did not confirm the end of its session.';
      this.#tap?.({ kind: 'lifecycle', at: Date.now(), text, code: 'remark', details: { message: text } });
    }
  }

  #ready(): Wire {
    if (this.#closed !== undefined) throw new Error('The connection is closed.');
    if (this.#wire === undefined) throw new Error('The connection was not started.');
    return this.#wire;
  }

  #settle(id: RequestId): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.isAnswered = true;
    this.#calls.delete(id);
    // Whatever stream the answer came on, the call's own may end by itself now, which keeps its connection for later.
    call.linger = setTimeout(() => call.controller.abort(), this.#timing.lingerMs);
  }

  /** `server/discover` is modern by its nature and `initialize` legacy, whatever is known of the server. */
  #shapeOf(message: JsonRpcMessage): Shape {
    const method = 'method' in message ? message.method : undefined;
    if (method === 'server/discover') return 'modern';
    if (method === 'initialize') return 'bare';
    return this.#era ?? 'bare';
  }

  #headersFor(message: JsonRpcMessage, shape: Shape): Record<string, string> {
    const own = { ...this.#headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    if (shape === 'modern') return { ...own, ...modernHeaders(message, this.#era === 'modern' ? this.#version : undefined) };
    return { ...own, ...this.#sessionHeaders() };
  }

  #sessionHeaders(): Record<string, string> {
    return {
      ...(this.#sessionId === undefined ? {} : { 'mcp-session-id': this.#sessionId }),
      ...(this.#era === 'legacy' && this.#version !== undefined ? { 'mcp-protocol-version': this.#version } : {}),
    };
  }

  /** Headers of the exchanges without a body: listening, resuming, deleting. */
  #legacyHeaders(): Record<string, string> {
    return { ...this.#headers, accept: 'text/event-stream', ...this.#sessionHeaders() };
  }

  async #call(wire: Wire, request: JsonRpcRequest, body: string, headers: Record<string, string>, shape: Shape): Promise<void> {
    const call: OpenCall = {
      request,
      body,
      headers,
      shape,
      resumeHeaders: shape === 'modern' ? undefined : () => this.#legacyHeaders(),
      isInSession: headers['mcp-session-id'] !== undefined,
      controller: new AbortController(),
      isAnswered: false,
      ...(request.method === 'initialize' ? { onResponse: (response: HttpResponse) => this.#noteSession(response) } : {}),
    };
    this.#calls.set(request.id, call);
    try {
      if (shape === 'legacy') await this.#initializing;
      call.controller.signal.throwIfAborted();
      await performCall(call, wire);
    } catch (error) {
      const wasOpen = this.#calls.get(request.id) === call;
      if (wasOpen) this.#calls.delete(request.id);
      if (call.isAnswered || !wasOpen) return;
      this.#guarded?.onRequestLost(request.id, error instanceof HttpFailure ? error.lost : networkLost(error, wire.at));
    } finally {
      clearTimeout(call.linger);
    }
  }

  async #post(wire: Wire, message: JsonRpcMessage, body: string, headers: Record<string, string>): Promise<void> {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, this.#timing.acceptMs);
    this.#closing.signal.addEventListener('abort', abort);
    try {
      const response = await wire.client.send({ method: 'POST', url: wire.url, headers, body, signal: controller.signal, message });
      if (!isOk(response)) throw new HttpFailure(await readRefusal(response, wire.at, wire.caps, headers['mcp-session-id'] !== undefined));
      await discard(response);
    } catch (error) {
      if (error instanceof HttpFailure) throw error;
      const why = this.#closed === undefined ? 'did not accept a message in time' : 'was closed before it accepted a message';
      throw new HttpFailure({ kind: 'network', message: `${wire.at} ${why}`, isUnsent: false }, error);
    } finally {
      clearTimeout(timer);
      this.#closing.signal.removeEventListener('abort', abort);
    }
  }

  #noteSession(response: HttpResponse): void {
    const id = response.headers.get('mcp-session-id');
    if (id === null || !isOk(response)) return;
    if (/^[\x21-\x7e]+$/.test(id)) this.#sessionId = id;
    else this.#wire?.report({ kind: 'not-jsonrpc', message: 'The server gave a session id with characters that are not visible ASCII; it is not used.' });
  }

  #beginAnew(): void {
    this.#sessionId = undefined;
    this.#version = undefined;
    this.#isInitialized = false;
    this.#listening?.abort();
    this.#listening = undefined;
  }

  /** The stream is opened once the server accepted `initialized` and the era is known, in whichever order. */
  async #listenWhenDue(): Promise<void> {
    if (this.#era !== 'legacy' || !this.#isInitialized || this.#listening !== undefined || this.#closed !== undefined || this.#wire === undefined) return;
    this.#listening = new AbortController();
    const opened = Promise.withResolvers<void>();
    const timer = setTimeout(opened.resolve, this.#timing.listenOpenMs).unref();
    void listen(this.#wire, { headers: this.#legacyHeaders(), signal: this.#listening.signal, idleMs: this.#timing.listenIdleMs, onSettled: opened.resolve, onSessionExpired: () => this.#guarded?.onSessionExpired?.() });
    await opened.promise;
    clearTimeout(timer);
  }
}
