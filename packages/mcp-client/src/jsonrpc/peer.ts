/**
 * One side of a JSON-RPC conversation: gives out ids, keeps the table of open requests with their deadlines, delivers what
 * arrives in order, and tolerates what can be tolerated. It knows no MCP method but the ones that belong to the base
 * protocol: ping, notifications/progress, notifications/cancelled.
 */
import { LocalError, ServerError } from '../errors.ts';
import { HttpFailure } from '../transport/http-failure.ts';
import type { Caps, CloseReason, RequestLost, SettledOutcome, Transport } from '../transport/transport.ts';
import type { Progress } from '../client.ts';
import { closedError } from './close-reason.ts';
import { InboundRequests } from './inbound.ts';
import type { InboundHandler } from './inbound.ts';
import { isJsonObject } from './message.ts';
import type { JsonObject, JsonRpcMessage, JsonRpcResponse, RawMessage, RequestId } from './message.ts';
import { NotificationGate } from './notification-gate.ts';
import { sampleOf } from './json.ts';
import { createPending, withMeta } from './pending.ts';
import type { Pending, RequestOptions } from './pending.ts';
import { ProblemCounter } from './problems.ts';
import type { Problem } from './problems.ts';
import { readProgress } from './progress.ts';
import { isRequestId, readAnswer, readOwnId } from './read-response.ts';
import { relatedWork } from './related-work.ts';
import { Sweeper } from './sweeper.ts';

export interface PeerEvents {
  /** Called in arrival order, before any response that arrived later is delivered. */
  onNotification(method: string, params: JsonObject): void;
  onProblem(problem: Problem): void;
  /** The server has forgotten the session; requests made from now on will be refused. */
  onSessionExpired?(): void;
  onClosed(reason: CloseReason): void;
  /** A request is over, whichever way. For the trace: must not throw. */
  onSettled?(id: number, outcome: SettledOutcome, details?: { reason: string; body?: JsonRpcResponse }): void;
}

/** Requests given up are remembered, so that their late answers are told apart from answers to nothing. */
const REMEMBERED_ABANDONED = 1024;

const NO_PARAMS: JsonObject = {};

export class Peer {
  /** What every request carries in `_meta`; the modern era sets it, the legacy era has none. */
  envelope: JsonObject | undefined;
  readonly #transport: Transport;
  readonly #caps: Caps;
  readonly #events: PeerEvents;
  readonly #pending = new Map<number, Pending>();
  readonly #abandoned = new Set<number>();
  /** Answered requests whose progress goes on. */
  readonly #following = new Map<number, Pending>();
  readonly #problems: ProblemCounter;
  readonly #sweeper = new Sweeper((now) => this.#sweep(now));
  readonly #gate: NotificationGate;
  readonly #inbound: InboundRequests;
  #nextId = 1;
  #closeReason: CloseReason | undefined;

  constructor(transport: Transport, caps: Caps, events: PeerEvents) {
    this.#transport = transport;
    this.#caps = caps;
    this.#events = events;
    this.#problems = new ProblemCounter((problem) => events.onProblem(problem));
    const report = this.report.bind(this);
    this.#gate = new NotificationGate(caps.notificationsPerSecond, (method, params) => events.onNotification(method, params), report);
    this.#inbound = new InboundRequests({ limit: caps.inboundRequests, answer: (response) => this.#answer(response), report });
  }

