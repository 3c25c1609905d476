/** A bare HTTP server that answers as told, byte for byte, and keeps what it was asked: for the exact wire and for broken ones. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as JSON; null when it is none. */
  body: unknown;
  /** True once the client has gone before the answer ended. */
  isAborted: boolean;
}

export interface WireAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Pieces written one after the other; a number waits that many milliseconds. */
  chunks: (string | Uint8Array | number)[];
  /** `end`: properly. `cut`: the socket is destroyed. `hang`: nothing more comes. */
  close?: 'end' | 'cut' | 'hang';
}

export interface WireServer extends AsyncDisposable {
  /** Without a trailing slash. */
  url: string;
  requests: WireRequest[];
  /** Resolves when `count` requests have arrived. */
  received(count: number): Promise<void>;
}

/** `answer` is asked for each request, with how many came before it. */
export async function startWireServer(answer: (request: WireRequest, index: number) => WireAnswer | Promise<WireAnswer>): Promise<WireServer> {
  const requests: WireRequest[] = [];
  let notify: (() => void)[] = [];
  const server = createServer((incoming, response) => {
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      const request: WireRequest = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body: parse(Buffer.concat(body).toString()), isAborted: false };
      response.on('close', () => {
        request.isAborted = !response.writableEnded;
      });
      requests.push(request);
      for (const wake of notify.splice(0)) wake();
      const index = requests.length - 1;
      void (async () => send(response, await answer(request, index)))();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async received(count) {
      while (requests.length < count) await new Promise<void>((resolve) => notify.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      notify = [];
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, { status = 200, headers = { 'content-type': 'text/event-stream' }, chunks, close = 'end' }: WireAnswer): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (typeof chunk === 'number') await new Promise((resolve) => setTimeout(resolve, chunk));
    else await new Promise((resolve) => response.write(chunk, resolve));
  }
  if (close === 'end') response.end();
  else if (close === 'cut') response.destroy();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
