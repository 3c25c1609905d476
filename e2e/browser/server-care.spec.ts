/** Looking after a server: what stands in its way, trying it first, when it starts, what of it is offered, copies. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { newChat } from '../steps/chat.ts';
import { haveServer } from '../steps/prepare.ts';
import { addFound, allow, expectState, main, openServer, openTab, pageHead, paste, sidebar } from '../steps/servers.ts';
import { local, mcpServers } from '../support/entries.ts';

const good = local('basic', { era: '2025-11-25' });

test('a server whose program is missing: why, where it was looked for, and how to get it (S10, O05, try-out 1)', async ({ app }) => {
  const { page } = app;
  await paste(page, mcpServers({ weather: { command: 'uvx', args: ['weather-server'] } }));
  await addFound(page);
  // What stands in for it below starts a program that no container would show it.
  await main(page).getByRole('radio', { name: /^Without containment/ }).click();
  await allow(page);
  await expectState(page, 'Failed');
  await page.getByRole('button', { name: 'Find out why' }).click();
  const dialog = page.getByRole('dialog', { name: 'What stands in the way of weather' });
  await expect(dialog.getByText('uv was not found. Searched: ')).toBeVisible();
  await expect(dialog.getByText('/usr/bin').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'How to install it (docs.astral.sh)' }).first()).toBeVisible();
  await expect(dialog.getByRole('status')).not.toHaveText('Looking…');
  await expectAccessible(page, 'the doctor of one server', { within: '[role=dialog]' });
  // Somebody installs it meanwhile.
  const bin = join(app.data.home, '.local', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'uvx'), `#!/bin/sh\nexec ${[good.command, ...good.args].map((word) => `'${word}'`).join(' ')}\n`);
  writeFileSync(join(bin, 'uv'), '#!/bin/sh\necho "uv 0.9.8"\n');
  for (const name of ['uv', 'uvx']) chmodSync(join(bin, name), 0o755);
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog.getByText('uv was not found.')).toBeHidden();
  await dialog.getByRole('button', { name: /that (is|are) well/ }).click();
  await expect(dialog.getByText(`What weather runs or reaches was found: ${join(bin, 'uvx')}`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start it' })).toBeVisible();
});

test('the whole computer is looked over from the settings (O05)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'good', good);
  await page.goto(new URL('#/settings/computer', page.url()).href);
  await expect(main(page).getByRole('heading', { name: 'Check this computer' })).toBeVisible();
  await expect(main(page).getByRole('status')).not.toHaveText('Looking…', { timeout: 40_000 });
  await main(page).getByRole('button', { name: /things that are well/ }).click();
  await expect(main(page).getByText(/^good answers, in [\d.]+ ms\.$/)).toBeVisible();
  await expect(main(page).getByText(/^Node\.js \d+\./)).toBeVisible();
  await expectAccessible(page, 'check this computer');
});

test('a server is tried before it is saved: shown, allowed, run once, ended, not kept (S01, S13, H07)', async ({ app }) => {
  const { page } = app;
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('tab', { name: 'Form' }).click();
  await page.getByLabel('Command', { exact: false }).first().fill(good.command);
  await page.getByLabel('Arguments').fill(good.args.join('\n'));
  await page.getByRole('button', { name: 'Test first' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('code').first()).toHaveText(good.command);
  await expectAccessible(page, 'a trial', { within: '[role=dialog]' });
  const run = dialog.getByRole('button', { name: 'Run it once' });
  await expect(run).toBeEnabled();
  await run.click();
  await expect(dialog.getByText('It works')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/echo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByLabel('Arguments')).toHaveValue(good.args.join('\n'));
  await expect(sidebar(page).getByText('No servers yet')).toBeVisible();
});

test('a server that starts when it is used shows what it offered, and runs for the first use of it (S16, try-out 35)', { tag: '@full' }, async ({ app }) => {
  await haveServer(app, 'lazy', good);
  await expect(main(app.page).getByRole('heading', { name: 'What it offers' })).toBeVisible();
  await expect(main(app.page).getByRole('link', { name: 'Echo', exact: true })).toBeVisible();
  await app.page.getByRole('radio', { name: 'When something of it is used' }).click();
  await expect.poll(() => JSON.stringify(JSON.parse(readFileSync(join(app.data.path, 'portolan.json'), 'utf8')))).toContain('"startup":"first-use"');
  await app.restart();
  await openServer(app.page, 'lazy');
  await expectState(app.page, 'Stopped');
  await expect(main(app.page).getByText(/^From last time, /).first()).toBeVisible();
  await openTab(app.page, 'Tools');
  await app.page.getByRole('button', { name: /^Echo/ }).click();
  await expect(main(app.page).getByText('It starts when you use something of it.', { exact: false })).toBeVisible();
  await callTool(app.page, 'echo', { message: 'good morning' });
  await expect(main(app.page).getByText('Echo: good morning').first()).toBeVisible();
  await expectState(app.page, 'Ready');
});

test('a prompt and a resource that are off stay off, also in the pickers (S11)', { tag: '@full' }, async ({ app }) => {
  await haveServer(app, 'basic', good);
  const prompts = await openTab(app.page, 'Prompts');
  const first = prompts.locator('[data-pick]').first();
  const name = (await first.locator('span span').first().textContent()) ?? '';
  await first.click();
  await prompts.getByRole('switch', { name: 'Offered when you write' }).click();
  await expect(prompts.getByRole('switch')).not.toBeChecked();
  await app.restart();
  await newChat(app.page);
  await app.page.getByRole('textbox', { name: 'Message' }).fill('/');
  await expect(app.page.getByRole('option').first()).toBeVisible();
  await expect(app.page.getByRole('option', { name: new RegExp(`\\b${name}\\b`) })).toHaveCount(0);
});

test('a copy has the same launch, waits for its review, and can be taken away again (S01, H07)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'files', good);
  await pageHead(page).getByRole('button', { name: 'More actions for files' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(pageHead(page).getByRole('heading', { name: 'files 2' })).toBeVisible();
  await expectState(page, 'Needs review');
  await pageHead(page).getByRole('button', { name: 'More actions for files 2' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(sidebar(page).getByRole('link', { name: /files 2/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pageHead(page).getByRole('heading', { name: 'files 2' })).toBeVisible();
});

test('a start that takes long says so, and can be called off (S12, R10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await paste(page, mcpServers({ slow: local('slow-start', { ms: 60_000 }) }));
  await addFound(page);
  await allow(page);
  await expect(main(page).getByText('Taking long. A first start may be downloading what it needs.')).toBeVisible({ timeout: 30_000 });
  await expect(main(page).getByText(/^Starting for .*; Portolan waits another .* unless it says more\.$/)).toBeVisible();
  await main(page).getByRole('button', { name: 'Cancel the start' }).click();
  await expectState(page, 'Stopped');
});
