/** The built-in files, which reach only what they were given. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { inaccessible } from '../harness/accessibility.ts';
import { callTool } from '../steps/by-hand.ts';
import { allow, expectState, main, openTab, sidebar } from '../steps/servers.ts';

test('files are turned on with one folder, work in it, and cannot be led out of it (S17, S18)', { tag: '@full' }, async ({ app }) => {
  const { page, data } = app;
  const docs = join(data.home, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'note.txt'), 'what stands in the note');
  writeFileSync(join(data.home, 'secret.txt'), 'MK-not-for-servers');

  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('tab', { name: 'Built in' }).click();
  const files = main(page).locator('section', { has: page.getByRole('heading', { name: 'Files' }) });
  await files.getByRole('button', { name: 'Turn on: Files' }).click();
  await expect(files.getByRole('alert')).toHaveText('Choose at least one folder.');
  await files.getByRole('combobox', { name: 'Folder or file 1' }).fill(docs);
  expect(await inaccessible(page)).toEqual([]);
  await files.getByRole('button', { name: 'Turn on: Files' }).click();

  // Reviewed like everything: the exact command, and what it may reach.
  await expect(page.getByRole('heading', { name: 'Allow files to run?' })).toBeVisible();
  await expect(main(page).getByText(`--folder=${docs}`)).toBeVisible();
  const contained = page.getByRole('radio', { name: 'Contained (Recommended)' });
  const canContain = await contained.isEnabled();
  if (canContain) await expect(contained).toBeChecked();
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
  if (canContain) await expect(main(page).getByText('Contained', { exact: true })).toBeVisible();

  await expect(await callTool(page, 'read', { path: 'note.txt' })).toContainText('what stands in the note');
  for (const escape of ['../secret.txt', join(data.home, 'secret.txt'), '/etc/hostname']) {
    const result = await callTool(page, 'read', { path: escape });
    await expect(result).toContainText(/outside the folders|is not there/);
    await expect(result).not.toContainText('MK-not-for-servers');
  }
  await expect(await callTool(page, 'write', { path: 'new.txt', content: 'by hand' })).toContainText('Wrote 7 bytes');
  expect(existsSync(join(docs, 'new.txt'))).toBe(true);
  await openTab(page, 'Overview');
});
