/** A tool that prints the key its server was given. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { addFound, allow, expectState, paste } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import { isGivenToServer } from '../support/processes.ts';

const key = 'MK-echoed-key-4711';

test('a key that a tool prints reaches no model, no file of the chat and no screen, and it is said that it was there (T:C18)', { tag: '@full' }, async ({ app }) => {
  const { page, data } = app;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'printenv').name, arguments: {} } : { kind: 'text', text: 'It is printed.' }));
  const { command, args } = local('printenv');
  await paste(page, JSON.stringify({ mcpServers: { service: { command, args, env: { SERVICE_API_KEY: key, REGION: 'eu' } } } }));
  await addFound(page);
  await allow(page);
  await expectState(page, 'Ready');
  expect(isGivenToServer(data.home, `SERVICE_API_KEY=${key}`)).toBe(true);
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Print the environment');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('It is printed.');

  const sent = JSON.stringify(model.requests.at(-1)?.messages);
  expect(sent).toContain('SERVICE_API_KEY=[secret removed]');
  expect(sent).not.toContain(key);
  expect(await page.locator('body').textContent()).not.toContain(key);
  const files = readdirSync(data.path).filter((name) => name.startsWith('conversations.db'));
  expect(files).not.toEqual([]);
  for (const name of files) expect(readFileSync(join(data.path, name), 'latin1'), name).not.toContain(key);
});
