/** The folder in which everything stands is a folder like any other: it can be moved, and what is in it says nothing to others (O06). */
import { readFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ended, startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { expectState, main, openServer, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('the data folder is moved, and chats, servers and their review are as they were; it is its owner’s alone (O06, R93, E33)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Kept in the folder.' }));
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await newChat(app.page);
  await send(app.page, 'Keep this');
  await expect(lastAnswer(app.page)).toContainText('Kept in the folder.');
  const chat = await app.page.evaluate(() => location.hash);
  const context = app.page.context();
  await app.quit();
  const moved = new DataFolder();
  const there = join(moved.home, 'elsewhere – with a space');
  renameSync(app.data.path, there);
  const program = startProgram(there, [], { HOME: app.data.home });
  const page = await context.newPage();
  await page.goto(await program.nextAddress());
  await page.evaluate((to) => {
    location.hash = to;
  }, chat);
  await expect(lastAnswer(page)).toContainText('Kept in the folder.');
  await send(page, 'And go on');
  await expect(main(page).getByText('Kept in the folder.')).toHaveCount(2);
  await openServer(page, 'mine');
  await expectState(page, 'Ready', { timeout: 30_000 });
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'About' }).click();
  await expect(main(page)).toContainText(there);
  await page.close();
  program.process.kill('SIGTERM');
  await ended(program.process);
  // Every file and folder of it: nobody else reads, writes or lists.
  for (const entry of readdirSync(there, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() || entry.isDirectory()) expect((statSync(path).mode & 0o077).toString(8), path).toBe('0');
  }
  // Where they stand is written down for people, each by its name.
  const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');
  for (const name of ['portolan.json', 'conversations.db', 'backups/', 'state/', 'secrets.json', 'files/']) expect(guide).toContain(`\`${name}\``);
  moved.remove();
});
