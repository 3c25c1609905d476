/** What was pinned of a server, over ends of the whole app (H03). */
import path from 'node:path';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { haveServer } from '../steps/prepare.ts';
import { expectState, openServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

test('what was pinned, suspended and accepted outlives the whole app, again and again (H03, T:C03)', { tag: '@full' }, async ({ app }, info) => {
  test.setTimeout(180_000);
  const memory = path.resolve(info.outputPath('memory'));
  const notice = () => app.page.getByRole('status').filter({ hasText: 'trusted changed 1 tool (weather)' });
  await haveServer(app, 'trusted', local('rug-pull', { memory }));
  await expect(await callTool(app.page, 'weather', { city: 'Oslo' })).toContainText('Sunny in Oslo');
  // The server turns with its next start, and everything of the app ends in between.
  for (const _ of ['found out', 'still known']) {
    await app.restart();
    await expect(notice()).toBeVisible();
    await openServer(app.page, 'trusted');
    await expect(await openTool(app.page, 'weather')).toContainText('This tool cannot be run while it is suspended.');
  }
  await app.page.getByRole('article').getByRole('button', { name: 'Accept the new definition' }).click();
  await expect(notice()).toBeHidden();
  await app.restart();
  await openServer(app.page, 'trusted');
  await expectState(app.page, 'Ready');
  await expect(await callTool(app.page, 'weather', { city: 'Bergen' })).toContainText('Sunny in Bergen');
  await expect(notice()).toBeHidden();
});
