/** One connection as its trace: messages become entries, answers find their requests. Called for every message; never throws. */
import type { CallId } from '@portolan/contract/ids';
import type { TraceStatus } from '@portolan/contract/trace';
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';
import type { JsonRpcMessage, RawMessage, RequestId } from '@portolan/mcp-client/jsonrpc/message';
import type { Era, TapEvent } from '@portolan/mcp-client/transport/transport';
import type { Entry, NewEntry } from './entry.ts';
import { cutText, keepMessage } from './kept-message.ts';

/** Where entries go. */
export interface RecorderSink {
  readonly isRecording: boolean;
  /** Gives the entry its place and its id. */
  add(entry: NewEntry): Entry;
  /** Something of the entry changed. */
  changed(entry: Entry): void;
}

/** Characters of junk and lifecycle texts kept. */
export const textLimit = 4_096;
export const nameLimit = 256;
const versionKey = 'io.modelcontextprotocol/protocolVersion';

type MessageEvent = Extract<TapEvent, { kind: 'message' }>;
type HttpEvent = Extract<TapEvent, { kind: 'http' }>;
type SettledEvent = Extract<TapEvent, { kind: 'settled' }>;

export class Recorder {
  readonly #sink: RecorderSink;
  /** Requests of ours, and of the server, that wait for their answer or may still get a late one. */
  readonly #sent = new Map<RequestId, Entry>();
  readonly #received = new Map<RequestId, Entry>();
  /** Finds the message of an HTTP exchange. */
  readonly #byMessage = new WeakMap<object, Entry>();
  /** Calls whose request has got its id and is about to be sent. */
  readonly #calls = new Map<RequestId, CallId>();
  /** An answer to nothing known: whose it was taken for, if anybody's, is told in the same turn. */
  #stray: { event: MessageEvent; isShown: boolean } | null = null;
  #era: Era | null = null;
  #version: string | null = null;

  constructor(sink: RecorderSink) {
    this.#sink = sink;
  }

  /** The engine's tap. */
  readonly tap = (event: TapEvent): void => {
    switch (event.kind) {
      case 'message':
        this.#flushStray();
        this.#onMessage(event);
        break;
      case 'settled':
        this.#onSettled(event);
        break;
      case 'http':
        this.#onHttp(event);
        break;
      case 'junk':
      case 'lifecycle':
        if (this.#sink.isRecording) this.#add({ kind: event.kind, at: event.at, direction: event.kind === 'junk' ? 'in' : null, method: '', bytes: event.kind === 'junk' ? event.bytes : 0, text: cutText(event.text, textLimit) });
        break;
      case 'stderr':
        // The log has it.
        break;
    }
  };

  /** The handshake is done: what follows is of this era unless it says otherwise. */
  established(era: Era, protocolVersion: string): void {
    this.#era = era;
    this.#version = protocolVersion;
  }

  /** The request with this id, which is about to be sent, makes the call of a chat. */
  noteCall(callId: CallId, requestId: RequestId): void {
    if (this.#sink.isRecording) this.#calls.set(requestId, callId);
  }

  /** The connection is over: nothing that waits will be answered. */
  end(): void {
    this.#flushStray();
    for (const table of [this.#sent, this.#received]) {
      for (const entry of table.values()) {
        if (entry.status === 'pending') this.#settle(entry, 'lost');
        entry.table = null;
      }
      table.clear();
    }
    this.#calls.clear();
  }

  #onMessage(event: MessageEvent): void {
    const raw: RawMessage = event.message;
    const { id, method } = raw;
    const hasId = typeof id === 'number' || typeof id === 'string';
    if (typeof method !== 'string') this.#onAnswer(event, hasId ? id : null);
    else if (hasId) this.#onRequest(event, id, method);
    else this.#onNotification(event, method);
  }

  #onRequest(event: MessageEvent, id: RequestId, method: string): void {
    const callId = this.#calls.get(id);
    if (event.direction === 'out') this.#calls.delete(id);
    if (!this.#sink.isRecording) return;
    if (event.direction === 'out') this.#noteVersion(event.message, method);
    const entry = this.#addMessage(event, 'request', method, typeof id === 'string' ? cutText(id, nameLimit) : id);
    entry.status = 'pending';
    const table = event.direction === 'out' ? this.#sent : this.#received;
    // An id that is used again while the first still waits: the first can no longer be told apart.
    const earlier = table.get(id);
    if (earlier !== undefined) {
      if (earlier.status === 'pending') this.#settle(earlier, 'lost');
      earlier.table = null;
    }
    table.set(id, entry);
    entry.table = table;
    if (event.direction === 'out' && callId !== undefined) entry.callId = callId;
    this.#sink.changed(entry);
  }

  #onNotification(event: MessageEvent, method: string): void {
    const params = paramsOf(event.message);
    if (method === 'notifications/progress' && event.direction === 'in') {
      const token = params?.['progressToken'];
      const entry = typeof token === 'number' || typeof token === 'string' ? this.#sent.get(token) : undefined;
      if (entry !== undefined) {
        entry.progress += 1;
        this.#sink.changed(entry);
      }
    } else if (method === 'notifications/cancelled' && event.direction === 'in') {
      const id = params?.['requestId'];
      const entry = typeof id === 'number' || typeof id === 'string' ? this.#received.get(id) : undefined;
      if (entry?.status === 'pending') this.#settle(entry, 'cancelled');
    }
    if (this.#sink.isRecording) this.#addMessage(event, 'notification', method, null);
  }

  #onAnswer(event: MessageEvent, id: RequestId | null): void {
    const table = event.direction === 'in' ? this.#sent : this.#received;
    const entry = id === null ? undefined : table.get(id);
    if (entry !== undefined) this.#answer(entry, event);
    else if (event.direction === 'in') {
      this.#stray = { event, isShown: this.#sink.isRecording };
      queueMicrotask(() => this.#flushStray());
    } else this.#addStray(event);
  }

  #answer(entry: Entry, event: MessageEvent): void {
    if (entry.table !== null && entry.requestId !== null) entry.table.delete(entry.requestId);
    entry.table = null;
    entry.response = keepMessage(event.message, event.bytes);
    entry.responseBytes = event.bytes;
    if (entry.method === 'initialize') this.#noteAnswer(event.message);
    // A late answer changes nothing about how it ended.
    if (entry.status === 'pending') this.#settle(entry, statusOf(event.message));
    else this.#sink.changed(entry);
  }

  #onSettled(event: SettledEvent): void {
    const entry = this.#sent.get(event.id);
    const stray = this.#stray;
    if (entry?.status !== 'pending') return;
    if (event.outcome === 'answered') {
      if (stray === null) return;
      this.#stray = null;
      this.#answer(entry, stray.event);
      return;
    }
    if (event.reason !== undefined) entry.text = cutText(event.reason, textLimit);
    const { body } = event;
    if (body !== undefined) {
      const bytes = JSON.stringify(body).length;
      entry.response = keepMessage(body, bytes);
      entry.responseBytes = bytes;
    }
    this.#settle(entry, body !== undefined && 'error' in body ? 'error' : event.outcome);
  }

