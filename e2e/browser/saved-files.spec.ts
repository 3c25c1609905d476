/** Files out of what servers send, in the browser; Playwright hears of downloads there. */
import { stat } from 'node:fs/promises';
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

test('a file of tens of megabytes is saved in pieces; what is larger than a message may be says so, and its server goes on (P08, T:D15)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  await haveServer(app, 'big', local('big'));
  const id = await idOf(page, 'big');
  const pane = await openEntry(page, id, 'template', 'fixture://blob/{mb}');
  // A press that meets the page while it moves is none, and what is shown is drawn anew when the lists of a server are: one asks again.
  const read = (mb: number, text: string | RegExp) =>
    expect(async () => {
      await pane.getByRole('textbox', { name: 'mb' }).fill(String(mb));
      await pane.getByRole('button', { name: 'Read', exact: true }).click({ timeout: 5_000 });
      await expect(pane.getByText(text).first()).toBeVisible({ timeout: 15_000 });
    }).toPass({ timeout: 60_000 });
  await read(45, /^45 MB: too large to show here/);
  const start = Date.now();
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await pane.getByRole('button', { name: 'Save' }).click();
  expect((await stat(await (await download).path())).size).toBe(45_000_000);
  console.log(`45 MB were saved in ${Date.now() - start} ms`);
  await read(110, 'big sent more at once than Portolan takes (64 MB).');
  await read(1, /application\/octet-stream, 1 MB/);
});
