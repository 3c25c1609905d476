/** The activity log as a person uses it: by whom something was decided, found again, folded out, followed, exported. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel, haveServer } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

const list = (page: Page): Locator => page.getByRole('treegrid', { name: 'What happened, the newest first' });
const row = (page: Page, text: string | RegExp): Locator => list(page).getByRole('row').filter({ hasText: text });

async function exported(page: Page, item: string): Promise<{ name: string; text: string }> {
  await main(page).getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('who allowed which call, found by kind and by word, with the way to the chat and the trace, and out as a table without a secret (H09, T:C18)', async ({ app }) => {
  const { page } = app;
  const secret = `MK-${randomUUID()}`;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'echo').name, arguments: { message: secret } } : { kind: 'text', text: 'Done.' }));
  await haveModel(app, model);
  await haveServer(app, 'mine', { ...local('basic'), env: { API_TOKEN: secret } });
  await newChat(page);
  await send(page, 'Echo something');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Done.');
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await expect(row(page, 'You allowed “echo” of “mine” once.')).toBeVisible();
  await expect(row(page, '“echo” of “mine” answered.')).toBeVisible();
  await expect(row(page, 'You, from the command line, added “mine”.')).toBeVisible();
  await expectAccessible(page, 'the activity log');

  await main(page).getByRole('searchbox', { name: 'Search' }).fill('allowed “echo”');
  await expect(list(page).getByRole('row')).toHaveCount(1);
  await main(page).getByRole('searchbox', { name: 'Search' }).fill('');
  await main(page).getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Tool calls' }).click();
  await expect(list(page).getByRole('row')).toHaveCount(2);
  await list(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const answered = row(page, 'answered.');
  await expect(answered).toHaveAttribute('aria-expanded', 'true');
  await expect(answered.getByRole('link', { name: 'Show in the trace' })).toBeVisible();
  await expectAccessible(page, 'an entry of the activity log');
  await answered.getByRole('link', { name: 'Show in the chat' }).click();
  await expect(lastAnswer(page)).toContainText('Done.');

  await page.goBack();
  const table = await exported(page, 'What is shown, as a table (CSV)');
  expect(table.name).toMatch(/^portolan-activity-\d{8}-\d{6}\.csv$/);
  expect(table.text).toContain('approval-decided');
  const json = await exported(page, 'What is shown, as JSON');
  expect(JSON.parse(json.text)).toEqual(expect.arrayContaining([expect.objectContaining({ by: 'person', event: { type: 'approval-decided', tool: 'echo', decision: 'allow', scope: 'once' } })]));
  expect(`${table.text}${json.text}${await main(page).innerText()}`).not.toContain(secret);
});

test('a hundred thousand entries scroll from end to end, and what comes new waits for whoever reads (H09)', { tag: '@full' }, async ({ app }) => {
  await app.restart(() => {
    const database = new DatabaseSync(join(app.data.path, 'conversations.db'));
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99000)
      INSERT INTO activity (at, type, actor, server_name, event, searchable) SELECT ${Date.now()} - 100000 + i, 'call-intended', 'model', 'filler', json_object('type', 'call-intended', 'tool', 'tool ' || i), 'filler' || char(10) || 'tool ' || i FROM n`);
    database.close();
  });
  const { page } = app;
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await expect(main(page).getByText(/^99,0\d\d entries$/)).toBeVisible();
  await expect(row(page, 'Portolan')).not.toHaveCount(0);
  await list(page).focus();
  await page.keyboard.press('End');
  await expect(list(page).getByRole('row', { selected: true })).toBeInViewport();
  await expect(row(page, '“tool 3” of “filler”').first()).toBeVisible();
  expect(await list(page).getByRole('row').count()).toBeLessThan(120);
  await haveServer(app, 'mine', local('basic')).catch(() => undefined);
  await page.goBack();
  await main(page).getByRole('searchbox', { name: 'Search' }).fill('tool 98765');
  await expect(row(page, '“tool 98765”')).toHaveCount(1);
});

/** Rows that are in view, from the top: where each begins and ends, in pixels. */
const edges = (page: Page): Promise<{ top: number; bottom: number; text: string }[]> =>
  list(page).getByRole('row').evaluateAll((rows) => rows.map((each) => ({ top: each.getBoundingClientRect().top, bottom: each.getBoundingClientRect().bottom, text: (each.textContent ?? '').slice(0, 60) })).toSorted((one, other) => one.top - other.top));

/** Every row ends where the next one begins, wherever something was folded out. */
async function expectNothingCovered(page: Page): Promise<void> {
  await expect.poll(async () => (await edges(page)).flatMap((each, index, all) => ((all[index + 1]?.top ?? Infinity) + 1 < each.bottom ? [`“${each.text}” reaches ${each.bottom - (all[index + 1]?.top ?? 0)} pixels into “${all[index + 1]?.text}”`] : []))).toEqual([]);
}

for (const way of ['by keys', 'after a jump'] as const)
  test(`details that are folded out far down push the next rows away and never lie over them (${way}) (H09)`, { tag: '@full' }, async ({ app }) => {
    await app.restart(() => {
      const database = new DatabaseSync(join(app.data.path, 'conversations.db'));
      database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
        INSERT INTO activity (at, type, actor, server_name, event, searchable) SELECT ${Date.now()} - 100000 + i, 'call-intended', 'model', 'filler', json_object('type', 'call-intended', 'tool', CASE i % 3 WHEN 0 THEN printf('%.*c', 150, 'x') ELSE 'tool ' || i END), 'filler' || char(10) || 'tool ' || i FROM n`);
      database.close();
    });
    const { page } = app;
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await expect(row(page, 'Portolan').first()).toBeVisible();
    for (const tool of [239, 215, 190]) {
      const target = row(page, `“tool ${tool}”`);
      if (way === 'by keys') {
        await list(page).focus();
        while ((await target.count()) === 0 || (await target.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      } else {
        await list(page).evaluate((element, to) => (element.scrollTop = to), (250 - tool) * 36);
        await target.locator('time').click();
        await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      }
      await expect(target).toHaveAttribute('aria-expanded', 'true');
      await expectNothingCovered(page);
    }
  });

test('an entry that is read at the very top stays in its place when new ones come (H09)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  const first = list(page).getByRole('row').first();
  await first.locator('time').click();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  const said = await first.innerText();
  await addReviewed(app, { mine: local('basic') });
  const fresh = main(page).getByRole('button', { name: /new entr/ });
  await expect(fresh).toBeVisible();
  expect(await first.innerText()).toBe(said);
  await expectNothingCovered(page);
  await fresh.click();
  await expect(first).toContainText('mine');
});
