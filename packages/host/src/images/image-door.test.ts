import type { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityEvent } from '@portolan/contract/activity';
import { mostImageBytes } from '@portolan/contract/images';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { routeBy } from '@portolan/mcp-client/network/proxy-route';
import { png, pngHeader, pngSignature, square } from '../icons/testing/pictures.ts';
import { imageRoutes } from './image-door.ts';
import type { ImageDoorOptions } from './image-door.ts';

const picture = png(8);
const context = { connection: 'window-1', signal: new AbortController().signal };

interface Visit {
  path: string;
  host: string;
  headers: IncomingMessage['headers'];
}

const visits: Visit[] = [];
let port = 0;
const send = (bytes: Buffer | string, type = 'image/png') => (response: ServerResponse) => void response.writeHead(200, { 'content-type': type, 'set-cookie': 'id=1' }).end(bytes);
const go = (to: string) => (response: ServerResponse) => void response.writeHead(302, { location: to.replace('PORT', String(port)), 'set-cookie': 'id=1' }).end();
const answers: Record<string, (response: ServerResponse) => void> = {
  '/cat.png?id=7': send(picture),
  '/lie.html': send(picture, 'text/html'),
  '/page.png': send('<!doctype html><script>alert(1)</script>'),
  '/drawing.png': send(square),
  '/zip.png': send(Buffer.from([0x50, 0x4b, 3, 4, 0, 0])),
  '/empty.png': send(''),
  '/bomb.png': send(Buffer.concat([pngSignature, pngHeader(30_000, 30_000)])),
  '/packed.png': (response) => void response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(gzipSync(picture)),
  '/large.png': (response) => {
    const piece = Buffer.alloc(64 * 1024, 1);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(200, { 'content-type': 'image/png' }).on('drain', more).on('error', () => undefined);
    response.write(picture);
    more();
  },
  '/cut.png': (response) => {
    response.writeHead(200, { 'content-length': '9000' });
    response.write(picture);
    response.destroy();
  },
  '/same': go('/cat.png?id=7'),
  '/loop': go('/loop'),
  '/away': go('http://other.example:PORT/cat.png?id=7'),
  '/inward': go('http://127.0.0.1:PORT/cat.png?id=7'),
  '/file': go('file:///etc/passwd'),
};
const server = createServer((request, response) => {
  visits.push({ path: request.url ?? '', host: request.headers.host ?? '', headers: request.headers });
  (answers[request.url ?? ''] ?? ((each: ServerResponse) => void each.writeHead(404).end()))(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  visits.length = 0;
});

/** Names lead to this machine, and to the places that are listed. */
function lookingUp(places: Record<string, string> = {}) {
  const asked: string[] = [];
  const lookup = ((name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    asked.push(name);
    done(null, [{ address: places[name] ?? '127.0.0.1', family: 4 }]);
  }) as typeof systemLookup;
  return { asked, lookup };
}

/** As if the fixture on this machine stood on the internet. */
function door(options: ImageDoorOptions = {}) {
  const { lookup } = lookingUp();
  const routes = imageRoutes({ lookup, isAllowed: (address) => address === '127.0.0.1', ...options });
  return (url: string) => Promise.resolve(routes['images/load']({ url }, context));
}
const at = (path: string, host = 'pics.example') => `http://${host}:${port}${path}`;

describe('the door for images that a message names (B07)', () => {
  it('fetches one by a press, once, with nothing of the person’s, and writes down that it did, without its query (T:B07)', async () => {
    const events: ActivityEvent[] = [];
    const load = door({ activity: { record: (event) => void events.push(event), require: () => undefined } });
    expect(visits).toEqual([]);
    const wanted = { outcome: 'image', mimeType: 'image/png', data: picture.toString('base64') };
    expect(await load(at('/cat.png?id=7#part'))).toEqual(wanted);
    expect(await load(at('/cat.png?id=7'))).toEqual(wanted);
    const { accept, ...others } = visits[0]?.headers ?? {};
    expect(accept).toContain('image/png');
    expect(others).toEqual({ host: `pics.example:${port}`, 'accept-encoding': 'identity', connection: expect.any(String) as string });
    // What the site set the first time is not brought back.
    expect(visits.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
    expect(events).toEqual(Array.from({ length: 2 }, () => ({ type: 'image-loaded', address: at('/cat.png') })));
  });

  it('takes bytes for what they are: no drawing, no page, no archive, no bomb, nothing packed, large or cut (T:D08, T:D09)', async () => {
    const load = door();
    expect(await load(at('/lie.html'))).toMatchObject({ outcome: 'image', mimeType: 'image/png' });
    const reasons = { '/drawing.png': 'drawing', '/page.png': 'no-image', '/zip.png': 'no-image', '/empty.png': 'no-image', '/packed.png': 'no-image', '/bomb.png': 'pixels', '/large.png': 'too-large', '/cut.png': 'unreachable' };
    for (const [path, reason] of Object.entries(reasons)) expect(await load(at(path)), path).toEqual({ outcome: 'refused', reason });
    expect(await load(at('/gone.png'))).toEqual({ outcome: 'refused', reason: 'status', status: 404 });
    expect(visits.every(({ path }) => path in answers || path === '/gone.png')).toBe(true);
    expect(mostImageBytes).toBeLessThan(6_000_000);
  });

  it('goes on within a site, and never to another one that it names (T:B07, T:D16)', async () => {
    const load = door();
    expect(await load(at('/same'))).toMatchObject({ outcome: 'image' });
    expect(await load(at('/loop'))).toEqual({ outcome: 'refused', reason: 'redirects' });
    expect(visits.filter(({ path }) => path === '/loop')).toHaveLength(4);
    expect(await load(at('/file'))).toEqual({ outcome: 'refused', reason: 'address' });
    visits.length = 0;
    expect(await load(at('/away'))).toEqual({ outcome: 'elsewhere', url: at('/cat.png?id=7', 'other.example') });
    expect(await load(at('/inward'))).toEqual({ outcome: 'elsewhere', url: at('/cat.png?id=7', '127.0.0.1') });
    expect(visits.map(({ host }) => host)).toEqual([`pics.example:${port}`, `pics.example:${port}`]);
  });

  it('asks nobody in this computer or a private network, in whatever notation, by whatever name (T:D16)', async () => {
    const { asked, lookup } = lookingUp({ 'inside.example': '10.0.0.7', 'cloud.example': '169.254.169.254' });
    const load = (url: string) => Promise.resolve(imageRoutes({ lookup })['images/load']({ url }, context));
    for (const host of ['127.0.0.1', 'localhost', '0', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', 'pics.example', 'inside.example', 'cloud.example', 'pics.example.']) {
      expect(await load(at('/cat.png?id=7', host)), host).toEqual({ outcome: 'refused', reason: 'private' });
    }
    expect(visits).toEqual([]);
    const lookups = asked.length;
    for (const url of ['file:///etc/passwd', 'ftp://pics.example/x', 'javascript:1', 'data:image/png;base64,AA', 'mailto:a@b.example', `http://me:pass@pics.example:${port}/cat.png`, 'http://', '//pics.example/x', 'x\ny', '']) {
      expect(await load(url), url).toEqual({ outcome: 'refused', reason: 'address' });
    }
    expect(asked).toHaveLength(lookups);
    expect(visits).toEqual([]);
  });

  it('goes through the proxy of the network, which is not asked for a private place either (S20, T:D16)', async () => {
    const office = await startConnectProxy({ lead: (target) => (target === 'pics.example:80' ? port : undefined) });
    onTestFinished(() => office.close());
    const { lookup } = lookingUp({ 'pics.example': '93.184.215.14', 'shut.example': '93.184.215.14', 'inside.example': '10.0.0.7' });
    const load = (url: string) => Promise.resolve(imageRoutes({ lookup, route: routeBy({ http: office.url }) })['images/load']({ url }, context));
    expect(await load('http://pics.example/cat.png?id=7')).toMatchObject({ outcome: 'image' });
    expect(office.asked).toEqual(['GET http://pics.example/cat.png?id=7']);
    expect(await load('http://inside.example/cat.png?id=7')).toEqual({ outcome: 'refused', reason: 'private' });
    expect(await load('http://192.168.1.1/cat.png')).toEqual({ outcome: 'refused', reason: 'private' });
    expect(office.asked).toHaveLength(1);
    expect(await load('http://shut.example/cat.png')).toEqual({ outcome: 'refused', reason: 'status', status: 403 });
    await office.close();
    expect(await load('http://pics.example/cat.png?id=7')).toEqual({ outcome: 'refused', reason: 'proxy' });
  });

  it('says that a site is gone, and ends with the window that asked', async () => {
    expect(await door()('http://pics.example:1/cat.png')).toEqual({ outcome: 'refused', reason: 'unreachable' });
    const stop = new AbortController();
    const routes = imageRoutes({ ...lookingUp(), isAllowed: () => true });
    answers['/silent.png'] = () => stop.abort();
    await expect(Promise.resolve(routes['images/load']({ url: at('/silent.png') }, { ...context, signal: stop.signal }))).rejects.toThrow('abort');
  });
});
