/** A page of somebody else's on loopback, for what is opened outside of the app. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OutsidePage extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for. */
  readonly visited: string[];
}

export async function outsidePage(): Promise<OutsidePage> {
  const visited: string[] = [];
  const server = createServer((request, response) => {
    visited.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end('<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title><p>Signed in.');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visited,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