  /** Starts the transport. Rejects with what `Transport.start` rejects with. */
  start(): Promise<void> {
    return this.#transport.start({
      onMessage: (message, scope) => this.#receive(message, scope),
      onRequestLost: (id, lost) => this.#lose(id, lost),
      onProblem: (problem) => this.#problems.report(problem.kind, problem.message, problem.sample),
      onSessionExpired: () => this.#events.onSessionExpired?.(),
      onClosed: (reason) => this.#onClosed(reason),
    });
  }

  /** The id of the request that was sent last. */
  get lastId(): number {
    return this.#nextId - 1;
  }

  /** How many requests wait for their answer. */
  get openRequests(): number {
    return this.#pending.size;
  }

  /**
   * Serves a method of the server's requests. Methods without a handler are answered with -32601.
   * @param abandoned the answer when our request behind it is cancelled meanwhile; an error unless given
   */
  handle(method: string, handler: InboundHandler, abandoned?: JsonObject): void {
    this.#inbound.handle(method, handler, abandoned);
  }

  /** Counts something tolerated. */
  report(kind: string, message: string, sample?: string): void {
    this.#problems.report(kind, message, sample);
  }

  /**
   * Sends a request and waits for its answer.
   * @throws {ServerError} what the server answered
   * @throws {LocalError} why there is no answer
   */
  request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    if (this.#closeReason !== undefined) return Promise.reject(closedError(this.#closeReason, false));
    const { signal, onProgress } = options;
    if (signal?.aborted === true) return Promise.reject(new LocalError('cancelled', `${method} was cancelled before it was sent.`, { mayHaveHappened: false }));
    const id = this.#nextId++;
    options.onId?.(id);
    const { entry, answer } = createPending(id, method, params, options);
    this.#pending.set(id, entry);
    if (signal !== undefined) {
      entry.onAbort = () => this.#giveUp(entry, 'cancelled', `${method} was cancelled.`);
      signal.addEventListener('abort', entry.onAbort, { once: true });
    }
    this.#sweeper.announce(Math.min(entry.idleAt, entry.totalAt));
    const message = { jsonrpc: '2.0' as const, id, method, ...withMeta(params, options.envelope ?? this.envelope, options.meta, onProgress !== undefined || options.wantsProgress === true ? id : undefined) };
    this.#transport.send(message, options.headers === undefined ? undefined : { headers: options.headers }).then(
      () => (entry.isSent = true),
      (error: unknown) => this.#sendFailed(entry, error),
    );
    return answer;
  }

  /** What a request with `keepsProgress` led to is over. */
  stopProgress(id: number): void {
    const entry = this.#following.get(id);
    if (entry?.heldProgress !== undefined) this.#tellProgress(entry, entry.heldProgress);
    this.#following.delete(id);
  }

  /** Sends a notification; a failure is the connection's matter and is not reported here. */
  notify(method: string, params?: JsonObject): void {
    if (this.#closeReason !== undefined) return;
    const message = params === undefined ? { jsonrpc: '2.0' as const, method } : { jsonrpc: '2.0' as const, method, params };
    this.#transport.send(message).catch(ignore);
  }

  #receive(message: JsonRpcMessage, scope: RequestId | undefined): void {
    if (this.#closeReason !== undefined) return;
    // What a transport hands over is an object; everything else about it is the server's claim.
    const raw: RawMessage = message;
    const { id, method, params } = raw;
    if (typeof method === 'string') {
      const object = isJsonObject(params) ? params : NO_PARAMS;
      if (isRequestId(id)) this.#onRequest(id, method, object, scope);
      else this.#onNotification(method, object);
      return;
    }
    this.#onResponse(raw);
  }

  #onRequest(id: RequestId, method: string, params: JsonObject, scope: RequestId | undefined): void {
    if (this.envelope !== undefined) {
      this.report('request-in-modern', `The server sent a request (${method.slice(0, 100)}), which its protocol version does not allow.`);
      // Where there is a way back, a server that waits for an answer gets one, but nobody is asked anything.
      if (this.#transport.kind === 'stdio') this.#answer(method === 'ping' ? { jsonrpc: '2.0', id, result: {} } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
      return;
    }
    if (method === 'ping') this.#answer({ jsonrpc: '2.0', id, result: {} });
    else this.#inbound.accept(id, method, params, relatedWork(this.#pending, scope, (entry) => this.#sweeper.announce(Math.min(entry.idleAt, entry.totalAt))));
  }

  #onNotification(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      this.#onProgress(params);
      return;
    }
    if (method === 'notifications/cancelled') {
      const id = params['requestId'];
      if (isRequestId(id)) this.#inbound.cancel(id);
      return;
    }
    this.#gate.pass(method, params);
  }

  #onResponse(raw: RawMessage): void {
    const tolerate = (kind: string, message: string): void => this.#problems.report(kind, message);
    if (raw.jsonrpc !== '2.0') tolerate('jsonrpc-version', 'The server leaves out "jsonrpc": "2.0".');
    const id = readOwnId(raw.id, tolerate) ?? this.#onlyPending(raw);
    const entry = id === undefined ? undefined : this.#pending.get(id);
    if (entry === undefined) {
      this.#onStray(id, raw);
      return;
    }
    const answer = readAnswer(raw, this.#caps.errorTextBytes, tolerate);
    this.#forget(entry);
    if (entry.keepsProgress && answer.kind === 'result') this.#following.set(entry.id, entry);
    this.#events.onSettled?.(entry.id, 'answered');
    if (entry.heldProgress !== undefined) this.#tellProgress(entry, entry.heldProgress);
    if (answer.kind === 'result') entry.resolve(answer.result);
    else if (answer.kind === 'error') entry.reject(new ServerError(answer.error.code, answer.error.message, answer.error.data, undefined, entry.method));
    else entry.reject(new LocalError('invalid-result', `The answer to ${entry.method} cannot be read. ${answer.reason}`, { mayHaveHappened: true, raw: answer.raw }));
  }

  /** An error without an id means "I could not read your message"; with one request open there is no doubt which. */
  #onlyPending(raw: RawMessage): number | undefined {
    if (raw.error === undefined || raw.error === null || (raw.id !== null && raw.id !== undefined)) return undefined;
    // Subscriptions stay open by nature and are not what such an error is about.
    const waiting = [...this.#pending.values()].filter((entry) => entry.totalAt !== Number.POSITIVE_INFINITY);
    this.#problems.report('error-without-id', 'The server answered with an error that names no request.');
    return waiting.length === 1 ? waiting[0]?.id : undefined;
  }

  #onStray(id: number | undefined, raw: RawMessage): void {
    if (id !== undefined && this.#abandoned.delete(id)) {
      this.#problems.report('late-answer', 'The server answered a request that was no longer waited for.');
    } else if (id !== undefined && Number.isInteger(id) && id > 0 && id < this.#nextId) {
      this.#problems.report('duplicate-answer', 'The server answered a request a second time; the first answer counts.');
    } else {
      this.#problems.report('unknown-answer', 'The server answered a request that was never sent.', sampleOf(JSON.stringify(raw.id ?? null)));
    }
  }

  #onProgress(params: JsonObject): void {
    const id = readOwnId(params['progressToken'], (kind, message) => this.#problems.report(kind, message));
    const entry = id === undefined ? undefined : (this.#pending.get(id) ?? this.#following.get(id));
    if (entry === undefined) {
      this.#problems.report('stray-progress', 'The server reported progress of a request that is not open.');
      return;
    }
    entry.idleAt = performance.now() + entry.idleMs;
    const progress = readProgress(params);
    if (progress === undefined) {
      this.#problems.report('progress-shape', 'The server reported progress without a number.');
      return;
    }
    if (progress.progress < entry.lastProgress) {
      this.#problems.report('progress-decreased', 'The server reported progress that went back.');
      return;
    }
    entry.lastProgress = progress.progress;
    if (entry.onProgress === undefined) return;
    if (this.#gate.take()) this.#tellProgress(entry, progress);
    else {
      entry.heldProgress = progress;
      this.#gate.reportDropped();
    }
  }

  #tellProgress(entry: Pending, progress: Progress): void {
    entry.heldProgress = undefined;
    try {
      entry.onProgress?.(progress);
    } catch (error) {
      this.#problems.report('listener-failed', `A progress listener failed: ${String(error)}`);
    }
  }

  #answer(response: JsonRpcResponse): void {
    if (this.#closeReason !== undefined || response.id === null) return;
    const { id } = response;
    this.#transport.send(response, { relatedRequestId: id }).catch((error: unknown) => {
      // A result that cannot be written is our failure, and the server waits for some answer.
      if (error instanceof LocalError && error.kind === 'not-supported' && 'result' in response) this.#answer({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } });
    });
  }

  #sendFailed(entry: Pending, error: unknown): void {
    if (!this.#pending.has(entry.id)) return;
    this.#forget(entry);
    this.#events.onSettled?.(entry.id, 'lost', { reason: error instanceof Error ? error.message : String(error) });
    if (error instanceof LocalError) entry.reject(error);
    else if (error instanceof HttpFailure) entry.reject(new LocalError('request-lost', error.message, { mayHaveHappened: !error.lost.isUnsent, lost: error.lost, cause: error }));
    else entry.reject(new LocalError('connection-closed', `${entry.method} could not be sent.`, { mayHaveHappened: false, cause: error }));
  }

  #lose(rawId: RequestId, lost: RequestLost): void {
    const id = readOwnId(rawId, ignore);
    const entry = id === undefined ? undefined : this.#pending.get(id);
    if (entry === undefined) return;
    this.#forget(entry);
    if (entry.heldProgress !== undefined) this.#tellProgress(entry, entry.heldProgress);
    const body = lost.body;
    this.#events.onSettled?.(entry.id, 'lost', { reason: lost.message, ...(body === undefined ? {} : { body }) });
    if (body !== undefined && 'error' in body && lost.status !== 401 && lost.status !== 403 && lost.kind !== 'session-expired') {
      const answer = readAnswer(body, this.#caps.errorTextBytes, (kind, message) => this.#problems.report(kind, message));
      if (answer.kind === 'error') {
        entry.reject(new ServerError(answer.error.code, answer.error.message, answer.error.data, lost.status, entry.method));
        return;
      }
    }
    entry.reject(new LocalError('request-lost', lost.message, { mayHaveHappened: !lost.isUnsent, lost, cause: lost.cause }));
  }

  #giveUp(entry: Pending, kind: 'cancelled' | 'idle-timeout' | 'total-timeout', message: string): void {
    if (!this.#pending.has(entry.id)) return;
    this.#forget(entry);
    this.#events.onSettled?.(entry.id, kind === 'cancelled' ? 'cancelled' : 'timeout', { reason: message });
    this.#abandoned.add(entry.id);
    if (this.#abandoned.size > REMEMBERED_ABANDONED) {
      const [oldest] = this.#abandoned;
      if (oldest !== undefined) this.#abandoned.delete(oldest);
    }
    this.#inbound.abandon(entry.id);
    const isTold = this.#transport.abandon(entry.id);
    if (!isTold && entry.isCancellable) this.notify('notifications/cancelled', { requestId: entry.id, reason: message });
    entry.reject(new LocalError(kind, message, { mayHaveHappened: true }));
  }

  #sweep(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.#pending.values()) {
      if (entry.pauses > 0) continue;
      if (entry.totalAt <= now) {
        this.#giveUp(entry, 'total-timeout', `${entry.method} did not finish within ${seconds(entry.totalAt - entry.startedAt)}.`);
      } else if (entry.idleAt <= now) {
        this.#giveUp(entry, 'idle-timeout', `${entry.method} got no answer and no progress for ${seconds(entry.idleMs)}.`);
      } else next = Math.min(next, entry.totalAt, entry.idleAt);
    }
    return next;
  }

  #forget(entry: Pending): void {
    this.#pending.delete(entry.id);
    if (entry.onAbort !== undefined) entry.signal?.removeEventListener('abort', entry.onAbort);
  }

  #onClosed(reason: CloseReason): void {
    if (this.#closeReason !== undefined) return;
    this.#gate.close();
    this.#closeReason = reason;
    this.#sweeper.stop();
    this.#inbound.close();
    for (const entry of this.#pending.values()) {
      this.#forget(entry);
      const error = closedError(reason, entry.isSent);
      this.#events.onSettled?.(entry.id, 'lost', { reason: error.message });
      entry.reject(error);
    }
    this.#problems.close();
    this.#events.onClosed(reason);
  }

  /** Ends the connection; every open request is rejected. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

function ignore(): void {}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
