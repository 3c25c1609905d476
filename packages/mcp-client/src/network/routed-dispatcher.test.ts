/** Against a real proxy, real servers and a private authority, all on this machine. */
import type { LookupAddress, lookup as systemLookup } from 'node:dns';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import type { ConnectProxy, ConnectProxyOptions } from '@portolan/fixture-servers/network/connect-proxy';
import { makePrivateAuthority } from '@portolan/fixture-servers/network/private-authority';
import type { PrivateAuthority } from '@portolan/fixture-servers/network/private-authority';
import { Agent, fetch } from 'undici';
import { createGuardedNetwork } from '../auth/guarded-fetch.ts';
import { proxyErrorIn } from './proxy-error.ts';
import { routeBy } from './proxy-route.ts';
import { RoutedDispatcher } from './routed-dispatcher.ts';

let authority: PrivateAuthority;
let securePort: number;
let plainPort: number;
const servers: Server[] = [];

beforeAll(async () => {
  authority = makePrivateAuthority(['api.test', 'localhost', '127.0.0.1']);
  const secure = createTlsServer(authority.server, (request, response) => response.end(`secure ${request.headers.host} ${request.headers['proxy-authorization'] ?? 'no'}`));
  const plain = createServer((request, response) => response.end(`plain ${request.headers.host} ${request.headers['proxy-authorization'] ?? 'no'}`));
  servers.push(secure, plain);
  [securePort = 0, plainPort = 0] = await Promise.all([listen(secure), listen(plain)]);
});
afterAll(() => {
  for (const server of servers) server.close();
  authority.remove();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function proxy(options: Partial<ConnectProxyOptions> = {}): Promise<ConnectProxy> {
  const started = await startConnectProxy({ lead: (target) => (target === 'api.test:443' ? securePort : target.startsWith('plain.test') ? plainPort : undefined), ...options });
  onTestFinished(() => started.close());
  return started;
}

function through(address: string, isTrusting = true): (url: string) => Promise<string> {
  const dispatcher = new RoutedDispatcher({ route: routeBy({ http: address, https: address }), direct: new Agent(), ca: isTrusting ? [authority.pem] : undefined, connectMs: 2_000 });
  onTestFinished(() => dispatcher.destroy());
  return async (url) => (await fetch(url, { dispatcher })).text();
}

const withPassword = (url: string, userinfo: string): string => url.replace('//', `//${userinfo}@`);

describe('a request through a proxy', () => {
  it('tunnels https:, forwards http:, and tells the server nothing of the proxy’s password (S20, R71)', async () => {
    const office = await proxy({ credentials: { username: 'me', password: 'proxy-pass' } });
    const read = through(withPassword(office.url, 'me:proxy-pass'));
    expect(await read('https://api.test/x')).toBe('secure api.test no');
    expect(await read('http://plain.test/y')).toBe('plain plain.test no');
    expect(office.asked).toEqual(['CONNECT api.test:443', 'GET http://plain.test/y']);
    expect(office.authorizations).toEqual(Array(2).fill(`Basic ${Buffer.from('me:proxy-pass').toString('base64')}`));
  });

  it('reaches this computer directly, whatever the proxy (S20)', async () => {
    const office = await proxy();
    expect(await through(office.url)(`http://localhost:${plainPort}/`)).toBe(`plain localhost:${plainPort} no`);
    expect(office.asked).toEqual([]);
  });

  it('trusts a private authority only where it was named (S20, R47)', async () => {
    const office = await proxy();
    await expect(through(office.url, false)('https://api.test/')).rejects.toMatchObject({ cause: { code: expect.stringMatching(/UNABLE_TO|SELF_SIGNED/) as string } });
    expect(await through(office.url)('https://api.test/')).toContain('secure');
  });

  it.each([
    ['wants a password and gets none', '', {}, 'credentials', 407],
    ['is given a wrong password', 'me:wrong', {}, 'credentials', 407],
    ['will not connect there', 'me:right', { lead: () => undefined }, 'refused', 403],
    ['has a fault of its own', 'me:right', { status: 502 }, 'refused', 502],
  ] as const)('that %s says so, with its address and never the password (S20, R71)', async (_what, userinfo, options, fault, status) => {
    const office = await proxy({ credentials: { username: 'me', password: 'right' }, ...options });
    const address = userinfo === '' ? office.url : withPassword(office.url, userinfo);
    const error: unknown = await through(address)('https://api.test/').catch((reason: unknown) => reason);
    const found = proxyErrorIn(error);
    expect(found).toMatchObject({ fault, status, proxy: office.url, target: 'api.test:443' });
    expect(found?.message).not.toMatch(/right|wrong/);
  });

  it('whose proxy wants a password for a plain address says so as well (S20)', async () => {
    const office = await proxy({ credentials: { username: 'me', password: 'right' } });
    const error: unknown = await through(office.url)('http://plain.test/').catch((reason: unknown) => reason);
    expect(proxyErrorIn(error)).toMatchObject({ fault: 'credentials', status: 407 });
  });

  it('whose proxy is not there, or is none, says which proxy (S20, R46)', async () => {
    const gone = createTcpServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    for (const url of ['https://api.test/', 'http://plain.test/']) {
      const error: unknown = await through(`http://127.0.0.1:${port}`)(url).catch((reason: unknown) => reason);
      expect(proxyErrorIn(error), url).toMatchObject({ fault: 'unreachable', proxy: `http://127.0.0.1:${port}`, code: 'ECONNREFUSED' });
    }
    const babble = createTcpServer((socket) => socket.on('error', () => undefined).on('data', () => socket.end('220 mail.example ESMTP\r\n')));
    const at = await listen(babble);
    onTestFinished(() => void babble.close());
    const error: unknown = await through(`http://127.0.0.1:${at}`)('https://api.test/').catch((reason: unknown) => reason);
    expect(proxyErrorIn(error)).toMatchObject({ fault: 'not-a-proxy', proxy: `http://127.0.0.1:${at}` });
  });
});

describe('a guarded request through a proxy', () => {
  const named = (addresses: string[] | null) =>
    ((_name: string, _options: unknown, callback: (error: Error | null, found: LookupAddress[]) => void) => {
      if (addresses === null) callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
      else callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    }) as typeof systemLookup;

  function guarded(office: ConnectProxy, addresses: string[] | null) {
    const network = createGuardedNetwork({ rule: { loopback: false, private: false }, ca: [authority.pem], lookup: named(addresses), route: routeBy({ http: office.url, https: office.url }) });
    onTestFinished(() => network.close());
    return network;
  }

  it('is judged before the proxy hears of it: no private, loopback or metadata address in any form (T:D16, G02, S20)', async () => {
    const office = await proxy({ lead: () => securePort });
    for (const addresses of [['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['93.184.215.14', '10.0.0.1'], ['::ffff:127.0.0.1']]) {
      await expect(guarded(office, addresses).fetch('https://api.example/x'), addresses.join()).rejects.toMatchObject({ kind: 'unsafe-address' });
    }
    for (const url of ['https://10.0.0.1/', 'https://0x0a000001/', 'https://[::1]/', 'https://169.254.169.254/latest']) await expect(guarded(office, ['93.184.215.14']).fetch(url), url).rejects.toMatchObject({ kind: 'unsafe-address' });
    for (const inside of ['https://intranet/', 'https://wiki.corp/', 'https://nas.local/', 'https://metadata.google.internal/']) await expect(guarded(office, null).fetch(inside), inside).rejects.toMatchObject({ kind: 'unsafe-address' });
    expect(office.asked).toEqual([]);
  });

  it('goes through for an address of the internet, also where only the proxy can look it up (S20)', async () => {
    const office = await proxy();
    expect((await guarded(office, ['93.184.215.14']).fetch('https://api.test/x')).status).toBe(200);
    const far = await proxy({ lead: () => securePort });
    await expect(guarded(far, null).fetch('https://login.vendor.com/x')).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringMatching(/Hostname|altname/i) as string });
    expect(far.asked).toEqual(['CONNECT login.vendor.com:443']);
  });

  it('tells of the proxy where the sign-in fails for it (S20, R69)', async () => {
    const office = await proxy({ credentials: { username: 'a', password: 'b' } });
    await expect(guarded(office, ['93.184.215.14']).fetch('https://api.test/x')).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining(office.url) as string });
  });
});
