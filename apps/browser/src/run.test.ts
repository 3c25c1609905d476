import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tcpConnect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createHostClient } from '@portolan/contract/client';
import { forkHost } from '@portolan/host/process/host-child';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { run } from './run.ts';
import type { Running } from './run.ts';

const windowFolder = fileURLToPath(new URL('../test/window', import.meta.url));
const hostEntry = fileURLToPath(new URL('../../../packages/host/test/fake-host-process.ts', import.meta.url));

let folder: string;
let app: Running;
const said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-browser-'));
  app = await begin();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
function begin(): Promise<Running> {
  return run({
    dataDir: join(folder, `data-${++count}`),
    port: 0,
    idleMinutes: 0,
    version: '0.0.1',
    windowFolder,
    spawnHost: () => forkHost(hostEntry),
    say: (line) => said.push(line),
    onIdle: () => undefined,
  });
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends exactly these headers: `fetch` would add or refuse some. */
function ask(path: string, options: { method?: string; headers?: Record<string, string>; body?: string; port?: number } = {}): Promise<Answer> {
  const port = options.port ?? app.port;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers: { host: `127.0.0.1:${port}`, ...options.headers }, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }));
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

function own(port = app.port): Record<string, string> {
  return { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
}

async function signIn(target = app): Promise<{ cookie: string; token: string; setCookie: string }> {
  const code = new URL(target.newAddress()).hash.slice(3);
  const answer = await ask('/session', { method: 'POST', headers: own(target.port), body: JSON.stringify({ code }), port: target.port });
  expect(answer.status).toBe(200);
  const setCookie = answer.headers['set-cookie']?.[0] ?? '';
  return { cookie: setCookie.split(';')[0] ?? '', token: (JSON.parse(answer.body) as { token: string }).token, setCookie };
}

/** Resolves with the open socket or with the status of the refusal. */
function openSocket(headers: Record<string, string>, protocols: string[], port = app.port): Promise<WebSocket | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, protocols, { headers });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

async function openWindow(target = app): Promise<WebSocket> {
  const { cookie, token } = await signIn(target);
  const socket = await openSocket({ origin: `http://127.0.0.1:${target.port}`, cookie }, ['portolan.1', `token.${token}`], target.port);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

function clientOf(socket: WebSocket) {
  return createHostClient({
    send: (text) => socket.send(text),
    onFrame: (listener) => void socket.on('message', (data: Buffer) => listener(data.toString())),
    onClose: (listener) => void socket.on('close', () => listener()),
  });
}

const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve));

