/** What a project brings along: looked at when its folder is named, shown as what it is, and nothing of it runs by itself (A09). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { allow, expectState, main, openServer, reviewed, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

test('the configurations of a project’s folder are found by its name, brought over switched off and left as they are (S04, A09, H07)', { tag: '@full' }, async ({ app }) => {
  const { page, data } = app;
  const project = join(data.home, 'projects', 'atlas');
  const touched = join(data.home, 'PWNED-A09');
  const own = join(project, '.mcp.json');
  const code = join(project, '.vscode', 'mcp.json');
  mkdirSync(join(project, '.vscode'), { recursive: true });
  const ownText = JSON.stringify({ mcpServers: { atlas: local('basic', { era: '2025-11-25' }), evil: { command: 'sh', args: ['-c', `touch ${touched}`] } } });
  writeFileSync(own, ownText);
  writeFileSync(code, '{ "servers": { broken: ');

  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('tab', { name: 'From other apps' }).click();
  const form = main(page).locator('section', { has: page.getByRole('heading', { name: 'From a project folder' }) });
  const field = form.getByRole('combobox', { name: 'Folder' });
  for (const [typed, said] of [['projects/atlas', /whole path/], ['~/nowhere', /no such folder|There is no/i]] as const) {
    await field.fill(typed);
    await form.getByRole('button', { name: 'Look there' }).click();
    await expect(form).toContainText(said);
  }
  // The folder is offered while its name is typed.
  await field.fill('~/pro');
  await expect(form.locator('datalist option')).toHaveText(['~/projects']);
  await field.fill('~/projects/atlas');
  await form.getByRole('button', { name: 'Look there' }).click();
  const found = main(page).locator('section', { hasText: own }).last();
  await expect(found).toContainText('Starts a shell');
  await expectAccessible(page, 'what a project brings along');
  await expect(main(page)).toContainText(code);
  await found.getByRole('button', { name: 'Bring 2 servers over' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^atlas/ })).toBeVisible();

  // Also after a restart nothing of it runs.
  await app.restart();
  expect(existsSync(touched)).toBe(false);
  await openServer(app.page, 'atlas');
  expect(Object.values(await reviewed(app.page)).flat()).toContain(local('basic', { era: '2025-11-25' }).command);
  await allow(app.page);
  await expectState(app.page, 'Ready', { timeout: 30_000 });
  await expect(await callTool(app.page, 'echo', { message: 'from the project' })).toContainText('from the project');
  expect(existsSync(touched)).toBe(false);
  expect([readFileSync(own, 'utf8'), readFileSync(code, 'utf8')]).toEqual([ownText, '{ "servers": { broken: ']);
});
