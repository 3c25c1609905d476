/** A long answer while it is written: processor time of the main thread, ours against what could be taken off the shelf. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { MainThread, tasksDuring } from './support/main-thread.ts';

const folder = fileURLToPath(new URL('../../bench/renderer/dist/', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

test('probe', async ({ browser }) => {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname).replace(/\/$/, '/index.html'));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const doc of (process.env['DOCS'] ?? 'mixed,code').split(','))
    for (const name of (process.env['WHO'] ?? 'floor,ours,react-markdown,streamdown').split(',')) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 832 } });
      page.on('pageerror', (e) => console.log('ERR', String(e).slice(0, 300)));
      await page.goto(address);
      await page.evaluate(`bench.open(${JSON.stringify(name)}, ${JSON.stringify(doc)})`);
      await page.evaluate(`bench.stream({ to: 0.8, speed: 4000 })`);
      await page.evaluate(`bench.rest(1500)`);
      const thread = await MainThread.of(page);
      await thread.begin();
      const began = Date.now();
      const updates = (await page.evaluate(`bench.stream({ to: 0.9 })`)) as number;
      const spent = await thread.end();
      const ms = Date.now() - began;
      const tasks = await tasksDuring(page, async () => void (await page.evaluate(`bench.stream({ to: 1 })`)));
      const sorted = tasks.map((t) => t.ms).toSorted((a, b) => b - a);
      console.log(doc, name, updates, 'tasks', (spent.tasks / updates).toFixed(2), 'script', (spent.script / updates).toFixed(2), 'layout', (spent.layout / updates).toFixed(2), 'rate', ((updates / ms) * 1000).toFixed(1), 'max', sorted.slice(0, 4).map((x) => x.toFixed(1)).join(' '), 'n', tasks.length, 'sum/upd', (sorted.reduce((a, b) => a + b, 0) / updates).toFixed(2));
      await page.close();
    }
  server.close();
});
