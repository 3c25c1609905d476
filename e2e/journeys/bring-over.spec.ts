/** Servers of other programs: brought over, reviewed, started, and given back; and the way back to an earlier configuration. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { keepSecrets } from '../steps/secrets.ts';
import { addServer, allow, expectState, main, openServer, reviewed, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

const basic = local('basic', { era: '2025-11-25' });
const other = local('basic', { era: '2026-07-28' });

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test('configurations of Claude Desktop and VS Code are brought over switched off, reviewed, started, and given back (S04, S09, A04)', { tag: '@twice' }, async ({ app }) => {
  const { page } = app;
  await keepSecrets(app);
  const claude = join(app.data.home, '.config', 'Claude', 'claude_desktop_config.json');
  const code = join(app.data.home, '.config', 'Code', 'User', 'mcp.json');
  const touched = join(app.data.home, 'PWNED-A04');
  const claudeText = JSON.stringify({ globalShortcut: 'Ctrl+Space', mcpServers: { calculator: { ...basic, env: { API_KEY: 'sk-e2e-very-secret-0123' } }, evil: { command: 'sh', args: ['-c', `touch ${touched}`] } } }, null, 2);
  const codeText = `{\n  // kept\n  "inputs": [{ "type": "promptString", "id": "key", "description": "A key", "password": true }],\n  "servers": {\n    "travel": ${JSON.stringify({ type: 'stdio', ...other })},\n    "asks": { "command": "asks", "env": { "KEY": "\${input:key}" } },\n  }\n}\n`;
  put(claude, claudeText);
  put(code, codeText);

  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('tab', { name: 'From other apps' }).click();
  const fromClaude = main(page).locator('section', { has: page.getByRole('heading', { name: 'Claude Desktop' }) });
  const fromCode = main(page).locator('section', { has: page.getByRole('heading', { name: 'VS Code', exact: true }) });
  await expect(fromClaude).toContainText(claude);
  await expect(fromCode).toContainText('Asks for A key before it starts.');
  // What it would run can be read; what is secret in it cannot.
  await expect(fromClaude.getByText('Starts a shell').first()).toBeVisible();
  expect(await page.content()).not.toContain('sk-e2e-very-secret');
  await expectAccessible(page, 'servers of other programs');
  await fromClaude.getByRole('button', { name: 'Bring 2 servers over' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^calculator/ })).toBeVisible();
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await fromCode.getByRole('button', { name: 'Bring 2 servers over' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^travel/ })).toBeVisible();

  // Also after a restart nothing starts that was not reviewed.
  await app.restart();
  expect(existsSync(touched)).toBe(false);
  await openServer(app.page, 'calculator');
  expect(await reviewed(app.page)).toMatchObject({ Program: [basic.command], '1 environment variable': ['API_KEY=${secret:API_KEY}'] });
  await allow(app.page);
  await expectState(app.page, 'Ready', { timeout: 20_000 });
  await openServer(app.page, 'travel');
  await allow(app.page);
  await expectState(app.page, 'Ready', { timeout: 20_000 });
  expect(existsSync(touched)).toBe(false);
  expect([readFileSync(claude, 'utf8'), readFileSync(code, 'utf8')]).toEqual([claudeText, codeText]);

  // And back: into each other's files.
  await sidebar(app.page).getByRole('link', { name: 'Servers' }).click();
  await main(app.page).getByRole('button', { name: 'Use in another app…' }).click();
  await main(app.page).getByRole('radio', { name: 'Claude Desktop', exact: true }).click();
  for (const name of ['evil', 'asks']) await main(app.page).getByRole('checkbox', { name }).click();
  const preview = main(app.page).getByRole('region', { name: 'What will be written' });
  await expect(preview).toContainText('travel');
  await expectAccessible(app.page, 'giving servers to another program');
  await main(app.page).getByRole('button', { name: 'Write the file' }).click();
  await expect(main(app.page).getByRole('alert')).toContainText('Claude Desktop has your servers now');
  const back = JSON.parse(readFileSync(claude, 'utf8')) as { globalShortcut: string; mcpServers: Record<string, object> };
  const before = JSON.parse(claudeText) as typeof back;
  expect(Object.keys(back.mcpServers)).toEqual(['calculator', 'evil', 'travel']);
  expect(back).toMatchObject({ ...before, mcpServers: { ...before.mcpServers, travel: other } });
  const copies = readdirSync(dirname(claude)).filter((file) => file.endsWith('.bak'));
  expect(copies.map((file) => readFileSync(join(dirname(claude), file), 'utf8'))).toEqual([claudeText]);

  await main(app.page).getByRole('radio', { name: 'VS Code', exact: true }).click();
  await expect(preview).toContainText('calculator');
  await main(app.page).getByRole('button', { name: 'Write the file' }).click();
  await expect(main(app.page).getByRole('alert')).toContainText('VS Code has your servers now');
  const written = readFileSync(code, 'utf8');
  expect(written).toContain('// kept');
  expect(written).toContain('"asks": { "command": "asks", "env": { "KEY": "${input:key}" } }');
  expect(written).toContain('"API_KEY": "${input:calculator_API_KEY}"');
  expect(written).not.toContain('sk-e2e-very-secret');
});

test('a launch that changes outside asks again with what is different, and an earlier configuration comes back from the settings (S03, H07, A07, A08)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const file = join(app.data.path, 'portolan.json');
  await addServer(page, 'mine', { ...basic, env: { TOKEN: 'first-secret-value' } });
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.replace('"args": [', '"args": [\n        "--require=./evil.js",').replace(/("TOKEN": )"[^"]*"/, '$1"second-secret-value"'));
  await expect(page.getByRole('heading', { name: 'mine has changed since you allowed it' })).toBeVisible();
  const changes = main(page).getByRole('region', { name: 'What changed' });
  await expect(changes.getByRole('listitem').filter({ hasText: '--require=./evil.js' })).toContainText('new');
  await expect(changes).toContainText('Variable TOKEN');
  expect(await page.content()).not.toMatch(/first-secret|second-secret/);
  await expectAccessible(page, 'a launch that changed');

  await page.getByRole('status').filter({ hasText: 'changed outside' }).getByRole('button', { name: 'Show' }).click();
  await main(page).getByRole('button', { name: /^Compare with/ }).nth(1).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Line by line' })).toContainText('--require=./evil.js');
  await expectAccessible(page, 'a copy of the configuration');
  await dialog.getByRole('button', { name: 'Restore this copy' }).click();
  await expect(page.getByText('The copy was restored')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(good);
  await openServer(page, 'mine');
  await expect(page.getByRole('heading', { name: 'mine has changed since you allowed it' })).toBeHidden();

  // A broken one is shown at its line, and put aside by a press.
  const broken = good.replace('"mcpServers": {', '"mcpServers": {\n    "half" ');
  writeFileSync(file, broken);
  await page.getByRole('status').filter({ hasText: 'cannot be read' }).getByRole('button', { name: 'Show' }).click();
  await expect(main(page).getByRole('region', { name: 'The text around it' })).toContainText('"half"');
  await expectAccessible(page, 'a broken configuration');
  await main(page).getByRole('button', { name: 'Put the last good one in its place' }).click();
  await expect(page.getByText(/^Your file is kept as/)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(good);
  const aside = readdirSync(app.data.path).find((each) => each.startsWith('portolan.json.broken-'));
  expect(readFileSync(join(app.data.path, aside ?? ''), 'utf8')).toBe(broken);
});
