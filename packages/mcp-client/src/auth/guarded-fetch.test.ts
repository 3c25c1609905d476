import type { LookupAddress, lookup as dnsLookup } from 'node:dns';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer, isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '@portolan/fixture-servers/self-signed';
import { afterTest } from '../../test/fixtures.ts';
import { createGuardedNetwork } from './guarded-fetch.ts';
import type { GuardedNetwork, GuardLimits } from './guarded-fetch.ts';
import type { NetworkRule } from './oauth-url.ts';

const internet: NetworkRule = { loopback: false, private: false };
const here: NetworkRule = { loopback: true, private: false };

function open(rule: NetworkRule, limits: Partial<GuardLimits> = {}): GuardedNetwork {
  const network = createGuardedNetwork({ rule, limits });
  afterTest(() => network.close());
  return network;
}

/** Every name leads to the addresses that `answers` has next; the last ones stay. */
function openWithNames(rule: NetworkRule, ...answers: string[][]): GuardedNetwork {
  let at = 0;
  const lookup = ((_name: string, _options: unknown, callback: (error: null, addresses: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(at, answers.length - 1)] ?? [];
    at += 1;
    callback(null, addresses.map((address) => ({ address, family: isIP(address) })));
  }) as typeof dnsLookup;
  const network = createGuardedNetwork({ rule, lookup });
  afterTest(() => network.close());
  return network;
}

async function serve(listener: RequestListener): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createHttpServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  afterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('an address that leads where it must not', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '168.63.129.16', '64:ff9b::7f00:1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'is refused at the socket when its name leads to %s: nothing connects (T:D16, G02, rule H97)',
    async (address) => {
      let connections = 0;
      const canary = createTcpServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => void canary.listen(0, () => resolve()));
      afterTest(() => void canary.close());
      const { port } = canary.address() as AddressInfo;
      await expect(openWithNames(internet, [address]).fetch(`https://login.example:${port}/x`)).rejects.toMatchObject({ kind: 'unsafe-address' });
      expect(connections).toBe(0);
    },
  );

  it('is checked at every connection, however fast the name changes (T:D16)', async () => {
    const { origin, requests } = await serve((_request, response) => void response.writeHead(200, { connection: 'close' }).end('{}'));
    const { port } = new URL(origin);
    const network = openWithNames(here, ['127.0.0.1'], ['10.0.0.1']);
    expect((await network.fetch(`http://app.localhost:${port}/first`)).status).toBe(200);
    await expect(network.fetch(`http://app.localhost:${port}/second`)).rejects.toMatchObject({ kind: 'unsafe-address' });
    expect(requests).toEqual(['/first']);
  });

  it('among good ones is passed over', async () => {
    const { origin } = await serve((_request, response) => void response.end('{}'));
    const { port } = new URL(origin);
    expect((await openWithNames(here, ['10.0.0.1', '127.0.0.1', '169.254.169.254']).fetch(`http://app.localhost:${port}/`)).status).toBe(200);
  });

  it.each(['https://127.0.0.1:1/', 'https://[::1]:1/', 'https://169.254.169.254/latest/meta-data', 'http://example.com/'])('%s is refused before anything is sent (T:D16)', async (url) => {
    await expect(open(internet).fetch(url)).rejects.toMatchObject({ kind: 'unsafe-address' });
  });

  it('of this machine is good for a server of this machine', async () => {
    const { origin } = await serve((_request, response) => void response.end('{"ok":true}'));
    expect(await (await open(here).fetch(`${origin}/x`)).json()).toEqual({ ok: true });
  });
});

describe('an answer that never ends', () => {
  it('in bytes is cut off (G02)', async () => {
    const { origin } = await serve((_request, response) => {
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const write = (): void => {
        while (response.write(chunk));
        response.once('drain', write);
      };
      write();
      response.on('error', () => undefined);
    });
    await expect(open(here).fetch(origin)).rejects.toMatchObject({ kind: 'discovery' });
  });

  it('in bytes once it is unpacked is cut off (G02)', async () => {
    const { origin } = await serve((_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000, 0))));
    await expect(open(here).fetch(origin)).rejects.toMatchObject({ kind: 'discovery' });
  });

  it('in time is given up (G02)', async () => {
    const { origin } = await serve((_request, response) => void response.write('{'));
    await expect(open(here, { readMs: 50 }).fetch(origin)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('in headers is refused', async () => {
    const { origin } = await serve((_request, response) => void response.writeHead(200, { 'x-much': 'y'.repeat(64 * 1024) }).end('{}'));
    await expect(open(here).fetch(origin)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

it('a redirect is handed over, not followed (G07)', async () => {
  const canary = await serve((_request, response) => void response.end());
  const { origin } = await serve((_request, response) => void response.writeHead(307, { location: canary.origin }).end());
  expect((await open(here).fetch(origin, { method: 'POST', body: 'code=x' })).status).toBe(307);
  expect(canary.requests).toEqual([]);
});

it('a certificate nobody vouches for is refused, and there is no switch for it (G14)', async () => {
  const { createServer } = await import('node:https');
  const { cert, key } = selfSigned;
  const server = createServer({ cert, key }, (_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  afterTest(() => void server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  await expect(open(here).fetch(url)).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('self-signed') });
  // A private authority is trusted where it was named.
  const network = createGuardedNetwork({ rule: here, ca: [cert] });
  afterTest(() => network.close());
  expect((await network.fetch(url)).status).toBe(200);
});
