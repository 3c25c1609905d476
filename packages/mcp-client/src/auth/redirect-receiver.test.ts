import { createServer, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { afterTest } from '../../test/fixtures.ts';
import { AuthError } from './auth-error.ts';
import { defaultReceiverPage, openRedirectReceiver } from './redirect-receiver.ts';
import type { ReceiverOptions, RedirectReceiver } from './redirect-receiver.ts';

const state = 'a-state-that-nobody-guesses';

async function open(overrides: Partial<ReceiverOptions> = {}): Promise<RedirectReceiver> {
  const receiver = await openRedirectReceiver({ state, host: '127.0.0.1', path: '/callback', lifetimeMs: 60_000, page: defaultReceiverPage, ...overrides });
  afterTest(() => receiver.close());
  return receiver;
}

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

function get(receiver: RedirectReceiver, target: string, { method = 'GET', host }: { method?: string; host?: string } = {}): Promise<Answer> {
  const { hostname, port } = new URL(receiver.redirectUri);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: target, method, headers: host === undefined ? {} : { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    request.on('error', reject).end();
  });
}

describe('an address brought by hand', () => {
  it('is taken with or without its scheme, once; anything that is not the end of this sign-in is not (S19, G08)', async () => {
    const receiver = await open();
    const ended = `${receiver.redirectUri}?code=c&state=${state}`;
    const waiting = receiver.wait();
    for (const address of ['', 'hello', ended.replace(state, 'wrong'), ended.replace('/callback', '/other'), ended.replace('http:', 'https:'), ended.replace('127.0.0.1', 'evil.example'), `https://evil.example/#${ended}`, `${ended}&code=d`, `http://127.0.0.1:1/callback?code=c&state=${state}`]) expect(receiver.take(address)).toBe(false);
    expect(receiver.take(`  ${ended.slice('http://'.length)}#fragment\n`)).toBe(true);
    expect(receiver.take(ended)).toBe(false);
    expect(Object.fromEntries(await waiting)).toEqual({ code: 'c' });
  });
});

describe('what comes back from the browser', () => {
  it('is taken once, at a port of this machine alone (G08, rule H87)', async () => {
    const receiver = await open();
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const waiting = receiver.wait();
    const { status } = await get(receiver, `/callback?code=c&state=${state}&iss=https%3A%2F%2Fas`);
    expect(status).toBe(200);
    const params = await waiting;
    expect(Object.fromEntries(params)).toEqual({ code: 'c', iss: 'https://as' });
    await expect(get(receiver, `/callback?code=again&state=${state}`)).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
  });

  it.each<[string, string, { method?: string; host?: string }]>([
    ['a wrong state', '/callback?code=evil&state=wrong', {}],
    ['no state', '/callback?code=evil', {}],
    ['two states', `/callback?code=evil&state=${state}&state=${state}`, {}],
    ['two codes', `/callback?code=evil&code=c&state=${state}`, {}],
    ['another path', `/callback/x?code=evil&state=${state}`, {}],
    ['another path, written differently', `/x/../callback?code=evil&state=${state}`, {}],
    ['the root', '/', {}],
    ['no query', '/callback', {}],
    ['another method', `/callback?code=evil&state=${state}`, { method: 'POST' }],
    ['HEAD', `/callback?code=evil&state=${state}`, { method: 'HEAD' }],
    ['a host name of somebody else', `/callback?code=evil&state=${state}`, { host: 'evil.example' }],
    ['a host name without the port', `/callback?code=evil&state=${state}`, { host: '127.0.0.1' }],
  ])('with %s is refused, and does not end the wait for the right one (G08)', async (_name, target, options) => {
    const receiver = await open();
    const waiting = receiver.wait();
    expect((await get(receiver, target, options)).status).toBe(404);
    await get(receiver, `/callback?code=good&state=${state}`);
    expect((await waiting).get('code')).toBe('good');
  });

  it('is answered with a page that reflects nothing, runs nothing and is kept nowhere (G08)', async () => {
    const receiver = await open();
    const waiting = receiver.wait();
    const marker = '%3Cscript%3Ealert(1)%3C/script%3Emarker';
    const refused = await get(receiver, `/${marker}?state=${marker}`);
    const taken = await get(receiver, `/callback?error=${marker}&error_description=${marker}&state=${state}`);
    await waiting;
    for (const { body, headers } of [refused, taken]) {
      expect(body).not.toContain('marker');
      expect(body).not.toContain('<script');
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('shows the host’s words as text', async () => {
    const receiver = await open({ page: { lang: 'zh"><x', title: '<t>', text: '回到"应用" & <b>', refused: '' } });
    const waiting = receiver.wait();
    const { body } = await get(receiver, `/callback?code=c&state=${state}`);
    await waiting;
    expect(body).toContain('回到&#34;应用&#34; &#38; &#60;b&#62;');
    expect(body).not.toContain('<x');
    expect(body).not.toContain('<b>');
  });
});

describe('the port', () => {
  it('another one is taken when somebody has the wanted one (G08)', async () => {
    const squatter = createServer((_request, response) => void response.end('mine'));
    await new Promise<void>((resolve) => void squatter.listen(0, '127.0.0.1', () => resolve()));
    afterTest(() => void squatter.close());
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const receiver = await open({ port });
    expect(new URL(receiver.redirectUri).port).not.toBe(String(port));
    expect(await openAgain(receiver)).toBe(true);
  });

  it('is the wanted one when it is free', async () => {
    const first = await open();
    const port = Number(new URL(first.redirectUri).port);
    await first.close();
    expect((await open({ port })).redirectUri).toBe(first.redirectUri);
  });

  it('is free again after the time, and whoever waits is told (R70, G08)', async () => {
    const receiver = await open({ lifetimeMs: 30 });
    await expect(receiver.wait()).rejects.toMatchObject({ kind: 'expired' });
    await expect(get(receiver, '/callback')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
  });

  it('is free at once when the wait is given up (R70)', async () => {
    const receiver = await open();
    const controller = new AbortController();
    const waiting = receiver.wait(controller.signal);
    controller.abort();
    await expect(waiting).rejects.toBeInstanceOf(AuthError);
    await expect(get(receiver, '/callback')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
  });

  it('answers to localhost on both families, where that name is needed', async () => {
    const receiver = await open({ host: 'localhost' });
    const { port } = new URL(receiver.redirectUri);
    expect(receiver.redirectUri).toBe(`http://localhost:${port}/callback`);
    const waiting = receiver.wait();
    const response = await fetch(`http://localhost:${port}/callback?code=c&state=${state}`);
    expect(response.status).toBe(200);
    await waiting;
  });
});

async function openAgain(receiver: RedirectReceiver): Promise<boolean> {
  const waiting = receiver.wait();
  await get(receiver, `/callback?code=c&state=${state}`);
  return (await waiting).get('code') === 'c';
}
