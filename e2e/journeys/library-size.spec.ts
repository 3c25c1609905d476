/** Six thousand entries: the first, the last and any between are reached at once; the clock is the bench's business. */
import { expect, test } from '../harness/test.ts';
import { addReviewed } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';

test('thousands of resources and tools are counted, searched and scrolled through, and few of them are ever drawn (P08, C06)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await addReviewed(app, { archive: local('shelves', { resources: 4991, tools: 999 }) });
  await page.keyboard.press('ControlOrMeta+Shift+L');
  const list = page.getByRole('treegrid', { name: 'What the servers offer' });
  await expect(page.getByText('6,003 entries')).toBeVisible({ timeout: 60_000 });
  await list.focus();
  await list.press('End');
  await expect(list.getByRole('row', { name: /^Find/ })).toBeVisible();
  expect(await list.getByRole('row').count()).toBeLessThan(80);
  await list.press('Home');
  await expect(list.getByRole('row', { name: /^archive/ }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('4990.md');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(list.getByRole('row').last()).toContainText('4990.md');
});
