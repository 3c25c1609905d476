/** The trace as a person uses it: from a server, from a chat's call, by keyboard, into a file; and no secret in any of it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { allowOnce, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openTab } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

const basic = local('basic', { era: '2025-11-25' });

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Messages and exchanges' });
const row = (page: Page, text: string | RegExp): Locator => table(page).getByRole('row').filter({ hasText: text });
const entry = (page: Page): Locator => page.getByRole('region', { name: 'Entry' });

/** The call in the chat, by the title that the tool gives itself. */
const sum = (page: Page): Locator => main(page).getByRole('region', { name: /^mine: / });

/** The page's own part; the frame around it is looked at by its own journeys. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('main').withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join('\n')}`), `axe on ${where}`).toEqual([]);
}

/** Saves what the press of a menu item downloads, and reads it. */
async function exported(page: Page, item: string): Promise<{ name: string; lines: Record<string, unknown>[]; text: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), text, lines: text.trimEnd().split('\n').map((line): Record<string, unknown> => JSON.parse(line)) };
}

test('every message of a server is there with its answer, timing and era, and can be filtered, searched and exported (S15)', async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'mine', basic);
  await callTool(page, 'echo', { message: 'needle in the trace' });
  await callTool(page, 'fail', {});
  const tab = await openTab(page, 'Trace');
  await expect(row(page, 'initialize').first()).toContainText('Answered');
  await expect(row(page, /tools\/call.*echo/)).toContainText(/ms|s/);
  await expect(row(page, /tools\/call.*fail/)).toContainText('Tool failed');
  await expectAccessible(page, 'the trace of a server');

  await row(page, /tools\/call.*echo/).click();
  const detail = entry(page);
  await expect(detail.getByRole('heading', { name: /tools\/call/ })).toBeVisible();
  await expect(detail).toContainText('2025-11-25 (session-based)');
  const [request, answer] = [detail.getByRole('group', { name: 'Request' }), detail.getByRole('group', { name: 'Answer', exact: true })];
  await expect(request).toContainText('needle in the trace');
  await expect(answer).toContainText('Echo: needle in the trace');
  // Side by side.
  const boxes = [await request.boundingBox(), await answer.boundingBox()];
  expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 99))).toBeLessThan(2);
  expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + 100);
  await expectAccessible(page, 'an entry of the trace');

  await tab.getByLabel('Filter by method or subject').fill('tools/call');
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await tab.getByRole('button', { name: 'Problems only' }).click();
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(row(page, 'fail')).toBeVisible();
  await tab.getByRole('button', { name: 'Problems only' }).click();
  await tab.getByLabel('Filter by method or subject').fill('');
  await tab.getByLabel('Search in messages').fill('NEEDLE in the');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(row(page, 'echo')).toBeVisible();

  const shown = await exported(page, 'What is shown as JSON lines');
  expect(shown.name).toMatch(/^portolan-trace-mine-\d{8}-\d{6}\.jsonl$/);
  expect(shown.lines).toHaveLength(2);
  expect(shown.lines[1]).toMatchObject({ server: 'mine', method: 'tools/call', subject: 'echo', status: 'ok', era: 'legacy', request: { params: { arguments: { message: 'needle in the trace' } } } });
  const all = await exported(page, 'Everything as JSON lines');
  expect(all.lines.map((line) => line['method'])).toEqual(expect.arrayContaining(['initialize', 'notifications/initialized', 'tools/list', 'tools/call']));
});

test('works by keyboard alone: arrows move, Enter opens, Escape closes and gives the focus back (S15, C16)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'mine', basic);
  await openTab(page, 'Trace');
  await expect(row(page, 'initialize').first()).toBeVisible();
  await table(page).focus();
  await page.keyboard.press('Home');
  await expect(table(page).getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(table(page).getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '4');
  await page.keyboard.press('Enter');
  await expect(entry(page)).toBeVisible();
  // The entry follows the arrows while it is open.
  const heading = entry(page).getByRole('heading', { level: 2 });
  const before = await heading.textContent();
  await page.keyboard.press('ArrowUp');
  await expect(heading).not.toHaveText(before ?? '');
  await page.keyboard.press('Escape');
  await expect(entry(page)).toBeHidden();
  await expect(table(page)).toBeFocused();
  await page.keyboard.press('End');
  await expect(table(page).getByRole('row', { selected: true })).toBeInViewport();
});

test('from a tool call in a chat to its exchange, and an honest word when it is gone (S15, H01)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    const result = lastToolResult(request);
    return result === null ? { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 20, b: 22 } } : { kind: 'text', text: `It is ${result}` };
  });
  await haveModel(app, model);
  await haveServer(app, 'mine', basic);
  await newChat(page);
  await send(page, 'What is 20 + 22?');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('42');
  await unfold(sum(page));
  await sum(page).getByRole('link', { name: 'Show in trace' }).click();
  await expect(entry(page).getByRole('group', { name: 'Request' })).toContainText('get-sum');
  await expect(entry(page).getByRole('group', { name: 'Answer', exact: true })).toContainText('42');
  await expect(table(page).getByRole('row', { selected: true })).toContainText('get-sum');

  await page.getByRole('button', { name: 'More for the trace' }).click();
  await page.getByRole('menuitem', { name: 'Clear the trace' }).click();
  await expect(page.getByText('Nothing has crossed yet.')).toBeVisible();
  await page.goBack();
  await unfold(sum(page));
  await sum(page).getByRole('link', { name: 'Show in trace' }).click();
  await expect(page.getByText('This exchange is no longer in the trace')).toBeVisible();
});

