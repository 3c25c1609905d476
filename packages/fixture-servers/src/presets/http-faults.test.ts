import { describe, expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { messagesOf, openHttp, openSession, post, postModern } from '../../test/raw-http.ts';
import type { FixtureOptions } from '../options.ts';

async function callWith(options: FixtureOptions): Promise<Response> {
  const { url } = await openHttp('http-faults', { era: '2026-07-28', ...options });
  return postModern(url, 'tools/call', { name: 'fail' });
}

describe('http-faults', () => {
  it('answers with a status and a body of a chosen size (R52, R53)', async () => {
    const busy = await callWith({ fault: 'status', status: 429, 'retry-after': '3' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await (await callWith({ fault: 'status', bytes: 5_000_000 })).text()).toHaveLength(5_000_000);
  });

  it('asks for authorization or for more scope (R67, R68, P22)', async () => {
    const unauthorized = await callWith({ fault: 'unauthorized', metadata: 'https://example.com/prm' });
    expect([unauthorized.status, unauthorized.headers.get('www-authenticate')]).toEqual([401, 'Bearer resource_metadata="https://example.com/prm"']);
    const forbidden = await callWith({ fault: 'insufficient-scope' });
    expect(forbidden.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  it.each([
    ['html', 200, 'text/html'],
    ['wrong-type', 200, 'text/plain'],
    ['no-type', 200, null],
    ['no-content', 204, null],
    ['accepted', 202, null],
  ])('answers a request with %s (R55, R56, R57)', async (fault, status, type) => {
    const response = await callWith({ fault });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  });

  it('truncates JSON and gzip (R58, R59)', async () => {
    const json = await (await callWith({ fault: 'truncated-json' })).text();
    expect(json).toMatch(/^\{"jsonrpc"/);
    expect(() => JSON.parse(json)).toThrow(SyntaxError);
    // Node's fetch reports nothing here: it gives what could be unpacked as if it were all.
    const packed = await callWith({ fault: 'truncated-gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect((await packed.text()).length).toBeLessThan(json.length);
  });

  it('sends a small body that unpacks to a huge one (R59)', async () => {
    const { url } = await openHttp('http-faults', { fault: 'gzip-bomb', bytes: 3_000_000 });
    const response = await postModern(url, 'tools/call', { name: 'fail' });
    expect(await response.text()).toHaveLength(3_000_000);
  });

  it.each(['endless', 'endless-event'])('never stops: %s (R60)', async (fault) => {
    const reader = (await callWith({ fault })).body?.getReader();
    let read = 0;
    while (read < 3_000_000) read += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    expect(read).toBeGreaterThanOrEqual(3_000_000);
  });

  it.each(['cut-body', 'cut-stream', 'cut-event'])('breaks the connection after the head: %s (R49, R61)', async (fault) => {
    const response = await callWith({ fault });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('breaks the connection before any byte (R49)', async () => {
    await expect(callWith({ fault: 'reset' })).rejects.toThrow('fetch failed');
  });

  it('ends a stream in order without a response (R61)', async () => {
    expect(await messagesOf(await callWith({ fault: 'end-stream' }))).toEqual([]);
  });

  it('puts noise around a response that is split over two data lines (P04)', async () => {
    const text = await (await callWith({ fault: 'sse-noise' })).text();
    const data = text.split('\r\n\r\n').at(-2)?.split('\r\n').filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)) ?? [];
    expect(data).toHaveLength(2);
    expect(textOf(JSON.parse(data.join('\n')))).toBe('right after all');
  });

  it('redirects elsewhere or in a circle (R54, T:D03)', async () => {
    expect((await callWith({ fault: 'redirect', location: 'http://127.0.0.1:9/x' })).headers.get('location')).toBe('http://127.0.0.1:9/x');
    expect((await callWith({ fault: 'redirect-loop' })).headers.get('location')).toBe('/mcp');
  });

  it('loses the session once, after some good calls (R64, try-out 31)', async () => {
    const fixture = await openHttp('http-faults', { era: '2025-11-25', fault: 'session-lost', skip: 1 });
    const session = await openSession(fixture.url);
    const call = { jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: 'fail' } };
    expect((await session.post(call)).status).toBe(200);
    expect((await session.post(call)).status).toBe(404);
    const renewed = await openSession(fixture.url);
    expect((await renewed.post(call)).status).toBe(200);
  });

  it('fails at one method, so many times, and serves well otherwise', async () => {
    const { url } = await openHttp('http-faults', { fault: 'status', status: 503, on: 'tools/list', times: 2 });
    const statuses: number[] = [];
    for (let times = 0; times < 3; times++) statuses.push((await postModern(url, 'tools/list')).status);
    expect(statuses).toEqual([503, 503, 200]);
    const get = await openHttp('http-faults', { fault: 'status', status: 405, on: 'GET' });
    expect((await fetch(get.url)).status).toBe(405);
    expect(resultOf((await (await openSession(get.url)).request('ping')).at(-1) ?? {})).toEqual({});
  });
});

describe('html', () => {
  it('answers everything with a web page (R55)', async () => {
    const { url } = await openHttp('html');
    for (const response of [await fetch(url), await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize' })]) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toMatch(/^<!doctype html>/);
    }
  });
});

describe('fixtures over HTTP in general', () => {
  it('keep silent or wait as they do over stdio (R10)', async () => {
    const silent = await openHttp('silent');
    await expect(postModern(silent.url, 'tools/list', {}, {}, {}, AbortSignal.timeout(100))).rejects.toThrow('timeout');
    const slow = await openHttp('slow-start', { ms: 150 });
    const started = Date.now();
    await postModern(slow.url, 'tools/list');
    expect(Date.now() - started).toBeGreaterThanOrEqual(100);
  });

  it('die with every socket and the port (R06)', async () => {
    const { url } = await openHttp('dies', { at: 'call' });
    expect((await postModern(url, 'tools/list')).status).toBe(200);
    await expect(postModern(url, 'tools/call', { name: 'echo' })).rejects.toThrow('fetch failed');
    await expect(postModern(url, 'tools/list')).rejects.toThrow('fetch failed');
  });
});
