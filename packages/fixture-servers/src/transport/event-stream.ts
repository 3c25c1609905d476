import type { ServerResponse } from 'node:http';

/** A server-sent event stream that survives its connection: a client can come back and ask for what it missed. */
export class EventStream {
  readonly id: string;
  readonly #withIds: boolean;
  readonly #retryMs: number;
  readonly #events: string[] = [];
  #response: ServerResponse | undefined;
  #ended = false;

  /** `withIds`: give each event an id, which makes the stream resumable (legacy only). `retryMs`: a retry field at the start, none when negative. */
  constructor(id: string, withIds: boolean, retryMs = -1) {
    this.id = id;
    this.#retryMs = retryMs;
    this.#withIds = withIds;
  }

  get attached(): boolean {
    return this.#response !== undefined;
  }

  /** Sends the events after number `from` on `response`, then every new one. */
  attach(response: ServerResponse, from: number, headers: Record<string, string> = {}): void {
    this.#response = response;
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
    response.flushHeaders();
    if (this.#retryMs >= 0) response.write(`retry: ${this.#retryMs}\n\n`);
    for (const event of this.#events.slice(from)) response.write(event);
    if (this.#ended) response.end();
  }

  /** Sends one message, or keeps it for a client that comes back. */
  send(message: unknown, event = 'message'): void {
    const number = this.#events.length + 1;
    const id = this.#withIds ? `id: ${this.id}_${number}\n` : '';
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    const text = `event: ${event}\n${id}data: ${data}\n\n`;
    this.#events.push(text);
    if (this.#response?.writableEnded === false) this.#response.write(text);
  }

  raw(bytes: string | Uint8Array): void {
    if (this.#response?.writableEnded === false) this.#response.write(bytes);
  }

  /** No further event will come. */
  end(): void {
    this.#ended = true;
    this.#response?.end();
  }

  /** Breaks the connection without an orderly end; the stream itself lives on. */
  cut(): void {
    this.#response?.socket?.destroy();
  }
}

/** Splits a `Last-Event-ID` into the stream's id and the number of the last event that arrived. */
export function readEventId(text: string): { stream: string; number: number } | undefined {
  const match = /^(.+)_(\d{1,9})$/.exec(text);
  return match?.[1] === undefined ? undefined : { stream: match[1], number: Number(match[2]) };
}
