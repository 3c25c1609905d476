import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { makePrivateAuthority } from '@portolan/fixture-servers/network/private-authority';
import { selfSigned } from '@portolan/fixture-servers/self-signed';
import { routeBy } from '@portolan/mcp-client/network/proxy-route';
import { rankIcons } from './choose-icon.ts';
import { createIconFetch } from './fetch-icon.ts';
import { iconSource } from './icon-source.ts';
import { Icons } from './icons.ts';
import type { IconPlace } from './icons.ts';
import { png, square } from './testing/pictures.ts';

const inline = `data:image/png;base64,${png(8).toString('base64')}`;
const serverId = ServerId.parse('s1');
const local: IconPlace = { serverId, serverUrl: null, theme: 'light', pixels: 40 };
const never = new AbortController().signal;

describe('where an icon may come from (H27, H29)', () => {
  const server = 'https://mcp.example/v1/mcp';
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'portolan://icon',
    'ws://mcp.example/i.png',
    'ftp://mcp.example/i.png',
    'blob:https://mcp.example/1',
    'view-source:https://mcp.example/i.png',
    'http://mcp.example/i.png',
    'data:text/html,<script>1</script>',
    'data:application/pdf;base64,AAAA',
    'data:image/png',
    'data:image/png;base64,%',
    String.raw`HTTPS:/\evil.example/i.png`,
    String.raw`https:\\evil.example`,
    String.raw`https://\evil.example/`,
    'https:mcp.example/i.png',
    '//mcp.example/i.png',
    '/i.png',
    ' https://mcp.example/i.png',
    'https://user@mcp.example/i.png',
    'https://mcp.example:pw@mcp.example/i.png',
    '',
  ])('not %s (T:D01, D02)', (src) => {
    expect(iconSource(src, server)).toEqual({ refused: 'address' });
  });

  it.each(['https://evil.example/i.png', 'https://mcp.example:8443/i.png', 'https://a.mcp.example/i.png', 'https://mcp.example.evil.example/i.png', 'https://mcp.example@evil.example/i.png'])('not another origin: %s (T:D02)', (src) => {
    expect(iconSource(src, server)).toMatchObject({ refused: expect.stringMatching(/other-origin|address/) as string });
  });

  it('the same origin for a server over HTTP, and none at all for one that runs here', () => {
    expect(iconSource('https://mcp.example/i.png#x', server)).toMatchObject({ kind: 'fetched', url: { href: 'https://mcp.example/i.png' } });
    expect(iconSource('https://mcp.example/i.png', null)).toEqual({ refused: 'other-origin' });
    expect(iconSource(inline, null)).toMatchObject({ kind: 'inline', mimeType: 'image/png' });
    expect(iconSource(`data:image/svg+xml;utf8,${encodeURIComponent(square)}`, null)).toMatchObject({ kind: 'inline', bytes: Buffer.from(square) });
  });
});

describe('rankIcons', () => {
  it('prefers the theme, then the smallest that is large enough, then the largest (H31)', () => {
    const icon = (src: string, size?: string, theme?: 'light' | 'dark') => ({ src, ...(size === undefined ? {} : { sizes: [size] }), ...(theme === undefined ? {} : { theme }) });
    const icons = [icon('a', '512x512'), icon('b', '48x48'), icon('c', '16x16'), icon('d', '48x48', 'dark'), icon('e', 'any')];
    expect(rankIcons(icons, 'light', 40).map(({ src }) => src)).toEqual(['b', 'e', 'a']);
    expect(rankIcons(icons, 'dark', 40).map(({ src }) => src)).toEqual(['d', 'b', 'e']);
    expect(rankIcons([icon('c', '16x16'), icon('x', '24x24')], 'light', 40).map(({ src }) => src)).toEqual(['x', 'c']);
  });
});

/** Everything that goes along, and nothing else may. */
const plainHeaders = (origin: string) => ({ host: new URL(origin).host, accept: expect.any(String) as string, 'accept-encoding': 'identity', connection: 'close' });

