/** An HTTP proxy on this machine as companies have them: tunnels and forwards, wants a password when told, leads names where a test says. */
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ConnectProxyOptions {
  /** Which port of this machine a host (`name:port`) leads to; refused with 403 where the answer is undefined. */
  lead: (target: string) => number | undefined;
  /** Wanted from whoever asks; none unless told. */
  credentials?: { username: string; password: string };
  /** What it answers to every request instead, to be a broken one. */
  status?: number;
}

export interface ConnectProxy {
  /** `http://127.0.0.1:port` */
  url: string;
  /** What it was asked for: `CONNECT name:443`, `GET http://name/path`; refused requests too. */
  asked: string[];
  /** The `Proxy-Authorization` of each, empty where there was none. */
  authorizations: string[];
  close(): Promise<void>;
}

export async function startConnectProxy({ lead, credentials, status }: ConnectProxyOptions): Promise<ConnectProxy> {
  const asked: string[] = [];
  const authorizations: string[] = [];
  const open = new Set<Socket | Duplex>();
  const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  const hold = <T extends Socket | Duplex>(socket: T): T => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  const refusal = (request: IncomingMessage): number | undefined => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const given = request.headers['proxy-authorization'];
    authorizations.push(given ?? '');
    return status ?? (wanted !== undefined && given !== wanted ? 407 : undefined);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://unknown');
    const refused = refusal(request);
    const port = lead(`${url.hostname}:${url.port === '' ? '80' : url.port}`);
    if (refused !== undefined || port === undefined) {
      response.writeHead(refused ?? 403, refused === 407 ? { 'proxy-authenticate': 'Basic realm="fixture"' } : {}).end('the proxy says no');
      return;
    }
    const { 'proxy-authorization': _own, 'proxy-connection': _hop, ...headers } = request.headers;
    const onward = httpRequest({ host: '127.0.0.1', port, method: request.method, path: `${url.pathname}${url.search}`, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connection', hold);
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    hold(socket);
    const refused = refusal(request);
    const port = lead(request.url ?? '');
    if (refused !== undefined || port === undefined) {
      socket.end(`HTTP/1.1 ${refused ?? 403} No\r\n${refused === 407 ? 'Proxy-Authenticate: Basic realm="fixture"\r\n' : ''}Content-Length: 0\r\n\r\n`);
      return;
    }
    const onward = hold(
      connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket);
        socket.pipe(onward);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    authorizations,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await closed;
    },
  };
}
