/** The public everything-server, pasted as its own README gives it. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { callTool, readResource, runPrompt } from '../steps/by-hand.ts';
import { addFound, allow, expectState, main, paste, reviewed } from '../steps/servers.ts';

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
