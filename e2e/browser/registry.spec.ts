/** The registry by hand: nothing leaves before it is opened, servers are searched and paged, installed by the sheet, and hostile ones stay text. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { files } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { hostilePackages, hostileText, many, weather } from '@portolan/fixture-servers/registry/samples';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { watchForEscapes } from '../support/canary.ts';
import { expectState, main, reviewed, sidebar } from '../steps/servers.ts';

async function openRegistry(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await main(page).getByRole('tab', { name: 'Registry' }).click();
}

/** Another registry, chosen as a person does. */
async function choose(page: Page, url: string): Promise<void> {
  await openRegistry(page);
  await main(page).getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByLabel('Registry').fill(url);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('nothing leaves before the person browses; then servers are searched, paged, looked at and installed by the sheet (S06, S09, H07)', async ({ app }) => {
  const { page, data } = app;
  const bytes = zip(files());
  await using registry = await startRegistry([weather, { server: { ...weather.server, version: '1.1.0' }, isLatest: false }, ...many]);
  registry.files.set('/weather.mcpb', bytes);
  registry.entries.push({ server: { name: 'io.example/bundled', description: 'A bundle', version: '1.0.0', packages: [{ registryType: 'mcpb', identifier: `${registry.url}/weather.mcpb`, fileSha256: createHash('sha256').update(bytes).digest('hex'), transport: { type: 'stdio' } }] } });
  await choose(page, registry.url);
  await expect(main(page)).toContainText(`Portolan asks ${registry.url} when you browse`);
  expect(registry.requests).toEqual([]);
  await main(page).getByRole('button', { name: 'Browse the registry' }).click();
  const listed = main(page).getByRole('tabpanel').getByRole('listitem');
  await expect(listed).toHaveCount(30);
  await expectAccessible(page, 'the registry');
  await main(page).getByRole('button', { name: 'Show more' }).click();
  await expect(listed).toHaveCount(60);
  await main(page).getByLabel('Search by name').fill('weather');
  await expect(listed).toHaveCount(1);
  await listed.getByRole('link').click();

  await expect(main(page).getByRole('heading', { name: 'Weather' })).toBeVisible();
  await expect(main(page).getByRole('radio', { name: /cargo/ })).toBeDisabled();
  await main(page).getByRole('button', { name: 'Add server', exact: true }).click();
  await expect(main(page).getByText('This is needed.')).toHaveCount(2);
  await expectAccessible(page, 'a server of the registry');
  await main(page).getByLabel('WEATHER_KEY').fill('MK-registry-e2e');
  await main(page).getByRole('combobox', { name: 'region' }).click();
  await page.getByRole('option', { name: 'eu' }).click();
  await main(page).getByLabel('folder').fill('/maps');
  const planned = main(page).locator('section', { has: page.getByRole('heading', { name: 'Exactly this will run' }) }).locator('dl code');
  const lines = ['npx', '-y', '@example/weather-mcp@1.2.0', 'serve', '--units=metric', '/maps', 'WEATHER_KEY=${secret:env.WEATHER_KEY}', 'LOG_LEVEL=info', 'ENDPOINT=https://eu.weather.example'];
  await expect(planned).toHaveText(lines);
  await main(page).getByRole('button', { name: 'Add server', exact: true }).click();
  await expectState(page, 'Needs review');
  expect(Object.values(await reviewed(page)).flat()).toHaveLength(lines.length);
  expect(readFileSync(join(data.path, 'portolan.json'), 'utf8')).not.toContain('MK-registry-e2e');

  await page.goBack();
  await main(page).getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: '1.1.0' }).click();
  await main(page).getByRole('radio', { name: /An address/ }).click();
  await expect(main(page).getByText('Your tenant')).toBeVisible();
  await main(page).getByRole('button', { name: 'All servers' }).click();
  await main(page).getByLabel('Search by name').fill('bundled');
  await main(page).getByRole('link', { name: /bundled/ }).click();
  await main(page).getByRole('button', { name: 'Fetch and look at it' }).click();
  await expect(main(page).getByRole('heading', { name: 'weather' })).toBeVisible();
  await main(page).getByRole('button', { name: 'Cancel' }).click();
});

test('a registry that is gone shows what it last said, one that is none says so, and hostile entries stay text (S06, T:A10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using registry = await startRegistry([hostileText, { server: { name: 'io.evil/packages', description: 'x', version: '1.0.0', packages: hostilePackages } }]);
  const canary = await watchForEscapes(page);
  await choose(page, registry.url);
  await main(page).getByRole('button', { name: 'Browse the registry' }).click();
  await expect(main(page).getByText('<img src=x onerror="window.__pwned=1">Verified ✅')).toBeVisible();
  await main(page).getByRole('link', { name: /Verified/ }).click();
  await expect(main(page).locator('dl code').filter({ hasText: '--eval=a‹U+000A›b' })).toBeVisible();
  await expect(main(page)).toContainText('<script>window.__pwned=1</script>[click](javascript:alert(1)) gpj');
  await canary.expectUntouched('a server of the registry');
  await main(page).getByRole('button', { name: 'All servers' }).click();
  await main(page).getByRole('link', { name: /packages/ }).click();
  await expect(main(page).getByRole('radio')).toHaveCount(hostilePackages.length);
  for (const radio of await main(page).getByRole('radio').all()) await expect(radio).toBeDisabled();
  await expect(main(page).getByRole('button', { name: 'Add server', exact: true })).toHaveCount(0);
  await canary.expectUntouched('hostile packages');
  await canary[Symbol.asyncDispose]();

  await registry.close();
  await page.reload();
  await openRegistry(page);
  await main(page).getByRole('button', { name: 'Browse the registry' }).click();
  await expect(main(page)).toContainText('Below is what it last said');
  await expect(main(page).getByRole('link', { name: /Verified/ })).toBeVisible();
  await main(page).getByLabel('Search by name').fill('never asked');
  await expect(main(page).getByRole('alert')).toContainText('Check the network');
});
