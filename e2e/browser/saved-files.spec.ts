/** Files out of what servers send, in the browser; Playwright hears of downloads there. */
import { expect, test } from '../harness/test.ts';
import { haveServer } from '../steps/prepare.ts';
import { idOf, openEntry } from '../steps/library.ts';
import { local } from '../support/entries.ts';

test('what is saved has a harmless name and is not opened (T:D14, P08)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'traps', local('traps'));
  const id = await idOf(page, 'traps');
  for (const [name, saved] of [['..%2f..%2f.bashrc', 'bashrc'], ['dir/CON', '_CON'], ['dir/photo.png%E2%80%AEgnp.desktop', 'photo.png-gnp.desktop.file'], ['page.png', 'page.png']] as const) {
    const pane = await openEntry(page, id, 'resource', `trap://${name}`);
    const download = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe(saved);
    await expect(page.getByText(`Saved as ${saved}`).first()).toBeVisible();
  }
  expect(page.context().pages()).toHaveLength(1);
});
