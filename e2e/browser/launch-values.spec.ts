/** Values a server asks for, and values that are kept apart from the configuration, as a person meets them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { addFound, allow, expectState, main, openTab, paste } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

test('a VS Code entry with inputs asks before its start, and starts with what was entered; it can be changed and forgotten (S08, S09, try-out 40)', async ({ app }) => {
  const { page } = app;
  const { command, args } = local('printenv');
  const entry = { command, args, env: { SERVICE_TOKEN: '${input:token}', REGION: '${input:region}' } };
  const inputs = [{ type: 'promptString', id: 'token', description: 'Your service token', password: true }, { type: 'pickString', id: 'region', description: 'Region', options: ['eu', 'us'] }];
  await paste(page, JSON.stringify({ servers: { service: entry }, inputs }));
  await addFound(page);
  await allow(page);
  await expectState(page, 'Needs your input');
  const card = main(page).locator('section', { has: page.getByRole('heading', { name: 'What it asks for' }) });
  await expect(card).toContainText('service needs this from you before it can start.');
  await expectAccessible(page, 'what a server asks for', { within: 'main' });
  await card.getByLabel('Your service token').fill('MK-typed-token-31');
  await card.getByRole('combobox', { name: 'Region' }).click();
  await page.getByRole('option', { name: 'eu' }).click();
  await card.getByRole('button', { name: 'Save and start' }).click();
  await expectState(page, 'Ready');
  const result = await callTool(page, 'printenv', {});
  await expect(result).toContainText('SERVICE_TOKEN=MK-typed-token-31');
  await expect(result).toContainText('REGION=eu');
  const file = readFileSync(join(app.data.path, 'portolan.json'), 'utf8');
  expect(file).not.toContain('MK-typed-token-31');
  expect(file).toContain('"region": "eu"');
  await openTab(page, 'Overview');
  await card.getByRole('button', { name: 'Forget Your service token' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expectState(page, 'Needs your input');
});

test('a pasted key goes into the secret store by itself, and a value of the form by its lock (S09, try-out 52)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const config = () => readFileSync(join(app.data.path, 'portolan.json'), 'utf8');
  const { command, args } = local('printenv');
  await paste(page, JSON.stringify({ mcpServers: { service: { command, args, env: { SERVICE_API_KEY: 'MK-pasted-key-32', REGION: 'eu' } } } }));
  await expect(page.getByRole('checkbox', { name: 'Keep SERVICE_API_KEY encrypted, not in the configuration file' })).toBeChecked();
  await addFound(page);
  await allow(page);
  await expectState(page, 'Ready');
  expect(config()).not.toContain('MK-pasted-key-32');
  await expect(await callTool(page, 'printenv', {})).toContainText('SERVICE_API_KEY=MK-pasted-key-32');

  await openTab(page, 'Overview');
  await page.getByRole('button', { name: 'More actions for service' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Value 1')).toHaveAttribute('placeholder', 'Kept encrypted');
  await dialog.getByRole('button', { name: 'Add variable' }).click();
  await dialog.getByLabel('Name 3').fill('PIN_CODE');
  await dialog.getByRole('button', { name: 'Keep the value of PIN_CODE encrypted' }).click();
  await dialog.getByLabel('Value 3').fill('MK-pin-33');
  await expect(dialog.getByLabel('Value 3')).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Save and review' }).click();
  await allow(page);
  await expectState(page, 'Ready');
  expect(config()).not.toContain('MK-pin-33');
  const result = await callTool(page, 'printenv', {});
  await expect(result).toContainText('PIN_CODE=MK-pin-33');
  await expect(result).toContainText('SERVICE_API_KEY=MK-pasted-key-32');
});
