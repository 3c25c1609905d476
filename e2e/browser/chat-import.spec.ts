/** Chats of another service, brought in by somebody who has their archive. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { main, sidebar } from '../steps/servers.ts';
import { chatGptExport } from '../support/chats-of-others.ts';

test('an archive of ChatGPT is looked at, its chats come in with their dates, are found, cannot act, and go again (C12, T:B02)', async ({ app }) => {
  const { page } = app;
  await page.goto(`${new URL(page.url()).origin}/#/history`);
  await main(page).getByRole('button', { name: 'Import chats…' }).first().click();
  await expectAccessible(page, 'choosing a file of chats');
  const file = () => main(page).locator('input[type=file]').setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: chatGptExport() });
  await file();
  await expect(main(page).getByText('2 chats found')).toBeVisible();
  await main(page).getByRole('button', { name: '1 thing in the file is left out' }).click();
  await expect(main(page).getByText(/Damaged.*is not built/)).toBeVisible();
  await expectAccessible(page, 'chats of a file');
  await main(page).getByRole('button', { name: 'Import 2 chats' }).click();
  await expect(main(page).getByText('2 chats are here.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Show them' }).click();
  await expect(main(page).getByText('From ChatGPT')).toHaveCount(2);
  await main(page).getByRole('link', { name: /Ferry times.*2 messages.*2025/ }).click();
  await expect(main(page).getByText('At seven in the morning.')).toBeVisible();
  await expect(page).toHaveTitle(/Ferry times/);
  await page.goto(`${new URL(page.url()).origin}/#/history?q=overnight`);
  await expect(main(page).getByRole('link', { name: /Sourdough.*Overnight/ })).toBeVisible();

  await page.goto(`${new URL(page.url()).origin}/#/import-chats`);
  await file();
  await expect(main(page).getByText('2 chats are already here and are not ticked.', { exact: false })).toBeVisible();
  await main(page).getByRole('checkbox', { name: 'All', exact: true }).click();
  await main(page).getByRole('button', { name: 'Import 2 chats' }).click();
  await main(page).getByRole('button', { name: 'Undo' }).click();
  await expect(main(page).getByText('2 chats were taken away again.')).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: /Ferry times/ })).toHaveCount(1);
});
