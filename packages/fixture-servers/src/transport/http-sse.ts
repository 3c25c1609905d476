import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Peer } from '../engine/peer.ts';
import type { FixtureServer } from '../engine/server.ts';
import { EventStream } from './event-stream.ts';
import type { RecordedRequest } from './record.ts';

/** The HTTP+SSE transport of 2024-11-05: GET opens the stream, whose `endpoint` event names where to POST. */
export class SseHttp {
  readonly #connections = new Map<string, { peer: Peer; stream: EventStream }>();
  readonly #server: FixtureServer;
  readonly #endpoint: string;
  readonly #die: (code: number) => void;

  /** `endpoint`: what the endpoint event names in place of the right path; empty for the right one. */
  constructor(server: FixtureServer, endpoint: string, die: (code: number) => void) {
    this.#server = server;
    this.#endpoint = endpoint;
    this.#die = die;
  }

  async serve(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const url = new URL(request.url, 'http://fixture');
    if (url.pathname !== '/messages') {
      if (request.method === 'GET') this.#open(response);
      else response.writeHead(405, { allow: 'GET' }).end();
      return;
    }
    const connection = this.#connections.get(url.searchParams.get('sessionId') ?? '');
    if (connection === undefined) {
      response.writeHead(404).end('No such session');
      return;
    }
    response.writeHead(202).end('Accepted');
    await connection.peer.receive(request.json);
  }

  #open(response: ServerResponse): void {
    const id = randomUUID();
    const stream = new EventStream(id, false);
    const peer = new Peer(this.#server, {
      kind: 'http',
      die: this.#die,
      write: (message) => stream.send(message),
      raw: (bytes) => stream.raw(bytes),
      finish: () => stream.end(),
      cut: () => stream.cut(),
    });
    this.#connections.set(id, { peer, stream });
    response.on('close', () => {
      peer.close();
      this.#connections.delete(id);
    });
    stream.attach(response, 0);
    stream.send(this.#endpoint === '' ? `/messages?sessionId=${id}` : this.#endpoint, 'endpoint');
  }
}
