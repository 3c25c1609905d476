import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attach, connectTo } from '../../test/http-connection.ts';
import { answerJson, result } from '../../test/scripted-server.ts';
import { createHttpTransport } from './http.ts';
import { defaultCaps } from './transport.ts';
import type { RequestLost } from './transport.ts';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A TCP server without HTTP. */
function socketServer(onSocket: (socket: Socket) => void): Promise<number> {
  return listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      // A paused socket never notices that the other side is gone.
      socket.resume();
      onSocket(socket);
    }),
  );
}

async function lossAt(url: string): Promise<RequestLost> {
  const connection = await attach({ url });
  return connection.loss(await connection.request('ping'));
}

describe('a server that cannot be reached', () => {
  it('refuses the connection: nothing was sent, so it is safe to send again (R46)', async () => {
    const gone = createServer();
    const port = await listening(gone);
    await new Promise((resolve) => {
      gone.close(resolve);
    });
    const lost = await lossAt(`http://127.0.0.1:${port}/mcp`);
    expect(lost).toMatchObject({ kind: 'network', isUnsent: true });
    expect(lost.message).toMatch(/nothing listens there.*ECONNREFUSED/);
  });

  it('has a name nobody knows (R45)', async () => {
    expect(await lossAt('http://no-such-host.invalid/mcp')).toMatchObject({ kind: 'network', isUnsent: true, message: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as string });
  });

  it.each([
    ['http://127.0.0.1:1/mcp', /not allowed|nothing listens/],
    ['https://127.0.0.1:PLAIN/mcp', /TLS could not be agreed on/],
  ])('%s says why (R47)', async (url, message) => {
    const port = await socketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const lost = await lossAt(url.replace('PLAIN', String(port)));
    expect(lost).toMatchObject({ kind: 'network', isUnsent: true });
    expect(lost.message).toMatch(message);
  });

  it('has a self-signed certificate: nothing was sent (R47)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portolan-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'], { stdio: 'ignore' });
    let requests = 0;
    const port = await listening(
      createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
        requests += 1;
        response.end();
      }),
    );
    const lost = await lossAt(`https://127.0.0.1:${port}/mcp`);
    expect(lost).toMatchObject({ kind: 'network', isUnsent: true });
    expect(lost.message).toMatch(/self-signed/);
    expect(requests).toBe(0);
  });
});

describe('a connection that breaks', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before any answer', (socket) => socket.destroy()],
    ['by a reset', (socket) => socket.resetAndDestroy()],
    ['in the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
    ['in the body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc":"2.0"')],
    ['in a chunk', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{"jsonrpc"')],
    ['in gibberish', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ])('%s may have done its work: lost, and not as unsent (R49, R51, R58)', async (_name, act) => {
    const port = await socketServer((socket) => {
      socket.once('data', () => act(socket));
    });
    const lost = await lossAt(`http://127.0.0.1:${port}/mcp`);
    expect(lost).toMatchObject({ kind: 'network', isUnsent: false });
    expect(lost.message).toContain(`http://127.0.0.1:${port}/mcp`);
  });

  it('while idle is replaced for the next request (R51)', async () => {
    const connection = await connectTo((exchange) => {
      answerJson(exchange, result(exchange));
      setTimeout(() => exchange.request.socket.destroy(), 5);
    });
    for (let count = 0; count < 3; count += 1) {
      expect(await connection.answer(await connection.request('ping'))).toMatchObject({ result: {} });
      await new Promise((resolve) => {
        setTimeout(resolve, 40);
      });
    }
  });
});

describe('an address or a header that cannot be used is refused before anything is sent', () => {
  it.each([
    ['ftp://h/mcp', {}, /no http: or https: URL/],
    ['not a url', {}, /no http: or https: URL/],
    ['javascript:alert(1)', {}, /no http: or https: URL/],
    ['http://h/', { 'bad name': 'x' }, /"bad name"/],
    ['http://h/', { 'x-a': 'a\nb' }, /x-a/],
  ])('%s %o', async (url, headers, message) => {
    await expect(attach({ url, headers })).rejects.toThrow(message);
  });

  it('credentials in the address become a header and are shown nowhere', async () => {
    const connection = await connectTo((exchange) => answerJson(exchange, result(exchange)));
    const other = await attach({ url: connection.server.url.replace('http://', 'http://me:p%40ss@') });
    await other.answer(await other.request('ping'));
    expect(connection.server.exchanges[0]?.request.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(JSON.stringify(other.seen)).not.toMatch(/p@ss|p%40ss|bWU6/);
  });

  it('a transport that was not started refuses to send', async () => {
    const transport = createHttpTransport({ kind: 'http', url: 'http://127.0.0.1/', headers: {} }, { caps: defaultCaps });
    await expect(transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' })).rejects.toThrow(/not started/);
    await transport.close();
  });
});
