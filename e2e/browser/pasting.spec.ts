/** What people have on the clipboard, and what would be added for it. Nothing starts before it is allowed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { addFound, addServer, allow, expectState, main, openServer, paste, reviewed } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { serverProcesses } from '../support/processes.ts';
import { isGivenToServer } from '../support/processes.ts';

const basic = local('basic', { era: '2025-11-25' });

/** The preview: name → the lines of what it would run or contact. */
async function previewed(page: Page): Promise<Record<string, string[]>> {
  const found = main(page).getByRole('region', { name: /servers? found$/ });
  await expect(found).toBeVisible();
  // In one look: the cards of the text before may still be there in one moment and gone in the next.
  return found.locator('section').evaluateAll((cards) => Object.fromEntries(cards.map((card) => [card.querySelector('h3')?.textContent ?? '', [...card.querySelectorAll('code')].map((code) => code.textContent)])));
}

test('JSON of every client, with comments and trailing commas, becomes a preview (try-out 40, S04)', async ({ app }) => {
  const { page } = app;
  const command = JSON.stringify(basic.command);
  const args = JSON.stringify(basic.args);
  const lines = [basic.command, ...basic.args];
  const forms: [string, string, Record<string, string[]>][] = [
    ['mcpServers', `{ // ours\n  "mcpServers": { "one": { "command": ${command}, "args": ${args}, }, /* and */ "two": { "url": "http://127.0.0.1:9/mcp" }, },\n}`, { one: lines, two: ['http://127.0.0.1:9/mcp'] }],
    ['VS Code', `{ "servers": { "three": { "type": "stdio", "command": ${command}, "args": ${args} } }, "inputs": [], }`, { three: lines }],
    ['a bare property', `"four": { "command": ${command}, "args": ${args}, },`, { four: lines }],
    ['an entry without a name', `{ "command": ${command}, "args": ["/opt/my-tools/index.js"] }`, { 'my-tools': [basic.command, '/opt/my-tools/index.js'] }],
  ];
  for (const [form, text, expected] of forms) {
    await test.step(form, async () => {
      await paste(page, text);
      await expect.poll(() => previewed(page)).toEqual(expected);
    });
  }
  expect(serverProcesses(app.data.home)).toEqual([]);
});

test('what cannot be read is said with its line, and the text stays (try-out 40, S04)', async ({ app }) => {
  const { page } = app;
  const text = '{\n  "mcpServers": {\n    "one": { "command": "node" "args": [] }\n  }\n}';
  await paste(page, text);
  await expect(main(page).getByText('Could not read this (line 3).')).toBeVisible();
  await expect(page.getByLabel('Configuration, command line or address')).toHaveValue(text);
});

test('a whole command line is split in the preview, quotes kept together, and arrives byte for byte (try-out 3, S01, T:A02)', async ({ app }) => {
  const { page } = app;
  await paste(page, 'npx -y @modelcontextprotocol/server-filesystem "/home/me/My Documents"');
  await expect.poll(() => previewed(page)).toEqual({ filesystem: ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/me/My Documents'] });

  // In the command field of someone's JSON it is taken apart as well, and that is said.
  await paste(page, '{"mcpServers":{"line":{"command":"npx -y @modelcontextprotocol/server-everything"}}}');
  await expect.poll(() => previewed(page)).toEqual({ line: ['npx', '-y', '@modelcontextprotocol/server-everything'] });
  await expect(main(page).getByText('A whole command line stands in the command field')).toBeVisible();

  const odd = ['C:\\A B', 'a"b', '100%', 'x&y', '$(id)', '--flag=two words', '', '你好'];
  const { command, args } = local('argv-env');
  await paste(page, JSON.stringify({ mcpServers: { argv: { command, args: [...args, ...odd] } } }));
  await addFound(page);
  expect(Object.values(await reviewed(page))[1]).toEqual([...args, ...odd]);
  await allow(page);
  await expectState(page, 'Ready', { timeout: 20_000 });
  const result = await callTool(page, 'show', {});
  await expect(result).toContainText(JSON.stringify(odd).slice(1, -1));
});

test('the configuration edited from outside while the app runs is merged, and what changed waits for review (try-out 38, S02, S03, R91, H07, T:A07)', async ({ app }) => {
  const { page } = app;
  await addServer(page, 'mine', basic);
  const file = join(app.data.path, 'portolan.json');
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf('"mine"');
  writeFileSync(file, `${text.slice(0, at)}// a note of my own\n    "theirs": ${JSON.stringify({ command: 'node', args: ['theirs.js'] })},\n    ${text.slice(at)}`);

  await expect(page.getByText('changed outside Portolan')).toBeVisible();
  await openServer(page, 'theirs');
  await expectState(page, 'Needs review');
  expect((await reviewed(page))['1 argument']).toEqual(['theirs.js']);
  await openServer(page, 'mine');
  await expectState(page, 'Ready');
  // The next change of the app's own keeps the note.
  await addServer(page, 'third', basic);
  const merged = readFileSync(file, 'utf8');
  expect(merged).toContain('// a note of my own');
  for (const name of ['mine', 'theirs', 'third']) expect(merged).toContain(`"${name}"`);
});

test('by form: a whole command line is split when asked to, secrets are masked in the review and afterwards (try-out 3, S01, S09, H07)', async ({ app }) => {
  const { page } = app;
  const { command, args } = local('argv-env');
  await paste(page, '');
  await main(page).getByRole('tab', { name: 'Form' }).click();
  await main(page).getByLabel('Name').fill('by-form');
  await main(page).getByRole('textbox', { name: /^Command/ }).fill(`node ${args.join(' ')} "two words" plain`);
  await main(page).getByRole('button', { name: 'Split' }).click();
  await expect(main(page).getByRole('textbox', { name: /^Command/ })).toHaveValue('node');
  await main(page).getByRole('textbox', { name: /^Command/ }).fill(command);
  await expect(main(page).getByRole('textbox', { name: /^Arguments/ })).toHaveValue([...args, 'two words', 'plain'].join('\n'));
  await main(page).getByRole('button', { name: 'Add variable' }).click();
  await main(page).getByLabel('Name 1').fill('API_TOKEN');
  await main(page).getByLabel('Value 1').fill('tok-secret-12345');
  await main(page).getByRole('button', { name: 'Save and review' }).click();
  const shown = await reviewed(page);
  expect(shown).toMatchObject({ Program: [command], '4 arguments': [...args, 'two words', 'plain'], '1 environment variable': ['API_TOKEN=${secret:API_TOKEN}'] });
  await allow(page);
  await expectState(page, 'Ready', { timeout: 20_000 });
  expect(await page.locator('body').textContent()).not.toContain('tok-secret-12345');
  // The server itself gets it.
  expect(isGivenToServer(app.data.home, 'API_TOKEN=tok-secret-12345')).toBe(true);
});
