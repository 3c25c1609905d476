/** What an app was granted it has, and nothing beside it; a page that changed is said; more apps than may run at once rest (P23). */
import { expect, test } from '../harness/test.ts';
import { app as appOf, bar, inside } from '../steps/apps.ts';
import { allowOnce, card, newChat, send } from '../steps/chat.ts';
import { callTool } from '../steps/by-hand.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

/** Smallest picture there is. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==', 'base64');

test('an app loads and exchanges what it was granted, each from where it was granted and from nowhere else; that its page changed is said until it is known (P23, I13, H03)', { tag: '@full' }, async ({ app }) => {
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'reach').name, arguments: {} } : { kind: 'text', text: 'There it is.' }));
  const { page } = app;
  app.complaints.expect(/Content Security Policy|Content-Security-Policy|Refused to|net::ERR|blocked|Failed to load/i);
  // The world outside, as it would answer; what the policy refuses does not get this far.
  const reached = new Set<string>();
  await page.route(/^https?:\/\/[^/]*example\.(?:com|org)/, async (route) => {
    const url = new URL(route.request().url());
    reached.add(url.href);
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
    if (url.pathname.endsWith('.png')) return route.fulfill({ headers, contentType: 'image/png', body: dot });
    if (url.pathname.endsWith('.js')) return route.fulfill({ headers, contentType: 'text/javascript', body: 'globalThis.fromLibrary = "ran";' });
    if (url.pathname.endsWith('.css')) return route.fulfill({ headers, contentType: 'text/css', body: 'body{}' });
    return route.fulfill({ headers, contentType: 'text/plain', body: 'the data' });
  });
  await haveModel(app, model);
  await haveServer(app, 'reaching', local('reaching-apps'));
  await newChat(page);
  await send(page, 'Reach.');
  await allowOnce(page);
  const report = inside(page).locator('#report');
  await expect(report).not.toHaveText('…', { timeout: 30_000 });
  // Its frame may be older than what answers for the world outside: then nothing is there yet, and it tries again.
  await expect(async () => {
    await inside(page).getByRole('button', { name: 'Try again' }).click({ timeout: 2_000 });
    await expect(report).not.toHaveText('…', { timeout: 5_000 });
    await expect(report).not.toContainText('failed', { timeout: 100 });
  }).toPass({ timeout: 30_000 });
  expect(JSON.parse((await report.textContent()) ?? '{}')).toEqual({
    'script of resource': 'ran',
    'style of resource': 'loaded',
    'image of resource': 'loaded',
    'data of connect': 'the data',
    'data of resource': 'refused',
    'image of connect': 'refused',
    'script of connect': 'refused',
    'data of another': 'refused',
    'image of another': 'refused',
    unencrypted: 'refused',
    'another port': 'refused',
    'below it': 'refused',
  });
  expect([...reached].toSorted()).toEqual(['https://api.example.com/data', 'https://cdn.example.com/dot.png', 'https://cdn.example.com/lib.js', 'https://cdn.example.com/look.css']);
  await bar(page, 'What this app may reach').click();
  await expect(page.getByRole('dialog')).toContainText('https://api.example.com');
  await expect(page.getByRole('dialog')).toContainText('https://cdn.example.com');
  await page.keyboard.press('Escape');
  // The same page again is nothing to speak of; another one is.
  const notice = appOf(page).getByText('This app is another one than you saw before');
  await bar(page, 'Reload app').click();
  await expect(report).not.toHaveText('…', { timeout: 30_000 });
  await expect(notice).toHaveCount(0);
  const chat = page.url();
  await openServer(page, 'reaching');
  await callTool(page, 'renew', {});
  await page.goto(chat);
  await expect(inside(page).getByText('Version 2')).toBeVisible({ timeout: 30_000 });
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await appOf(page).getByRole('button', { name: 'I know' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(inside(page).getByText('Version 2')).toBeVisible({ timeout: 30_000 });
  await expect(notice).toHaveCount(0);
});

test('an app is told when the lists of its server change (P23, P09)', { tag: '@full' }, async ({ app }) => {
  await using model = await startModelEndpoint((request) => {
    const last = request.messages.at(-1);
    if (last?.role === 'tool') return { kind: 'text', text: 'Done.' };
    return { kind: 'call', tool: offered(request, JSON.stringify(last).includes('Renew') ? 'renew' : 'reach').name, arguments: {} };
  });
  const { page } = app;
  app.complaints.expect(/Content Security Policy|Content-Security-Policy|Refused to|net::ERR|blocked|Failed to load/i);
  await page.route(/^https?:\/\/[^/]*example\.(?:com|org)/, (route) => route.abort());
  await haveModel(app, model);
  await haveServer(app, 'reaching', local('reaching-apps'));
  await newChat(page);
  await send(page, 'Reach.');
  await allowOnce(page);
  await expect(inside(page).locator('#report')).not.toHaveText('…', { timeout: 30_000 });
  await expect(inside(page).locator('#lists')).toHaveText('0');
  await send(page, 'Renew it.');
  await allowOnce(page);
  await expect(inside(page).locator('#lists')).not.toHaveText('0');
});

test('of more than six apps the one out of sight the longest rests, and goes on by a press while another rests (P23, I14)', { tag: '@full' }, async ({ app }) => {
  const count = 8;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'calls', calls: Array.from({ length: count }, (_, index) => ({ tool: offered(request, 'count').name, arguments: { by: index + 1 } })) } : { kind: 'text', text: 'There they are.' }));
  const { page } = app;
  await haveModel(app, model);
  await haveServer(app, 'counter', local('apps'));
  await newChat(page);
  await send(page, 'Count eight times.');
  await expect(card(page).first()).toBeVisible();
  await expect(async () => {
    await card(page).first().getByRole('button', { name: 'More ways to allow' }).click({ timeout: 2_000 });
    await page.getByRole('menuitem', { name: 'Allow in this chat' }).click({ timeout: 2_000 });
    await expect(card(page)).toHaveCount(0, { timeout: 3_000 });
  }).toPass();
  const running = main(page).locator('[data-app]');
  const resume = main(page).getByRole('button', { name: 'Resume' });
  await expect(resume).toHaveCount(count - 6, { timeout: 60_000 });
  await expect(running).toHaveCount(6);
  await expect(main(page).getByText('The app “Count” rests, because others are running.')).toHaveCount(count - 6);
  const ids = () => running.evaluateAll((sections) => sections.map((section) => section.getAttribute('data-app') ?? ''));
  const before = await ids();
  let woken = '';
  await expect(async () => {
    await resume.first().click({ timeout: 2_000 });
    await expect.poll(async () => (woken = (await ids()).find((id) => !before.includes(id)) ?? ''), { timeout: 3_000 }).not.toBe('');
  }).toPass();
  // It runs: it has what its call was made with.
  await expect(main(page).locator(`[data-app="${woken}"]`).frameLocator('iframe').frameLocator('iframe').locator('#input')).toHaveText(/^[1-8]$/);
  await expect(running).toHaveCount(6);
  await expect(resume).toHaveCount(count - 6);
  await sidebar(page).getByRole('link', { name: 'Library' }).click();
  await expect(main(page).locator('[data-app]')).toHaveCount(0);
});
