import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { asDict, isDict, isRequestId } from '../engine/json.ts';
import { Peer } from '../engine/peer.ts';
import type { FixtureServer } from '../engine/server.ts';
import { legacyRevisions } from '../engine/types.ts';
import type { RequestId } from '../engine/types.ts';
import { flagOption, numberOption, textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { EventStream, readEventId } from './event-stream.ts';
import { sendJson } from './http-modern.ts';
import type { RecordedRequest } from './record.ts';

/** One legacy session over Streamable HTTP: a peer, the streams of its requests, and the standalone GET stream. */
class Session {
  readonly id = randomUUID();
  readonly peer: Peer;
  readonly #streams = new Map<string, EventStream>();
  readonly #streamOf = new Map<RequestId, EventStream>();
  readonly #json = new Map<RequestId, { response: ServerResponse; headers: Record<string, string> }>();
  readonly #options: FixtureOptions;
  #standalone: EventStream;

  constructor(server: FixtureServer, options: FixtureOptions, die: (code: number) => void) {
    this.#options = options;
    this.#standalone = this.#newStream();
    this.peer = new Peer(server, {
      kind: 'http',
      die,
      write: (message, related) => this.#write(message, related),
      raw: (bytes, related) => this.#streamFor(related).raw(bytes),
      finish: (related) => this.#streamFor(related).end(),
      cut: (related) => this.#streamFor(related).cut(),
    });
  }

  /** Serves a POST: 202 for notifications and responses, otherwise a stream (or one JSON body) for its requests. */
  async post(request: RecordedRequest, response: ServerResponse, mode: string, headers: Record<string, string>): Promise<void> {
    const messages: unknown[] = Array.isArray(request.json) ? request.json : [request.json];
    const ids = messages.flatMap((message) => (isDict(message) && 'method' in message && isRequestId(message['id']) ? [message['id']] : []));
    const [first] = ids;
    if (first === undefined) {
      response.writeHead(202).end();
    } else if (mode === 'json' && ids.length === 1) {
      this.#json.set(first, { response, headers });
    } else {
      const stream = this.#newStream();
      for (const id of ids) this.#streamOf.set(id, stream);
      stream.attach(response, 0, headers);
    }
    response.on('close', () => {
      request.aborted ||= !response.writableEnded;
    });
    await this.peer.receive(request.json);
  }

  /** Serves a GET: the standalone stream, or the rest of any stream after `Last-Event-ID`. */
  get(request: RecordedRequest, response: ServerResponse): void {
    response.on('close', () => {
      request.aborted ||= !response.writableEnded;
    });
    const last = request.headers['last-event-id'];
    const position = typeof last === 'string' ? readEventId(last) : undefined;
    const resumed = position === undefined ? undefined : this.#streams.get(position.stream);
    if (position !== undefined && resumed !== undefined) resumed.attach(response, flagOption(this.#options, 'replay') ? 0 : position.number);
    else if (this.#standalone.attached) response.writeHead(409).end('Only one standalone stream a session');
    else {
      this.#standalone.attach(response, 0);
      if (textOption(this.#options, 'get', 'true') === 'close') response.end();
    }
  }

  #newStream(): EventStream {
    const stream = new EventStream(randomUUID(), flagOption(this.#options, 'resumable', true), numberOption(this.#options, 'retry', -1));
    this.#streams.set(stream.id, stream);
    return stream;
  }

  #streamFor(related: RequestId | undefined): EventStream {
    return (related === undefined ? undefined : this.#streamOf.get(related)) ?? this.#standalone;
  }

  #write(message: unknown, related: RequestId | undefined): void {
    const last = related !== undefined && isDict(message) && message['id'] === related && ('result' in message || 'error' in message);
    const json = related === undefined ? undefined : this.#json.get(related);
    if (json !== undefined && related !== undefined) {
      // One JSON body has no room for anything but the response.
      if (!last) return;
      this.#json.delete(related);
      sendJson(json.response, 200, message, json.headers);
      return;
    }
    const stream = this.#streamFor(related);
    stream.send(message);
    if (!last) return;
    this.#streamOf.delete(related);
    if (![...this.#streamOf.values()].includes(stream)) stream.end();
  }
}

/** The legacy side of an HTTP fixture: its sessions and what it answers to whom. Page: basic/transports of 2025-11-25. */
export class LegacyHttp {
  readonly #sessions = new Map<string, Session>();
  readonly #server: FixtureServer;
  readonly #options: FixtureOptions;
  readonly #die: (code: number) => void;

  constructor(server: FixtureServer, options: FixtureOptions, die: (code: number) => void) {
    this.#server = server;
    this.#options = options;
    this.#die = die;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Forgets every session, as a restarted server has: their ids are answered with 404 from now on. */
  forget(): void {
    for (const session of this.#sessions.values()) session.peer.close();
    this.#sessions.clear();
  }

  async serve(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const mode = textOption(this.#options, 'response', 'sse');
    const sessionful = flagOption(this.#options, 'sessions', true);
    const id = request.headers['mcp-session-id'];
    const isInitialize = asDict(request.json)['method'] === 'initialize';
    if (request.method === 'GET' && !flagOption(this.#options, 'get', true)) response.writeHead(405, { allow: 'POST' }).end();
    else if (!sessionful) await this.#serveStateless(request, response, mode);
    else if (request.method === 'POST' && isInitialize) {
      const session = new Session(this.#server, this.#options, this.#die);
      this.#sessions.set(session.id, session);
      await session.post(request, response, mode, { 'mcp-session-id': session.id });
    } else if (typeof id !== 'string') this.#refuse(request, response);
    else {
      const session = this.#sessions.get(id);
      const version = request.headers['mcp-protocol-version'];
      if (version !== undefined && !this.#server.behaviour.legacy.some((revision) => revision === version)) sendJson(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32000, message: `Bad Request: Unsupported protocol version ${version.toString()}` } });
      else if (session === undefined) sendJson(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
      else if (request.method === 'POST') await session.post(request, response, mode, {});
      else if (request.method === 'GET') session.get(request, response);
      else if (request.method === 'DELETE') {
        session.peer.close();
        this.#sessions.delete(id);
        response.writeHead(200).end();
      } else response.writeHead(405, { allow: 'GET, POST, DELETE' }).end();
    }
  }

  /** A request outside of any session: the modern probe, or a client that lost its way. */
  #refuse(request: RecordedRequest, response: ServerResponse): void {
    const { probe } = this.#server.behaviour;
    const isProbe = asDict(request.json)['method'] === 'server/discover';
    if (isProbe && probe === 'silent') return;
    if (isProbe && probe === 'exit') this.#die(1);
    else if (isProbe && probe === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>');
    else if (isProbe && /^\d{3}$/.test(probe)) response.writeHead(Number(probe)).end();
    else sendJson(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: No valid session ID provided' } });
  }

  async #serveStateless(request: RecordedRequest, response: ServerResponse, mode: string): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    const session = new Session(this.#server, { ...this.#options, resumable: false }, this.#die);
    const version = request.headers['mcp-protocol-version'];
    session.peer.assumeInitialized(legacyRevisions.find((revision) => revision === version));
    await session.post(request, response, mode, {});
    session.peer.close();
  }
}