describe('Icons', () => {
  interface Visit {
    path: string;
    headers: IncomingMessage['headers'];
  }
  const visits: Visit[] = [];
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/ok.png': (response) => response.setHeader('content-type', 'image/png').end(png(32)),
    '/moved': (response) => response.writeHead(302, { location: '/ok.png' }).end(),
    '/inward': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/html': (response) => response.setHeader('content-type', 'text/html').end('<script>1</script>'),
    '/lie': (response) => response.setHeader('content-type', 'image/png').end('<html></html>'),
    '/endless': (response) => {
      response.setHeader('content-type', 'image/png');
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) continue;
      };
      response.on('drain', more);
      more();
    },
    '/packed': (response) => response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(Buffer.alloc(100)),
    '/cut': (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '5000' });
      response.write(png(8));
      response.destroy();
    },
    '/gone': (response) => response.writeHead(404).end(),
  };
  const server = createServer({ cert: selfSigned.cert, key: selfSigned.key }, (request, response) => {
    visits.push({ path: request.url ?? '', headers: request.headers });
    (answers[request.url ?? ''] ?? answers['/gone'])?.(response);
  });
  const before = getCACertificates('default');
  let origin = '';
  let place: IconPlace = local;

  beforeAll(async () => {
    setDefaultCACertificates([...before, selfSigned.cert]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    place = { ...local, serverUrl: `${origin}/mcp` };
  });
  afterAll(async () => {
    setDefaultCACertificates(before);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    visits.length = 0;
  });

  it('fetches an icon once, with nothing of the person’s, and gives it to every place (H28, T:D04, D11)', async () => {
    const icons = new Icons({ fetch: createIconFetch() });
    const icon = { src: `${origin}/ok.png` };
    const all = await Promise.all(Array.from({ length: 20 }, () => icons.get([icon], place, never)));
    expect(new Set(all)).toEqual(new Set([`data:image/png;base64,${png(32).toString('base64')}`]));
    await icons.get([icon], { ...place, theme: 'dark' }, never);
    expect(visits).toEqual([{ path: '/ok.png', headers: plainHeaders(origin) }]);
  });

  it.each(['/moved', '/inward', '/html', '/lie', '/endless', '/packed', '/cut', '/gone'])('shows nothing of %s, follows nothing and does not ask again (H27, T:D03, D09)', async (path) => {
    const icons = new Icons({ fetch: createIconFetch() });
    expect(await icons.get([{ src: origin + path }], place, never)).toBeNull();
    expect(await icons.get([{ src: origin + path }], place, never)).toBeNull();
    expect(visits.map((visit) => visit.path)).toEqual([path]);
  });

  it('asks nobody for an icon of another origin, and takes the next one that is fine (T:D02)', async () => {
    const icons = new Icons({ fetch: createIconFetch() });
    expect(await icons.get([{ src: `${origin}/ok.png`, sizes: ['48x48'] }, { src: inline, sizes: ['64x64'] }], local, never)).toBe(inline);
    expect(visits).toEqual([]);
  });

  it('fetches it through the proxy of the network, which learns nothing but where to (H28, S20, T:D04, T:D11)', async () => {
    const authority = makePrivateAuthority(['icons.test']);
    onTestFinished(() => authority.remove());
    setDefaultCACertificates([...before, selfSigned.cert, authority.pem]);
    const behind = createServer(authority.server, (request, response) => {
      visits.push({ path: request.url ?? '', headers: request.headers });
      (answers[request.url ?? ''] ?? answers['/gone'])?.(response);
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const hidden = (behind.address() as AddressInfo).port;
    const office = await startConnectProxy({ lead: (target) => (target === 'icons.test:443' ? hidden : undefined), credentials: { username: 'me', password: 'office-pass' } });
    onTestFinished(async () => {
      await office.close();
      behind.closeAllConnections();
      behind.close();
    });
    const remote = 'https://icons.test';
    const there: IconPlace = { ...local, serverUrl: `${remote}/mcp` };
    const through = (password: string) => new Icons({ fetch: createIconFetch(routeBy({ https: office.url.replace('//', `//me:${password}@`) })) });
    const icons = through('office-pass');
    expect(await icons.get([{ src: `${remote}/ok.png` }], there, never)).toBe(`data:image/png;base64,${png(32).toString('base64')}`);
    expect(office.asked).toEqual(['CONNECT icons.test:443']);
    // Least of all the password of the proxy.
    expect(visits).toEqual([{ path: '/ok.png', headers: plainHeaders(remote) }]);
    for (const path of ['/moved', '/inward', '/html', '/lie', '/endless', '/packed', '/cut', '/gone']) {
      visits.length = 0;
      expect(await icons.get([{ src: remote + path }], there, never), path).toBeNull();
      expect(visits.map((visit) => visit.path)).toEqual([path]);
    }
    // Nowhere else was asked for, and where the proxy says no nobody goes around it.
    expect(new Set(office.asked)).toEqual(new Set(['CONNECT icons.test:443']));
    visits.length = 0;
    expect(await through('wrong').get([{ src: `${remote}/ok.png` }], there, never)).toBeNull();
    expect(await icons.get([{ src: 'https://elsewhere.test/ok.png' }], { ...there, serverUrl: 'https://elsewhere.test/mcp' }, never)).toBeNull();
    expect(visits).toEqual([]);
  });

  it('forgets a removed server, and is no visitor of ten thousand addresses', async () => {
    let asked = 0;
    const icons = new Icons({
      fetch: async () => {
        asked += 1;
        return { bytes: png(8), mimeType: 'image/png' };
      },
    });
    for (let at = 0; at < 1_000; at += 1) await icons.get([{ src: `${origin}/${at}.png` }], place, never);
    expect(asked).toBe(500);
    icons.keepOnly(new Set([serverId]));
    await icons.get([{ src: `${origin}/0.png` }], place, never);
    expect(asked).toBe(500);
    icons.keepOnly(new Set());
    await icons.get([{ src: `${origin}/0.png` }], place, never);
    expect(asked).toBe(501);
  });
});