describe('the loopback server', () => {
  it('listens on 127.0.0.1 and on no other address of the machine (W1, I02)', async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each && !each.internal && each.family === 'IPv4')
      .map((each) => each?.address ?? '');
    for (const address of [...others, '::1', '127.0.0.2']) {
      const outcome = await new Promise((resolve) => {
        const socket = tcpConnect({ host: address, port: app.port, timeout: 2000 }, () => resolve('connected'));
        socket.on('error', () => resolve('refused'));
        socket.on('timeout', () => resolve('refused'));
      });
      expect(outcome, address).toBe('refused');
    }
  });

  it('answers 421 to every name but its own, before anything else (W2, I05)', async () => {
    const { cookie, token } = await signIn();
    for (const host of ['evil.test', `evil.test:${app.port}`, '127.0.0.1', `127.0.0.1:${app.port + 1}`, `127.0.0.1.evil.test:${app.port}`, `0.0.0.0:${app.port}`, `127.0.0.1:${app.port}.`, `127.0.0.1:${app.port}@evil.test`, '']) {
      for (const path of ['/', '/assets/part-a1B2c3D4.js', '/session', '/socket']) {
        expect((await ask(path, { headers: { host } })).status, `${host} ${path}`).toBe(421);
        expect((await ask(path, { method: 'POST', headers: { ...own(), host, cookie }, body: '{' })).status).toBe(421);
      }
      // The client fills an empty one in by itself.
      if (host) expect(await openSocket({ host, origin: `http://127.0.0.1:${app.port}`, cookie }, ['portolan.1', `token.${token}`])).toBe(421);
    }
    for (const host of [`localhost:${app.port}`, `[::1]:${app.port}`]) {
      const moved = await ask('/', { headers: { host } });
      expect([moved.status, moved.headers.location]).toEqual([307, `http://127.0.0.1:${app.port}/`]);
      expect((await ask('/session', { method: 'POST', headers: { ...own(), host }, body: '{}' })).status).toBe(421);
    }
  });

  it('serves files that hold no secret, under the policy, and nothing outside their folder (W3, W7, I06)', async () => {
    const address = app.newAddress();
    const code = new URL(address).hash.slice(3);
    expect(code).toHaveLength(43);
    const page = await ask('/', {});
    expect(page.status).toBe(200);
    expect(page.body).toContain('Test window');
    expect(page.body + JSON.stringify(page.headers)).not.toContain(code);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${app.port};`);
    // The only foreign pages are those of apps, each under a host name of its own.
    expect(policy).toMatch(/frame-src http:\/\/\*\.localhost:[0-9]+;/);
    expect(String(policy).replace(/frame-src http:\/\/\*\.localhost:[0-9]+;/, '')).not.toMatch(/unsafe|\*|https?:/);
    expect(Object.keys(page.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);

    const hashed = await ask('/assets/part-a1B2c3D4.js');
    expect(hashed.headers['cache-control']).toContain('immutable');
    expect((await ask('/', { headers: { 'if-none-match': page.headers.etag ?? '' } })).status).toBe(304);
    for (const path of ['/../run.ts', '/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/assets/../../package.json', '//evil.test/', '/.stamp', '/assets', '/__proto__', 'http://evil.test/x', '/index.html/..']) {
      const answer = await ask(path);
      expect([404, 200], path).toContain(answer.status);
      if (answer.status === 200) expect(answer.body, path).toBe(page.body);
    }
  });

  it('trades a code once, for a cookie scripts cannot read and a token (W3, W4)', async () => {
    const code = new URL(app.newAddress()).hash.slice(3);
    const body = JSON.stringify({ code });
    const first = await ask('/session', { method: 'POST', headers: own(), body });
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']?.[0]).toMatch(new RegExp(`^portolan_${app.port}_[0-9a-f]{12}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`));
    expect(first.headers['cache-control']).toBe('no-store');
    expect((await ask('/session', { method: 'POST', headers: own(), body })).status).toBe(401);
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const resumed = await ask('/session/resume', { method: 'POST', headers: { ...own(), cookie }, body: '{}' });
    expect(resumed.status).toBe(200);
    expect(resumed.body).not.toBe(first.body);
    expect((await ask('/session/resume', { method: 'POST', headers: own(), body: '{}' })).status).toBe(401);
  });

  it('takes nothing from another page, whatever way it asks (W5, W6, W13, I01, I03, I04)', async () => {
    const { cookie, token } = await signIn();
    const protocols = ['portolan.1', `token.${token}`];
    const origin = `http://127.0.0.1:${app.port}`;
    const code = () => JSON.stringify({ code: new URL(app.newAddress()).hash.slice(3) });
    const post = async (headers: Record<string, string>, path = '/session') => (await ask(path, { method: 'POST', headers, body: code() })).status;
    const without = (name: string) => Object.fromEntries(Object.entries(own()).filter(([each]) => each !== name));
    expect(await post(without('origin'))).toBe(403);
    for (const other of ['http://evil.test', 'null', `http://localhost:${app.port}`, `https://127.0.0.1:${app.port}`, `http://127.0.0.1:${app.port + 1}`, `${origin}.evil.test`, `http://127.0.0.1:${app.port}/`]) {
      expect(await post({ ...own(), origin: other }), other).toBe(403);
      expect(await openSocket({ origin: other, cookie }, protocols), other).toBe(403);
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await post({ ...own(), 'sec-fetch-site': site }), site).toBe(403);
      expect(await openSocket({ origin, cookie, 'sec-fetch-site': site }, protocols), site).toBe(403);
    }
    expect(await post({ ...own(), 'sec-fetch-mode': 'navigate' })).toBe(403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) expect(await post({ ...own(), 'content-type': type }), type).toBe(415);
    const preflight = await ask('/session', { method: 'OPTIONS', headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' } });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await ask('/session', { method, headers: own() })).status).toBe(405);
    expect((await ask('/assets/part-a1B2c3D4.js', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })).status).toBe(403);
    expect((await ask('/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
    expect((await ask('/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } })).status).toBe(200);
  });

  it('opens a socket only for cookie, token and origin together (W9, I04)', async () => {
    const mine = await signIn();
    const other = await signIn();
    const origin = `http://127.0.0.1:${app.port}`;
    expect(await openSocket({ origin, cookie: mine.cookie }, ['portolan.1'])).toBe(401);
    expect(await openSocket({ origin, cookie: mine.cookie }, ['portolan.1', 'token.wrong'])).toBe(401);
    expect(await openSocket({ origin, cookie: mine.cookie }, ['portolan.1', `token.${other.token}`])).toBe(401);
    expect(await openSocket({ origin }, ['portolan.1', `token.${mine.token}`])).toBe(401);
    expect(await openSocket({ cookie: mine.cookie }, ['portolan.1', `token.${mine.token}`])).toBe(403);
    const socket = await openSocket({ origin, cookie: mine.cookie }, ['portolan.1', `token.${mine.token}`]);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    expect(socket.protocol).toBe('portolan.1');
    expect((await clientOf(socket).request('app/info', {})).dataFolder).toBe(join(folder, 'data-1'));
    socket.close();
  });

  it('signs out: the session and its sockets end (W9)', async () => {
    const { cookie, token } = await signIn();
    const origin = `http://127.0.0.1:${app.port}`;
    const socket = await openSocket({ origin, cookie }, ['portolan.1', `token.${token}`]);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    expect((await ask('/session/end', { method: 'POST', headers: { ...own(), cookie }, body: '{}' })).status).toBe(401);
    const closed = closeOf(socket);
    expect((await ask('/session/end', { method: 'POST', headers: { ...own(), cookie, 'x-portolan-token': token }, body: '{}' })).status).toBe(204);
    expect(await closed).toBe(4401);
    expect((await ask('/session/resume', { method: 'POST', headers: { ...own(), cookie }, body: '{}' })).status).toBe(401);
  });

  it('closes a socket that sends binary or more than 8 MB, and tells windows when the host is gone', async () => {
    const binary = await openWindow();
    const closedBinary = closeOf(binary);
    binary.send(Buffer.from([1, 2, 3]));
    expect(await closedBinary).toBe(1003);
    const large = await openWindow();
    const closedLarge = closeOf(large);
    large.send('x'.repeat(9 * 1024 * 1024));
    expect(await closedLarge).toBe(1009);
    const window = await openWindow();
    await clientOf(window).request('app/info', {});
    const closed = closeOf(window);
    process.kill(app.hostPid ?? 0, 'SIGKILL');
    expect(await closed).toBe(4503);
    const again = await openWindow();
    expect((await clientOf(again).request('app/info', {})).shell).toBe('browser');
    again.close();
  });

  it('refuses long bodies and bad JSON', async () => {
    expect((await ask('/session', { method: 'POST', headers: own(), body: JSON.stringify({ code: 'x'.repeat(10_000) }) })).status).toBe(413);
    for (const body of ['', '{', 'null', '[]', '{"code":1}', JSON.stringify({ code: 'x'.repeat(200) })]) {
      expect((await ask('/session', { method: 'POST', headers: own(), body })).status, body).toBe(400);
    }
  });

  it('serves eight windows and not a ninth (W9)', async () => {
    const target = await begin();
    const sockets = await Promise.all(Array.from({ length: 8 }, () => openWindow(target)));
    const { cookie, token } = await signIn(target);
    expect(await openSocket({ origin: `http://127.0.0.1:${target.port}`, cookie }, ['portolan.1', `token.${token}`], target.port)).toBe(503);
    for (const socket of sockets) socket.close();
    await target.close();
  });

  it('pauses sign-in after ten wrong attempts, and keeps those who are in (W12)', async () => {
    const target = await begin();
    const { cookie } = await signIn(target);
    const attempt = (body: object, headers: Record<string, string> = {}) =>
      ask('/session', { method: 'POST', headers: { ...own(target.port), ...headers }, body: JSON.stringify(body), port: target.port });
    for (let n = 0; n < 10; n++) expect((await attempt({ code: `wrong-${n}` })).status).toBe(401);
    const code = new URL(target.newAddress()).hash.slice(3);
    const refused = await attempt({ code });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(said.join('\n')).toContain('too many wrong attempts');
    expect((await ask('/session/resume', { method: 'POST', headers: { ...own(target.port), cookie }, body: '{}', port: target.port })).status).toBe(200);
    await target.close();
  });
});
