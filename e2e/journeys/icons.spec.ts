/** Icons of a server that has good ones and hostile ones, on every screen that shows them. */
import { expect, test } from '../harness/test.ts';
import { newChat } from '../steps/chat.ts';
import { haveServer, withHost } from '../steps/prepare.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local, served } from '../support/entries.ts';
import { startIconSite } from '../support/icon-site.ts';
import { startCanary } from '../support/network-canary.ts';
import { startOffice } from '../support/office.ts';

for (const era of ['2025-11-25', '2026-07-28'] as const) {
  test(`icons are shown where they are pictures, and letters where they would load, run or lie: ${era} (P20, H26, H31, T:D01, T:D02, T:D05, T:D06, T:D07, T:D08, T:D09, T:D10)`, { tag: era === '2025-11-25' ? '@full' : '@twice' }, async ({ app }) => {
    const { page } = app;
    await using canary = await watchForEscapes(page);
    await haveServer(app, 'garden', local('pictured', { era, canary: canary.url }));
    const row = page.getByRole('navigation').getByRole('link', { name: /garden/ });
    await expect(row.locator('.ui-server-icon img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    await row.click();
    await page.getByRole('tab', { name: /Tools/ }).click();
    const tool = (name: string) => page.locator('[data-pick]').filter({ hasText: `Icon ${name}` });
    for (const name of ['png', 'svg', 'scripted']) await expect(tool(name).locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    // What is left of it draws; what it would have loaded is not in it.
    await expect(tool('loading').locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    for (const name of ['remote', 'insecure', 'page', 'lying', 'file', 'huge', 'laughs', 'nested', 'icns', 'jxl', 'asf', 'zip', 'endless', 'none']) {
      await expect(tool(name).locator('.ui-server-icon')).toHaveText(/^I/);
      await expect(tool(name).locator('img')).toHaveCount(0);
    }
    await page.getByRole('tab', { name: /Resources/ }).click();
    await expect(page.locator('[data-pick] img')).toHaveCount(2);
    await newChat(page);
    await page.getByRole('textbox').last().press('@');
    await expect(page.getByRole('option', { name: /Icon svg/ }).locator('img')).toBeVisible();
    await canary.expectUntouched('every place of an icon');
  });
}

test('an icon at the site of its server is fetched once, by nobody in particular; one that leads elsewhere is followed nowhere (H27, H28, T:D03, T:D04, T:D11)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await startCanary();
  const kinds = ['ok', 'moved', 'inward', 'down', 'loop', 'file'];
  const site = 'https://icons.office.test';
  const tools = kinds.map((kind) => ({ name: kind, title: `Icon ${kind}`, inputSchema: { type: 'object' }, icons: [{ src: `${site}/icons/${kind}.png?person=MK-4711` }] }));
  await using server = await served('scripted', { era: '2025-11-25', tools: JSON.stringify(tools) });
  await using icons = await startIconSite(server.url, canary.url);
  await using office = await startOffice({ 'icons.office.test': icons.url });
  await withHost(app, async (host) => {
    await host.request('network/save', { mode: 'address', proxy: office.proxy, certificates: office.certificates, username: office.username, password: office.password });
  });
  await haveServer(app, 'garden', { url: `${site}${new URL(server.url).pathname}`, headers: { Authorization: 'Bearer MK-token', 'X-Tracking': 'MK-header' } });
  const look = async () => {
    await page.getByRole('tab', { name: /Tools/ }).click();
    const tool = (name: string) => page.locator('[data-pick]').filter({ hasText: `Icon ${name}` });
    await expect(tool('ok').locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    for (const kind of kinds.slice(1)) {
      await expect(tool(kind).locator('.ui-server-icon')).toHaveText(/^I/);
      await expect(tool(kind).locator('img')).toHaveCount(0);
    }
  };
  await look();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await look();
  await page.reload();
  await look();
  // Each once, whoever looked how often; nothing of the person, of this app's other requests or of where it was shown goes along.
  expect(icons.visits.map(({ path }) => path).toSorted()).toEqual(kinds.map((kind) => `/icons/${kind}.png?person=MK-4711`).toSorted());
  for (const { headers } of icons.visits) {
    expect(JSON.stringify(headers)).not.toContain('MK-');
    for (const name of ['cookie', 'authorization', 'referer', 'origin', 'x-tracking']) expect(headers[name]).toBeUndefined();
    expect(Object.keys(headers).filter((name) => /^sec-ch|accept-language/.test(name))).toEqual([]);
  }
  canary.expectUntouched();
});
