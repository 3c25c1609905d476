import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { judge, startAppFrames } from './app-frames.ts';

const policies = new Map([['one', "default-src 'none'"]]);
const asked = (change: { method?: string; url?: string; host?: string; dest?: string } = {}) =>
  judge({ method: change.method ?? 'GET', url: change.url ?? '/', headers: { host: change.host ?? 'one.localhost:9', ...(change.dest === undefined ? {} : { 'sec-fetch-dest': change.dest }) } }, 9, policies);

describe('the listener for pages of apps', () => {
  it('gives one page, under the name of one showing, to a frame (I12)', () => {
    expect(asked({ dest: 'iframe' })).toEqual({ policy: "default-src 'none'" });
    expect(asked()).toEqual({ policy: "default-src 'none'" });
  });

  it('refuses every other name, path, method and use (I05, I12, W8)', () => {
    for (const host of ['127.0.0.1:9', 'localhost:9', 'one.localhost:10', 'one.localhost', 'evil.test:9', 'a.one.localhost:9', 'ONE.localhost:9', '']) expect(asked({ host }), host).toBe(421);
    expect(asked({ host: 'two.localhost:9' })).toBe(404);
    for (const url of ['/x', '/?a', '//', 'http://one.localhost:9/']) expect(asked({ url }), url).toBe(404);
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'PUT']) expect(asked({ method }), method).toBe(405);
    for (const dest of ['document', 'script', 'embed', 'object', 'empty', 'worker']) expect(asked({ dest }), dest).toBe(403);
  });

  it('serves over a real socket while the showing lasts, and only once the window has its address (P23)', async () => {
    const frames = await startAppFrames();
    const fetched = (path = '/') => new Promise<{ status: number; policy: unknown; body: string }>((resolve, reject) => {
      get({ host: '127.0.0.1', port: frames.port, path, headers: { host: `one.localhost:${frames.port}` } }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, policy: response.headers['content-security-policy'], body }));
      }).on('error', reject);
    });
    frames.serve('one', "default-src 'none'");
    expect((await fetched()).status).toBe(503);
    frames.shownBy(4000);
    const page = await fetched();
    expect([page.status, page.policy]).toEqual([200, "default-src 'none'; frame-ancestors http://127.0.0.1:4000"]);
    expect(page.body).toContain('http://127.0.0.1:4000');
    frames.end('one');
    expect((await fetched()).status).toBe(404);
    await frames.close();
    await expect(fetched()).rejects.toThrow('ECONNREFUSED');
  });
});
