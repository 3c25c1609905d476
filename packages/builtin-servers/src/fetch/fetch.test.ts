import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras, start } from '../../test/start.ts';
import { Web } from './get.ts';
import { decode, readable } from './readable.ts';
import { readInThread } from './read-in-thread.ts';

const article = `<!doctype html><html><head><title>About harbours</title><meta charset="utf-8"><script>window.x = 'SCRIPT'</script><style>.a{}</style></head><body>
<nav><a href="/elsewhere">Menu</a></nav><article><h1>About harbours</h1>
${Array.from({ length: 6 }, (_each, at) => `<p>Paragraph ${at} tells of ships, of harbours and of the <a href="/page${at}">people</a> who work there, at some length, so that it is an article.</p>`).join('')}
<p onclick="steal()">Click <a href="javascript:alert(1)">here</a><img src="https://canary.example/p.png?secret" alt="A ship"></p><pre><code>let x = 1;</code></pre></article></body></html>`;

let hits: string[] = [];
const routes: Record<string, RequestListener> = {
  '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /private/\n'),
  '/article': (_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article),
  '/private/x': (_request, response) => response.end('secret'),
  '/to-private': (_request, response) => response.writeHead(302, { location: '/private/x' }).end(),
  '/to-metadata': (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/json': (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
  '/latin1': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0x63, 0x61, 0x66, 0xe9])),
  '/zip': (_request, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  '/bomb': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a'))),
  '/picture': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e47', 'hex')),
  '/gone': (_request, response) => response.writeHead(404).end(),
};
let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    const route = routes[request.url ?? ''];
    if (route === undefined) response.writeHead(404).end();
    else route(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => server.close());

describe.each(eras)('web fetch (%s)', (era) => {
  it('gives a page as Markdown, other texts as they are, and honours robots.txt (S17)', async () => {
    await using fetcher = await start('fetch', ['--allow-loopback-for-tests=yes'], { era });
    const page = await fetcher.call('fetch', { url: `${base}/article` });
    expect(page).toContain('# About harbours');
    expect(page).toContain(`[people](${base}/page2)`);
    expect(page).toContain('[picture: A ship]');
    for (const bad of ['SCRIPT', 'javascript:', 'canary.example', 'onclick', '<p']) expect(page).not.toContain(bad);
    expect(await fetcher.call('fetch', { url: `${base}/json` })).toContain('{"a":1}');
    expect(await fetcher.call('fetch', { url: `${base}/latin1` })).toContain('café');
    expect(await fetcher.call('fetch', { url: `${base}/picture` })).toBe('[image]');
    expect(await fetcher.call('fetch', { url: `${base}/zip` })).toContain('refused');
    expect(await fetcher.call('fetch', { url: `${base}/gone` })).toContain('refused: ');
    expect(await fetcher.call('fetch', { url: `${base}/private/x` })).toContain('asks programs not to read /private/x');
    expect(await fetcher.call('fetch', { url: `${base}/to-private` })).toContain('asks programs not to read');
    expect(await fetcher.call('fetch', { url: `${base}/circle` })).toContain('more than 5 times');
    const bomb = await fetcher.call('fetch', { url: `${base}/bomb` });
    expect(bomb.length).toBeLessThan(25_000);
    expect(bomb).toContain('the page was longer than what is read of one');
  });
});

describe('web fetch', () => {
  it('contacts nothing but the public web, however the address is written or led to (T:D16, T:G02, S17)', async () => {
    await using fetcher = await start('fetch', []);
    const { port } = new URL(base);
    hits = [];
    for (const url of [
      `${base}/article`, `http://localhost:${port}/`, `http://localhost.:${port}/`, `http://127.1:${port}/`, `http://0x7f000001:${port}/`, `http://2130706433:${port}/`, `http://0177.0.0.1:${port}/`, `http://①②⑦.⓪.⓪.①:${port}/`, `http://0:${port}/`, `http://[::]:${port}/`, `http://[::1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`, 'http://[::ffff:a9fe:a9fe]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:a9fe:a9fe::]/', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/', 'http://192.0.0.192/', 'http://168.63.129.16/', 'http://169.254.169.254/latest/', 'http://10.0.0.1/', 'http://192.168.1.1/', 'http://[fe80::1]/',
    ]) expect(await fetcher.call('fetch', { url }), url).toMatch(/^refused: .*private network/);
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'http://user:pw@example.com/', 'javascript:alert(1)', 'not an address']) expect(await fetcher.call('fetch', { url }), url).toMatch(/^refused: /);
    expect(hits).toEqual([]);
  });

  it('judges every hop of a redirect, and every address of a name at the socket (T:D16)', async () => {
    const web = new Web({ isAllowed: (address) => address === '127.0.0.1' });
    const signal = new AbortController().signal;
    await expect(web.get(`${base}/to-metadata`, signal)).rejects.toThrow('private network');
    await expect(web.get(`${base}/to-file`, signal)).rejects.toThrow('Only http and https');
    await web.close();
    // A name that changes its mind: the answer that is used is the one that is judged.
    let asked = 0;
    const rebinding = new Web({
      lookup: ((_hostname: string, _options: object, callback: (error: null, addresses: { address: string; family: number }[]) => void) => {
        asked += 1;
        callback(null, [{ address: asked === 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }]);
      }) as never,
    });
    await expect(rebinding.get('http://rebind.example/', signal)).rejects.toThrow('private network');
    await expect(rebinding.get('http://rebind.example/', signal)).rejects.toThrow('private network');
    expect(asked).toBe(2);
    await rebinding.close();
  });

  it('gives up in time (S17)', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const web = new Web({ isAllowed: () => true, limits: { ms: 200 } });
    await expect(web.get(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`, new AbortController().signal)).rejects.toThrow('in time');
    await web.close();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('pages', () => {
  it('that break parsers come as bare text, and never end the server (S17)', () => {
    const deep = '<div>'.repeat(60_000) + 'deep' + '</div>'.repeat(60_000);
    expect(readable(deep, 'https://a.example/').markdown).toContain('deep');
    expect(readable('', 'https://a.example/').markdown).toBe('');
    expect(readable('<p>short</p>', 'https://a.example/')).toMatchObject({ markdown: 'short' });
  });

  it('that take too long are ended, and come as bare text (S17)', async () => {
    expect(await readInThread(article, base)).toMatchObject({ title: 'About harbours', isArticle: true });
    expect(await readInThread(article, base, 1)).toMatchObject({ isArticle: false, markdown: expect.stringContaining('Paragraph 3 tells') as string });
  });

  it('are read in the letters they are written in (S17)', () => {
    expect(decode(Buffer.from([0xc4, 0xe3]), 'gbk')).toBe('你');
    expect(decode(Buffer.from('<meta charset="windows-1252">\u0080', 'latin1'), undefined)).toContain('€');
    expect(decode(Buffer.from('x'), 'no-such-charset')).toBe('x');
  });
});