  #onHttp(event: HttpEvent): void {
    if (!this.#sink.isRecording) return;
    const { message, status = null, durationMs = null, requestHeaders, responseHeaders = null, url } = event;
    const entry = this.#add({ kind: 'http', at: event.at, direction: 'out', method: event.method, bytes: 0, http: { url, status, requestHeaders, responseHeaders } });
    entry.status = status !== null && status < 400 ? 'ok' : 'error';
    entry.durationMs = durationMs;
    const carried = message === undefined ? undefined : this.#byMessage.get(message);
    if (carried !== undefined && !carried.isGone) {
      entry.related = [carried];
      entry.era = carried.era;
      entry.protocolVersion = carried.protocolVersion;
      // A call that is taken up again and again needs many exchanges; the last ones tell the most.
      carried.related = [...(carried.related ?? []).slice(-19), entry];
    }
    this.#sink.changed(entry);
  }

  #flushStray(): void {
    const stray = this.#stray;
    this.#stray = null;
    if (stray?.isShown === true) this.#addStray(stray.event);
  }

  #addStray(event: MessageEvent): void {
    if (!this.#sink.isRecording) return;
    const { id } = event.message as RawMessage;
    const entry = this.#addMessage(event, 'response', '', typeof id === 'string' ? cutText(id, nameLimit) : typeof id === 'number' ? id : null);
    entry.status = statusOf(event.message);
    this.#sink.changed(entry);
  }

  #settle(entry: Entry, status: TraceStatus): void {
    entry.status = status;
    entry.durationMs = performance.now() - entry.startedAt;
    this.#sink.changed(entry);
  }

  #addMessage(event: MessageEvent, kind: 'request' | 'notification' | 'response', method: string, requestId: RequestId | null): Entry {
    const { at, bytes, direction, message } = event;
    const entry = this.#add({ kind, at, direction, method: cutText(method, nameLimit), bytes, message: keepMessage(message, bytes), ...(requestId === null ? {} : { requestId }) });
    if (direction === 'out') this.#byMessage.set(message, entry);
    return entry;
  }

  #add(from: NewEntry): Entry {
    const entry = this.#sink.add(from);
    entry.era = this.#era;
    entry.protocolVersion = this.#version;
    return entry;
  }

  /** Each request says which revision it is of: the new ones in `_meta`, the old ones once, in `initialize`. */
  #noteVersion(message: JsonRpcMessage, method: string): void {
    const params = paramsOf(message);
    const meta = params?.['_meta'];
    const modern = isJsonObject(meta) ? meta[versionKey] : undefined;
    if (typeof modern === 'string') [this.#era, this.#version] = ['modern', modern];
    else if (method === 'initialize') [this.#era, this.#version] = ['legacy', typeof params?.['protocolVersion'] === 'string' ? params['protocolVersion'] : null];
  }

  /** What the server agreed to. */
  #noteAnswer(message: JsonRpcMessage): void {
    const { result } = message as RawMessage;
    const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
    if (this.#era === 'legacy' && typeof version === 'string') this.#version = cutText(version, 64);
  }
}

function paramsOf(message: JsonRpcMessage): Record<string, unknown> | undefined {
  const { params } = message as RawMessage;
  return isJsonObject(params) ? params : undefined;
}

function statusOf(message: JsonRpcMessage): 'ok' | 'error' | 'tool-error' {
  const { error, result } = message as RawMessage;
  if (error !== undefined && error !== null) return 'error';
  return isJsonObject(result) && result['isError'] === true ? 'tool-error' : 'ok';
}
