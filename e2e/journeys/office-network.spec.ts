/** A company’s network: everything that leaves goes through its proxy and is trusted by its authority, as Settings → Network says. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { keepSecrets } from '../steps/secrets.ts';
import { addFound, allow, expectState, main, paste, sidebar } from '../steps/servers.ts';
import { mcpServers, served } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { startOffice } from '../support/office.ts';

test('a remote server and a model behind a proxy with a password, under certificates of a private authority: reached once Settings says so, and only by that way (S20, R47, R71, S09)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(150_000);
  const { page, data } = app;
  await using server = await served('basic', { era: '2025-11-25' });
  await using model = await startModelEndpoint();
  await using office = await startOffice({ 'mcp.office.test': new URL(server.url).origin, 'models.office.test': new URL(model.url).origin });
  const settings = async () => {
    await sidebar(page).getByRole('link', { name: 'Settings' }).click();
    await main(page).getByRole('tab', { name: 'Network' }).click();
  };
  await keepSecrets(app);

  await settings();
  await expect(main(page).getByText('Now: directly.')).toBeVisible();
  await main(page).getByRole('radio', { name: 'Through this proxy' }).click();
  await main(page).getByLabel('Address of the proxy').fill(office.proxy);
  await main(page).getByLabel('User name').fill(office.username);
  await main(page).getByRole('textbox', { name: 'Password' }).fill(office.password);
  await main(page).getByLabel('Certificates of your company').fill(office.certificates);
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByText(`Now: through ${office.proxy}.`)).toBeVisible();
  await expect(main(page).getByText(`${office.certificates} adds 1 certificate.`)).toBeVisible();
  await expectAccessible(page, 'the way to the network');

  await paste(page, mcpServers({ remote: { url: `https://mcp.office.test${new URL(server.url).pathname}` } }));
  await addFound(page);
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
  await expect(await callTool(page, 'echo', { message: 'from the office' })).toContainText('from the office');
  await connectModel(page, { name: 'Office model', baseUrl: `https://models.office.test${new URL(model.url).pathname}` });
  await newChat(page);
  await send(page, 'Hi');
  await expect(lastAnswer(page)).toContainText('Hello.');
  expect(office.reached()).toEqual(['CONNECT mcp.office.test:443', 'CONNECT models.office.test:443']);
  expect(office.isAlwaysKnown()).toBe(true);

  await settings();
  const row = (name: string) => main(page).getByRole('listitem').filter({ hasText: name });
  await main(page).getByRole('button', { name: 'Check now' }).click();
  for (const name of ['Model: Office model', 'Server: remote']) await expect(row(name)).toContainText(/answers \(\d+ ms\)/);
  await expect(row('Server: remote')).toContainText(`through ${office.proxy}`);

  // Without it the same names lead nowhere, and the reason is said.
  await main(page).getByRole('radio', { name: 'Directly, without a proxy' }).click();
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByText('Now: directly.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Check now' }).click();
  for (const name of ['Model: Office model', 'Server: remote']) await expect(row(name)).toContainText('cannot be reached');

  // The password is in none of the files in the open.
  for (const file of readdirSync(data.path).filter((name) => name.startsWith('portolan.json'))) expect(readFileSync(join(data.path, file), 'utf8')).not.toContain(office.password);
});
