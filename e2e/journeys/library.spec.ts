/** The library by keyboard alone: found, looked at, read, and taken into a chat. */
import { expect, test } from '../harness/test.ts';
import { haveServers } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';

test('what servers offer is found, opened and read in the library, by keyboard (C06, P08, P11, S14, try-out 46)', async ({ app }) => {
  const { page } = app;
  await haveServers(app, { shapes: local('basic'), paperwork: local('documents') });
  await page.keyboard.press('ControlOrMeta+Shift+L');
  const search = page.getByRole('searchbox', { name: 'Search tools, prompts, resources and templates' });
  const list = page.getByRole('treegrid', { name: 'What the servers offer' });
  await expect(list.getByRole('row', { name: /^shapes \d+$/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /^paperwork 3$/ })).toBeAttached();
  await search.fill('welcom');
  await expect(page.getByText('1 match')).toBeVisible();
  await search.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'Resource', exact: true });
  await expect(pane.getByRole('heading', { name: 'Welcome' }).first()).toBeVisible();
  await search.fill('smaple');
  await expect(page.getByText('These are for “sample”')).toBeVisible();
});
