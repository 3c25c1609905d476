/** An address of somebody else's that nobody may ever ask: it keeps whatever comes near it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForbiddenAddress extends AsyncDisposable {
  readonly url: string;
  /** Every request, with all that came along: a line of method and path, then headers and body. A test expects none. */
  readonly asked: string[];
}

/** Listens on loopback until its scope ends. */
export async function forbiddenAddress(): Promise<ForbiddenAddress> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)} ${body}`);
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
