/** The system's own dialog for a folder: the window gets the path that was chosen there, and nothing else. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { letAsk } from '../steps/asks.ts';
import { haveServer } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';

test('a folder is chosen in the system’s dialog, told to the server, and a dialog that is closed changes nothing (E17, P14, H06)', { tag: '@full' }, async ({ electronApp }) => {
  const { page, electron, data } = electronApp;
  const work = join(data.home, 'work');
  mkdirSync(work);
  /** Answers the dialog as a person would; says how it was opened. */
  const answer = (path: string | null) =>
    electron.evaluate(({ dialog }, chosen) => {
      Object.assign(dialog, {
        showOpenDialog: (window: { isFocused?: () => boolean }, options: object) => {
          Object.assign(globalThis, { openedWith: { hasWindow: typeof window.isFocused === 'function', ...options } });
          return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
        },
      });
    }, path);
  const openedWith = () => electron.evaluate(() => Reflect.get(globalThis, 'openedWith') as unknown);
  await haveServer(electronApp, 'forms', local('multi-round', {}));
  const overview = await letAsk(page, ['Folders it may know of']);
  const field = overview.getByLabel('Add a folder');
  await answer(work);
  await overview.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(field).toHaveValue(work);
  expect(await openedWith()).toMatchObject({ hasWindow: true, properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] });
  await answer(null);
  await overview.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect.poll(openedWith).toMatchObject({ defaultPath: work });
  await expect(field).toHaveValue(work);
  await overview.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(overview.getByRole('button', { name: `Take ${work} out` })).toBeVisible();
  // Nothing else of the page opens a dialog or reads a file by itself.
  expect(await page.evaluate(() => Object.keys(Reflect.get(globalThis, 'portolan') as object))).toEqual(['connect']);
});
