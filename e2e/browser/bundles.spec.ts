/** Bundles by hand: chosen as a file or dropped, looked at, filled in, installed, run, set anew, updated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, serverSource } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { expect, test } from '../harness/test.ts';
import { chooseBundle } from '../steps/bundles.ts';
import { callTool } from '../steps/by-hand.ts';
import { allow, expectState, main, reviewed } from '../steps/servers.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import { isGivenToServer } from '../support/processes.ts';

const asking = {
  display_name: 'Weather <b>bundle</b>',
  tools: [{ name: 'started_with', description: 'Tells how it was started' }],
  user_config: {
    api_key: { type: 'string', title: 'API key', description: 'From your account', sensitive: true, required: true },
    dirs: { type: 'directory', title: 'Folders', multiple: true, required: true },
    limit: { type: 'number', title: 'Limit', min: 1, max: 10, default: 5 },
  },
  server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node', args: ['${__dirname}/server/index.js', '${user_config.dirs}', '--limit=${user_config.limit}'], env: { API_KEY: '${user_config.api_key}' } } },
};
const bundle = (part: object = {}) => zip([{ name: 'manifest.json', data: manifest({ ...asking, ...part }) }, { name: 'server/index.js', data: serverSource }]);

test('a bundle is looked at, filled in, installed as shown, run, set anew and updated (S05, S09, H07)', async ({ app }) => {
  const { page, data } = app;
  await chooseBundle(page, bundle());
  await expect(main(page).getByRole('heading', { name: 'Weather <b>bundle</b>' })).toBeVisible();
  await expect(main(page)).toContainText('As the bundle says. Only its signature is checked.');
  await main(page).getByRole('button', { name: 'Install', exact: true }).click();
  await expect(main(page).getByText('This is needed.')).toHaveCount(2);
  await expectAccessible(page, 'a bundle with faults');
  await main(page).getByLabel('API key').fill('tok-bundle-secret-1');
  await main(page).getByLabel('Folders').fill(`${data.home}\nrelative`);
  await expect(main(page).getByText('Write the whole path')).toBeVisible();
  await main(page).getByLabel('Folders').fill(data.home);
  await main(page).getByLabel('Limit').fill('11');
  await expect(main(page).getByText('This is too large.')).toBeVisible();
  await main(page).getByLabel('Limit').fill('7');
  const planned = main(page).locator('section', { has: page.getByRole('heading', { name: 'Exactly this will run' }) }).locator('dl code');
  await expect(planned).toContainText([/^node$/, /server\/index\.js$/, data.home, '--limit=7', 'API_KEY=${secret:api_key}', /bundles/]);
  const shown = await planned.allTextContents();
  await main(page).getByRole('button', { name: 'Install', exact: true }).click();
  await expectState(page, 'Needs review');
  expect(Object.values(await reviewed(page)).flat()).toEqual(shown);
  await allow(page);
  await expectState(page, 'Ready', { timeout: 20_000 });
  await expect(await callTool(page, 'started_with', {})).toContainText('[secret removed]');
  expect(isGivenToServer(data.home, 'API_KEY=tok-bundle-secret-1')).toBe(true);
  expect(readFileSync(join(data.path, 'portolan.json'), 'utf8')).not.toContain('tok-bundle-secret-1');

  await main(page).getByRole('tab', { name: 'Overview' }).click();
  await main(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByLabel('Limit').fill('2');
  await expect(page.getByRole('dialog').getByText('--limit=2')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectState(page, 'Needs review');

  await chooseBundle(page, bundle({ version: '1.1.0', author: { name: 'Mallory' }, tools: [{ name: 'storm' }] }));
  await expect(main(page).getByRole('radio', { name: 'Update “weather” from 1.0.0 to 1.1.0' })).toBeChecked();
  await expect(main(page)).toContainText('The installed one says “Ann”, this one “Mallory”');
  await expect(main(page)).toContainText('New tools: storm');
  await expect(main(page).getByLabel('Limit')).toHaveValue('2');
  await main(page).getByRole('button', { name: 'Update weather' }).click();
  await expectState(page, 'Needs review');
  await allow(page);
  await expectState(page, 'Ready', { timeout: 20_000 });
  await expect(await callTool(page, 'started_with', {})).toContainText('[secret removed]');
  expect(isGivenToServer(data.home, 'API_KEY=tok-bundle-secret-1')).toBe(true);
});
