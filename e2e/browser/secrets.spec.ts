/** Where keys are kept in browser mode: chosen, moved, locked, opened, and nowhere in plain text. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { enterProvider } from '../steps/models.ts';
import { moveSecrets, openSecrets } from '../steps/secrets.ts';
import { main, sidebar } from '../steps/servers.ts';
import { startKeyring } from '../support/keyring.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import type { Page } from '@playwright/test';

const marker = 'MK-e2e-key-8d1f02';
const passphrase = 'several words to remember';

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'latin1')).join('\n');
}

async function testProvider(page: Page): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Models' }).click();
  await main(page).getByRole('button', { name: 'Test', exact: true }).click();
}

test('a key moves from a file to a passphrase; locked after a restart it is missed, not lost (S09, R96, T:G12)', async ({ app }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'hello' }));
  await enterProvider(app.page, { name: 'Mine', baseUrl: model.url, key: marker });
  await expect(app.page.getByRole('status').filter({ hasText: 'with its key beside it' })).toBeVisible();
  await openSecrets(app.page);
  await expectAccessible(app.page, 'the choice of where keys are kept', { within: 'main' });
  await app.page.getByRole('radio', { name: 'A passphrase that only you know' }).click();
  await app.page.getByLabel('Passphrase', { exact: true }).fill('short');
  await app.page.getByRole('button', { name: 'Keep them there from now on' }).click();
  await expect(main(app.page)).toContainText('It needs at least 8 characters.');
  await moveSecrets(app.page, 'A passphrase that only you know', passphrase);
  await expect(app.page.getByRole('status').filter({ hasText: 'with its key beside it' })).toHaveCount(0);

  await app.restart();
  await app.page.getByRole('status').filter({ hasText: 'Open them with your passphrase' }).getByRole('button', { name: 'Settings' }).click();
  await expect(main(app.page).getByRole('heading', { name: 'Your keys and sign-ins are locked' })).toBeVisible();
  await expectAccessible(app.page, 'locked secrets', { within: 'main' });
  const field = app.page.getByLabel('Passphrase', { exact: true });
  await field.fill('something else');
  await main(app.page).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(main(app.page)).toContainText('That was not the passphrase.');
  await field.fill(passphrase);
  await main(app.page).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(main(app.page).getByRole('heading', { name: 'Your keys and sign-ins are locked' })).toHaveCount(0);
  await testProvider(app.page);
  await expect(app.page.getByText('It answers.').first()).toBeVisible();
  await app.quit();
  expect(everythingIn(app.data.path)).not.toContain(marker);
  expect(everythingIn(app.data.path)).not.toContain(passphrase);
});

test('a keyring is used by itself where there is one; locked, it is said, and nothing is lost (S09, R96)', { tag: '@full' }, async ({ app }) => {
  await using keyring = await startKeyring(app.data.home);
  app.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  app.env['PORTOLAN_KEYRING'] = 'on';
  await app.restart();
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'hello' }));
  await enterProvider(app.page, { name: 'Mine', baseUrl: model.url, key: marker });
  await openSecrets(app.page);
  await expect(main(app.page)).toContainText('Now: The system’s key store');
  expect(readdirSync(app.data.path).filter((name) => name.startsWith('secrets') && name.endsWith('.key'))).toEqual([]);
  await app.restart();
  await openSecrets(app.page);
  await expect(main(app.page)).toContainText('1 secret is kept.');
  await expect(main(app.page).getByRole('heading', { name: 'Your keys and sign-ins are locked' })).toHaveCount(0);

  await keyring.lock();
  await app.restart();
  await openSecrets(app.page);
  await expect(main(app.page).getByRole('heading', { name: 'Your keys and sign-ins are locked' })).toBeVisible();
  await expect(main(app.page)).toContainText(/did not let Portolan in|has not answered yet/);
  await app.quit();
  expect(everythingIn(app.data.path)).not.toContain(marker);
});
