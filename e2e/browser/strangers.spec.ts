/** Other pages in the same browser, and other names for this machine, against a running app: real Chromium on both sides. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ended, startProgram } from '../harness/browser-app.ts';
import { chromiumLaunch } from '../harness/chromium.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect, test } from '../harness/test.ts';

/** A page of somebody else's, on an origin of its own. */
async function evilPage(page: Page, run: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title><link rel=icon href="data:,">'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  await page.goto(origin);
  await run(origin);
  server.closeAllConnections();
  server.close();
}

test('another page can read nothing, change nothing and connect to nothing, even beside a signed-in window (W5, W6, W9, W13, I01, I03, I04, A11)', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible();
  app.complaints.expect(/./);
  const target = new URL(app.page.url()).origin;
  const page = await app.page.context().newPage();
  await evilPage(page, async () => {
    const found = await page.evaluate(async (base) => {
      const outcome = (promise: Promise<unknown>) => promise.then((value) => `read ${String(value)}`, () => 'nothing');
      const element = (name: 'img' | 'script' | 'iframe', path: string) =>
        new Promise<string>((resolve) => {
          const made = document.createElement(name);
          made.addEventListener('load', () => resolve(name === 'iframe' ? 'frame' : 'loaded'));
          made.addEventListener('error', () => resolve('nothing'));
          setTimeout(() => resolve('nothing'), 1500);
          made.setAttribute('src', base + path);
          document.body.append(made);
        });
      const socket = (protocols: string[]) =>
        new Promise<string>((resolve) => {
          const made = new WebSocket(`${base.replace('http', 'ws')}/socket`, protocols);
          made.addEventListener('open', () => resolve('open'));
          made.addEventListener('error', () => resolve('nothing'));
        });
      return {
        read: await outcome(fetch(`${base}/`).then((response) => response.text())),
        readWithCookies: await outcome(fetch(`${base}/`, { credentials: 'include' }).then((response) => response.text())),
        resume: await outcome(fetch(`${base}/session/resume`, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }).then((response) => response.text())),
        simple: await outcome(fetch(`${base}/session/resume`, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' }).then((response) => response.status)),
        image: await element('img', '/'),
        script: await element('script', '/index.html'),
        socket: await socket([]),
        socketWithProtocol: await socket(['portolan.1', 'token.guess']),
      };
    }, target);
    expect(found).toEqual({ read: 'nothing', readWithCookies: 'nothing', resume: 'nothing', simple: 'nothing', image: 'nothing', script: 'nothing', socket: 'nothing', socketWithProtocol: 'nothing' });
    // Framing: whatever is shown, it is not the app.
    await page.evaluate((base) => {
      const frame = document.createElement('iframe');
      frame.src = base;
      document.body.append(frame);
    }, target);
    await page.waitForTimeout(500);
    for (const frame of page.frames().slice(1)) expect(await frame.getByRole('main').count()).toBe(0);
  });
  await page.close();
  await app.page.reload();
  await expect(app.page.getByRole('main')).toBeVisible();
});

test('a name that is pointed at this machine gets 421 on every path (W2, W15, I05)', async () => {
  const data = new DataFolder();
  const program = startProgram(data.path);
  const address = new URL(await program.nextAddress());
  const browser = await chromium.launch({ ...chromiumLaunch, args: [...chromiumLaunch.args, '--host-resolver-rules=MAP evil.test 127.0.0.1'] });
  const page = await browser.newPage();
  for (const path of ['/', '/index.html', '/session', '/socket', `/${address.hash}`]) {
    const response = await page.goto(`http://evil.test:${address.port}${path}`);
    expect(response?.status(), path).toBe(421);
  }
  const posted = await page.evaluate(async (code) => {
    const response = await fetch('/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }) });
    return response.status;
  }, address.hash.slice(3));
  expect(posted).toBe(421);
  // The code was not spent on a stranger.
  await page.goto(address.href);
  await expect(page.getByRole('main')).toBeVisible();
  await browser.close();
  program.process.kill('SIGTERM');
  await ended(program.process);
  data.remove();
});

test('localhost leads to the one true address, code and all (W2)', async ({ browser }) => {
  const data = new DataFolder();
  const program = startProgram(data.path);
  const address = await program.nextAddress();
  const page = await browser.newPage();
  await page.goto(address.replace('127.0.0.1', 'localhost'));
  await expect(page.getByRole('main')).toBeVisible();
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');
  await page.close();
  program.process.kill('SIGTERM');
  await ended(program.process);
  data.remove();
});

test('the code leaves the address bar, works once, and nothing of it is stored (W3, W4, W14, I06)', async ({ browser }) => {
  const data = new DataFolder();
  const program = startProgram(data.path);
  const address = await program.nextAddress();
  const code = new URL(address).hash.slice(3);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('main')).toBeVisible();
  expect(page.url()).not.toContain(code);
  // The window is drawn before it is signed in.
  await expect.poll(async () => (await context.cookies()).length).toBe(1);
  const stored = await page.evaluate(async () => ({
    cookie: document.cookie,
    local: JSON.stringify(Object.entries(localStorage)),
    session: JSON.stringify(Object.entries(sessionStorage)),
    databases: await indexedDB.databases(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    history: history.length,
  }));
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 }]);
  expect(stored.cookie).toBe('');
  expect([stored.databases.length, stored.workers]).toEqual([0, 0]);
  for (const text of [stored.local, stored.session]) expect(text).not.toMatch(/[\w-]{43}/);

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(address);
  await expect(second.getByText(/signed in|sign in|address/i).first()).toBeVisible();
  expect((await stranger.cookies()).length).toBe(0);
  await stranger.close();
  await context.close();
  program.process.kill('SIGTERM');
  await ended(program.process);
  data.remove();
});