test('HTTP exchanges with their headers, as curl, and no secret on the page, in the clipboard or in the file (S15, T:C18, G12)', async ({ app }) => {
  const { page } = app;
  const [bearer, tenant, variable] = Array.from({ length: 3 }, () => `MK-${randomUUID()}`);
  await using server = await served('basic', { era: '2026-07-28' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await haveServer(app, 'local', { ...basic, env: { SOMETHING: variable } });
  await haveServer(app, 'remote', { type: 'http', url: server.url, headers: { Authorization: `Bearer ${bearer}`, 'X-Tenant': tenant } });
  await callTool(page, 'echo', { message: `${tenant} and ${variable}` });
  expect(server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${bearer}`)).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search commands, servers, tools and chats').fill('open the trace');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/trace$/);
  await expect(row(page, 'local').first()).toBeVisible();
  await row(page, /tools\/call.*echo/).click();
  const detail = entry(page);
  await expect(detail.getByRole('group', { name: 'Answer', exact: true })).toContainText('Echo: ••• and •••');
  await expect(detail).toContainText('2026-07-28 (stateless)');
  await detail.getByRole('button', { name: /^POST/ }).click();
  await expect(detail).toContainText('mcp-method');
  await expect(detail).toContainText('(hidden, ');
  await detail.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(detail.getByRole('button', { name: 'Copied' })).toBeVisible();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain(`curl '${server.url}'`);
  expect(curl).toContain(`-H 'authorization: •••'`);
  expect(curl).toContain('"method":"tools/call"');
  const { text } = await exported(page, 'Everything as JSON lines');
  expect(text).toContain('Echo: ••• and •••');
  const everything = `${await page.locator('html').evaluate((element) => element.outerHTML)}${curl}${text}`;
  for (const mark of [bearer, tenant, variable]) expect(everything).not.toContain(mark);

  // One server, chosen on the page and kept in its address.
  await page.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: 'local' }).click();
  await expect(page).toHaveURL(/#\/trace\?server=/);
  await expect(row(page, 'POST')).toHaveCount(0);
  await page.reload();
  await expect(row(page, 'initialize').first()).toBeVisible();
});

test('a flood stays usable: the newest is followed, what had to go is counted, only what is seen is drawn (S15, T:H13)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'floods', local('floods', { count: 25_000 }));
  await callTool(page, 'flood', {});
  await openTab(page, 'Trace');
  await expect(main(page).getByText(/^20,000 entries · .* older ones have gone/)).toBeVisible({ timeout: 30_000 });
  await expect(row(page, 'message 25000')).toBeInViewport();
  expect(await table(page).getByRole('row').count()).toBeLessThan(120);
  // Scrolling up lets go; the button takes hold again.
  await table(page).hover();
  await page.mouse.wheel(0, -3_000);
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(row(page, 'message 25000')).toBeInViewport();
});

test('pausing holds the rows still and counts what comes; recording can be switched off (S15)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'ticks', local('floods', { era: '2025-11-25', at: 'ready', rate: 50, count: 100_000 }));
  await openTab(page, 'Trace');
  await expect(row(page, /message \d{2}/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = main(page).getByText(/Paused; [1-9]\d* new entries/);
  await expect(paused).toBeVisible();
  const last = await table(page).getByRole('row').last().textContent();
  const count = await paused.textContent();
  await expect(paused).not.toHaveText(count ?? '');
  expect(await table(page).getByRole('row').last().textContent()).toBe(last);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(table(page).getByRole('row').last()).not.toHaveText(last ?? '');

  await page.getByRole('button', { name: 'More for the trace' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Record this server' }).click();
  await page.keyboard.press('Escape');
  await expect(main(page).getByText(/Not recorded at the moment/)).toBeVisible();
  const still = await main(page).getByText(/entries/).textContent();
  await page.waitForTimeout(500);
  expect(await main(page).getByText(/entries/).textContent()).toBe(still);
});

test('in a narrow window an entry covers the table, and the way back leads to the row (S15, C16)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'mine', basic);
  await page.setViewportSize({ width: 420, height: 760 });
  await openTab(page, 'Trace');
  await row(page, 'initialize').first().click();
  await expect(entry(page)).toBeVisible();
  await expect(table(page)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page, 'an entry in a narrow window');
  await entry(page).getByRole('button', { name: 'Close the entry' }).click();
  await expect(table(page)).toBeVisible();
  await expect(table(page).getByRole('row', { selected: true })).toContainText('initialize');
  await expectAccessible(page, 'the trace in a narrow window');
});
