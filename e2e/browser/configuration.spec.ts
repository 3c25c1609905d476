/** A configuration file that cannot be read: shown at its line, left as it is, and the last good one in use. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { addServer, expectState, main, openServer, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

const basic = local('basic', { era: '2025-11-25' });

test('a file broken while the app runs is shown at its line and never written over (try-out 38, S02, S03, R85)', async ({ app }) => {
  const { page } = app;
  await addServer(page, 'mine', basic);
  const file = join(app.data.path, 'portolan.json');
  const good = readFileSync(file, 'utf8');
  const broken = good.replace('"mcpServers": {', '"mcpServers": {\n    "half": { "command": ');
  writeFileSync(file, broken);

  const notice = page.getByRole('status').filter({ hasText: 'cannot be read' });
  await expect(notice).toContainText(/line \d+, column \d+/);
  await expect(notice).toContainText(file);
  await expect(notice).toContainText('Your file was left as it is and the last good version is in use.');
  await openServer(page, 'mine');
  await expectState(page, 'Ready');
  // A change that would have to be written is refused, and says why.
  await main(page).getByRole('button', { name: 'More actions for mine' }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(page.getByText('The configuration file cannot be read').first()).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(broken);

  writeFileSync(file, good);
  await expect(notice).toBeHidden();
});

test('a file broken before the start is shown at its line, kept, and the app starts all the same (try-out 38, S02, S03, R85)', async ({ app }) => {
  await addServer(app.page, 'mine', basic);
  const file = join(app.data.path, 'portolan.json');
  const broken = `${readFileSync(file, 'utf8').trimEnd().slice(0, -1)},\n  "oops": [1, 2\n`;
  await app.restart(() => writeFileSync(file, broken));
  await expect(app.page.getByRole('status').filter({ hasText: 'cannot be read' })).toContainText(/line \d+/);
  expect(readFileSync(file, 'utf8')).toBe(broken);
  // The last good one is in use: the server is there and runs.
  await expect(sidebar(app.page).getByRole('link', { name: /^mine .*Ready$/ })).toBeVisible({ timeout: 20_000 });
});
