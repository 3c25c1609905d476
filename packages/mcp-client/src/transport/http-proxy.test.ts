import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as tcpConnect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { routeBy } from '../network/proxy-route.ts';
import { createDirectHttp } from './http-direct.ts';

/** A proxy that leads every name to one server, and notes what it was asked for. */
async function proxy(to: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('through the proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const upstream = tcpConnect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const read = async (url: string, http: ReturnType<typeof createDirectHttp>): Promise<string> => {
  const response = await http.send(new URL(url), { method: 'GET', headers: {}, redirect: 'manual', signal: AbortSignal.timeout(5000) });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
};

describe('a proxy', () => {
  it('is used for addresses elsewhere, and never for this computer or what is excepted (S20, R71)', async () => {
    const port = await listening(createServer((_request, response) => response.end('the server')));
    const { url, asked } = await proxy(port);
    const http = createDirectHttp(2000, routeBy({ http: url, https: url, no: 'intranet.example' }));
    onTestFinished(() => http.close());
    expect(await read('http://server.example/mcp', http)).toMatch(/through the proxy|the server/);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('server.example');
    expect(await read(`http://127.0.0.1:${port}/mcp`, http)).toBe('the server');
    expect(await read(`http://localhost:${port}/mcp`, http)).toBe('the server');
    await expect(read('http://intranet.example/mcp', http)).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
    expect(asked).toHaveLength(1);
  });
});
