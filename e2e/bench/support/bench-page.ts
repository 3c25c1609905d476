/** The page of `bench/renderer`, served, and what one renderer spends on one text in it. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { MainThread, tasksDuring } from './main-thread.ts';

const folder = fileURLToPath(new URL('../../../bench/renderer/dist/', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface ServedPage extends AsyncDisposable {
  address: string;
}

export async function serveBenchPage(): Promise<ServedPage> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname).replace(/\/$/, '/index.html'));
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface Streamed {
  /** Milliseconds of the main thread's processor time for an update. */
  perUpdate: number;
  script: number;
  layout: number;
  /** The longest task, and how many took more than 50 ms. */
  longest: number;
  over50: number;
}

/**
 * The last fifth of a text, 200 tokens a second in 30 updates; what comes before goes faster, as nobody measures it, or at the same
 * speed (`isWhole`), and then its tasks after the first second count as well.
 */
export async function streamOnce(browser: Browser, address: string, renderer: string, text: 'mixed' | 'code', isWhole = false): Promise<Streamed> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 832 } });
  const call = (expression: string): Promise<number> => page.evaluate(`bench.${expression}`);
  await page.goto(address);
  await call(`open('${renderer}', '${text}')`);
  const thread = await MainThread.of(page);
  let updates = 0;
  let spent = { tasks: 0, script: 0, layout: 0 };
  if (!isWhole) {
    await call('stream({ to: 0.8, speed: 4000 })');
    await call('rest(1500)');
  }
  const tasks = await tasksDuring(page, async () => {
    if (isWhole) await call('stream({ to: 0.8 })');
    await thread.begin();
    updates = await call('stream({ to: 1 })');
    spent = await thread.end();
  });
  await page.close();
  const counted = tasks.filter(({ at }) => at > 1_000).map(({ ms }) => ms);
  return { perUpdate: spent.tasks / updates, script: spent.script / updates, layout: spent.layout / updates, longest: Math.max(0, ...counted), over50: counted.filter((ms) => ms > 50).length };
}
