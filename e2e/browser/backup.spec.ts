/** Everything into one file, something goes wrong, and back. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('@full everything is backed up, put back from the window that stays open, and what stood there can come back too (C12)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Noted.' }));
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await newChat(page);
  await send(page, 'The kingfisher nests here');
  await expect(lastAnswer(page)).toContainText('Noted.');
  const settings = `${new URL(page.url()).origin}/#/settings/backup`;
  await page.goto(settings);
  await main(page).getByRole('button', { name: 'Back up now' }).click();
  await expect(main(page).getByText('Your backup is made.')).toBeVisible();
  await expectAccessible(page, 'backups');

  await newChat(page);
  await send(page, 'A heron came later');
  await expect(lastAnswer(page)).toContainText('Noted.');
  await page.goto(settings);
  await main(page).getByRole('button', { name: /^Look and restore…/ }).click();
  await expect(main(page).getByText('It was made here and has not been changed since.')).toBeVisible();
  await expect(main(page).getByText('1 chat, 0 attached files')).toBeVisible();
  await expect(main(page).getByText('2 chats, 0 attached files')).toBeVisible();
  await expectAccessible(page, 'a backup that is looked at');
  await main(page).getByRole('button', { name: 'Restore this backup' }).click();
  await expect(main(page).getByText('The backup was restored.')).toBeVisible({ timeout: 30_000 });
  await expect(sidebar(page).getByRole('link', { name: /heron/ })).toHaveCount(0, { timeout: 30_000 });
  await expect(sidebar(page).getByRole('link', { name: /kingfisher/ })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: /mine/ })).toBeVisible();
  await expect(page.getByText(/stopped unexpectedly/)).toHaveCount(0);
  await expect(main(page).getByText('Made before another was put back')).toBeVisible();

  const wrong = { name: 'backup.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') };
  await main(page).locator('input[type=file]').setInputFiles(wrong);
  await expect(main(page).getByText(/This backup cannot be put back. Nothing was changed./)).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: /kingfisher/ })).toBeVisible();
});
