/** Where keys are kept in the desktop app: the system's store through Electron, and what happens where it has none. */
import { readdirSync } from 'node:fs';
import { expect, test } from '../harness/test.ts';
import { enterProvider } from '../steps/models.ts';
import { moveSecrets, openSecrets } from '../steps/secrets.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('without a key store nothing is written before somebody has chosen, and what is chosen holds (E27, S09, R96)', async ({ electronApp }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'hello' }));
  expect(await electronApp.electron.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('basic_text');
  await enterProvider(electronApp.page, { name: 'Mine', baseUrl: model.url, key: 'MK-desktop-key-77' });
  await expect(electronApp.page.getByRole('status').filter({ hasText: 'kept only until Portolan stops' })).toBeVisible();
  expect(readdirSync(electronApp.data.path).filter((name) => name.startsWith('secrets'))).toEqual([]);
  await openSecrets(electronApp.page);
  await expect(main(electronApp.page)).toContainText('Now: Nowhere');
  await expect(main(electronApp.page).getByRole('radio', { name: 'The system’s key store' })).toBeDisabled();
  await expect(main(electronApp.page)).toContainText('only a password that everybody knows');
  await moveSecrets(electronApp.page, 'A key file beside the secrets');
  await electronApp.restart();
  await openSecrets(electronApp.page);
  await expect(main(electronApp.page)).toContainText('1 secret is kept.');
});
