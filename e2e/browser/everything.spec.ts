/** The public everything-server, pasted as its own README gives it. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { asked, letAsk, resultOf, settle, start } from '../steps/asks.ts';
import { callTool, fillArguments, openTool, readResource, runPrompt } from '../steps/by-hand.ts';
import { addFound, addServer, allow, expectState, main, paste, reviewed } from '../steps/servers.ts';

/** Makes npx find the copy that is installed for the tests, so that they need no network. */
function installFor(home: string): void {
  const installed = realpathSync(new URL('../node_modules/@modelcontextprotocol/server-everything', import.meta.url));
  mkdirSync(join(home, 'node_modules/@modelcontextprotocol'), { recursive: true });
  symlinkSync(installed, join(home, 'node_modules/@modelcontextprotocol/server-everything'));
  mkdirSync(join(home, 'node_modules/.bin'));
  symlinkSync(join(installed, 'dist/index.js'), join(home, 'node_modules/.bin/mcp-server-everything'));
}

test('the snippet of the README: paste, review, start, echo, get-sum, a resource, a prompt with arguments (P02, P05, P08, P10, S04, S14, C03)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  installFor(app.data.home);
  await paste(page, '{"mcpServers":{"everything":{"command":"npx","args":["-y","@modelcontextprotocol/server-everything"]}}}');
  await addFound(page);
  expect(await reviewed(page)).toEqual({ Program: ['npx'], '2 arguments': ['-y', '@modelcontextprotocol/server-everything'] });
  await expect(main(page).getByText('@modelcontextprotocol/server-everything has no fixed version: each start may fetch something newer')).toBeVisible();
  await allow(page);
  await expectState(page, 'Ready', { timeout: 60_000 });
  await expect(await callTool(page, 'echo', { message: 'hello' })).toContainText('Echo: hello');
  await expect(await callTool(page, 'get-sum', { a: 2, b: 3 })).toContainText('The sum of 2 and 3 is 5.');
  await expect(await readResource(page, 'architecture.md')).toContainText('Everything');
  await expect(await runPrompt(page, 'args-prompt', { city: 'Lisbon' })).toContainText('Lisbon');
});

test('its tools that ask: a form of all kinds of fields, a model’s answer written by hand (P12, P13)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await addServer(page, 'everything', { command: process.execPath, args: [realpathSync(new URL('../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url)), 'stdio'] });
  await letAsk(page, ['Answers of your models']);
  await expectState(page, 'Ready', { timeout: 30_000 });
  const article = await start(page, 'trigger-elicitation-request');
  const form = asked(page).filter({ hasText: 'Please provide inputs' });
  await form.getByRole('textbox', { name: /^String \(/ }).fill('Ada');
  await settle(page, form, 'Send answer');
  await expect(resultOf(article)).toContainText('- Name: Ada');
  await expect(resultOf(article)).toContainText('- Favorite Integer: 42');
  const sampling = await openTool(page, 'trigger-sampling-request');
  await fillArguments(sampling, { prompt: 'hello' });
  await sampling.getByRole('button', { name: /^Run/ }).click();
  await expect(asked(page)).toContainText('one of your models');
  await asked(page).getByRole('button', { name: 'Answer by hand' }).click();
  await asked(page).getByLabel('Answer', { exact: true }).fill('Hello from a person');
  await settle(page, asked(page), 'Send to the server');
  await expect(resultOf(sampling)).toContainText('Hello from a person');
});
