/** Servers that cannot be used: each says what happened and what to do, and leaves the others alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { haveServer } from '../steps/prepare.ts';
import { addFound, allow, expectState, main, openServer, openTab, pageHead, paste, sidebar } from '../steps/servers.ts';
import { local, mcpServers, served } from '../support/entries.ts';

const good = local('basic', { era: '2025-11-25' });

/** Adds a server that works, then the one that does not, and allows it. */
async function add(app: RunningApp, name: string, entry: Record<string, unknown>): Promise<void> {
  await haveServer(app, 'good', good);
  await paste(app.page, mcpServers({ [name]: entry }));
  await addFound(app.page);
  await allow(app.page);
}

/** What was there stays: the server that works still does, and both stand in the file as they were entered. */
async function expectNothingLost(app: RunningApp, name: string, entry: Record<string, unknown>): Promise<void> {
  const servers = (JSON.parse(readFileSync(join(app.data.path, 'portolan.json'), 'utf8')) as { mcpServers: Record<string, object> }).mcpServers;
  expect(servers['good']).toMatchObject(good);
  expect(servers[name]).toMatchObject(entry);
  await expect(sidebar(app.page).getByRole('link', { name: /^good .*Ready$/ })).toBeVisible();
}

/** What stands on the page about a server that cannot be used. */
const problem = (page: Page) => main(page).locator('.ui-callout[data-tone="danger"]').first();

test('a command that does not exist: which one, where it was looked for, what to do (try-out 1, S10, R01)', async ({ app }) => {
  const entry = { command: 'no-such-program-17', args: ['--serve'] };
  await add(app, 'gone', entry);
  await expectState(app.page, 'Failed');
  await expect(problem(app.page)).toContainText('The program “no-such-program-17” of gone was not found.');
  await expect(problem(app.page)).toContainText('Install it, or write its full path as the command. Searched: ');
  await expect(problem(app.page)).toContainText('/usr/bin');
  await expectNothingLost(app, 'gone', entry);
});

test('a server that exits at once: its exit code and its last words (try-out 7, S12, R02)', async ({ app }) => {
  const entry = { command: 'node', args: ['-e', "console.error('boom: API_KEY missing');process.exit(1)"] };
  await add(app, 'dies', entry);
  await expect(problem(app.page)).toContainText('dies stopped with exit code 1.', { timeout: 20_000 });
  await expect(problem(app.page).getByText('boom: API_KEY missing')).toBeVisible();
  // It is tried again a few times, then it waits for the person.
  await expectState(app.page, 'Failed', { timeout: 20_000 });
  await expect(pageHead(app.page).getByRole('button', { name: 'Start' })).toBeEnabled();
  await expectNothingLost(app, 'dies', entry);
});

test('a banner on stdout is skipped, said, and kept in the log (try-out 8, P02, R16)', async ({ app }) => {
  const entry = local('banner', { text: 'Server ready' });
  await haveServer(app, 'chatty', entry);
  await expect(main(app.page).getByRole('heading', { name: 'Oddities' })).toBeVisible();
  await expect(main(app.page).getByText('Server ready').first()).toBeVisible();
  await expect((await openTab(app.page, 'Tools')).getByRole('listitem').first()).toBeVisible();
  const log = await openTab(app.page, 'Log');
  await expect(log.getByText('Server ready').first()).toBeVisible();
});

test('stderr is a log and no error, in GBK as well (try-out 9, S13)', async ({ app }) => {
  await haveServer(app, 'writes', local('stderr'));
  await expectState(app.page, 'Ready');
  await expect(problem(app.page)).toBeHidden();
  const log = await openTab(app.page, 'Log');
  const line = log.getByText('INFO started');
  await expect(line).toBeVisible();
  await expect(log.getByText('你好')).toBeVisible();
  // In the colour of ordinary text: nothing calls it an error.
  const colours = await line.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(document.body).color]);
  expect(colours[0]).toBe(colours[1]);
  await expect(log.getByText('error', { exact: true })).toBeHidden();
});

test('an address that answers with a web page is no server (P02, R55)', async ({ app }) => {
  await using server = await served('html');
  const entry = { type: 'http', url: server.url };
  await add(app, 'web', entry);
  await expectState(app.page, 'Failed', { timeout: 20_000 });
  await expect(problem(app.page)).toContainText('What answered for web does not speak MCP.');
  await expect(problem(app.page)).toContainText('Check the command or the address.');
  // What came instead stands open below.
  await expect(problem(app.page)).toContainText('answered with a web page');
  await expectNothingLost(app, 'web', entry);
});

test('a server that wants a sign-in says so, and what to do (P22, R67)', async ({ app }) => {
  await using server = await served('http-faults', { fault: 'unauthorized', on: '*' });
  const entry = { type: 'http', url: server.url };
  await add(app, 'locked', entry);
  await expectState(app.page, 'Needs sign-in', { timeout: 20_000 });
  const signIn = main(app.page).getByRole('tabpanel', { name: 'Overview' });
  await expect(signIn).toContainText('locked wants you to sign in at 127.0.0.1:');
  await expect(signIn).toContainText('Nothing opens before you say so.');
  await expectNothingLost(app, 'locked', entry);
});

test('a variable that is not set stops the start by its name, and sends nothing (try-out 5, S08)', async ({ app }) => {
  await using server = await served('basic');
  const entry = { type: 'http', url: server.url, headers: { Authorization: 'Bearer ${PORTOLAN_TEST_TOKEN}' } };
  await haveServer(app, 'good', good);
  await paste(app.page, mcpServers({ needs: entry }));
  await expect(main(app.page).getByText('Not set at the moment: PORTOLAN_TEST_TOKEN. The server will not start until they are.')).toBeVisible();
  await addFound(app.page);
  await allow(app.page);
  await expectState(app.page, 'Failed');
  await expect(problem(app.page)).toContainText('needs needs the variable “PORTOLAN_TEST_TOKEN”, which has no value.');
  expect(server.requests).toEqual([]);
  await expectNothingLost(app, 'needs', entry);

  // What is set is put in: the server sees the value and not the reference.
  await paste(app.page, mcpServers({ sees: { ...local('argv-env'), env: { K: '${HOME}' } } }));
  await addFound(app.page);
  await allow(app.page);
  await expectState(app.page, 'Ready', { timeout: 20_000 });
  const tools = await openTab(app.page, 'Tools');
  await tools.getByRole('listitem').getByRole('button', { name: 'show' }).click();
  await tools.getByRole('button', { name: 'Run' }).click();
  await expect(tools.getByRole('region', { name: 'Result' })).toContainText(`"K":"${app.data.home}"`);
});

test('a name that is taken: the difference is shown before anything is replaced, and a form does not take it (S04)', async ({ app }) => {
  await haveServer(app, 'good', good);
  await paste(app.page, mcpServers({ good: { command: 'node', args: ['other.js'] } }));
  await expect(main(app.page).getByText('replaces an entry with this name')).toBeVisible();
  await expect(main(app.page).getByRole('region', { name: 'What changed' })).toContainText('other.js');

  await main(app.page).getByRole('tab', { name: 'Form' }).click();
  await main(app.page).getByLabel('Name').fill('good');
  await main(app.page).getByLabel('Command').fill('node');
  await main(app.page).getByRole('button', { name: 'Save and review' }).click();
  await expect(problem(app.page)).toContainText('There is already a server called “good”.');
  await expect(main(app.page).getByLabel('Command')).toHaveValue('node');
  await openServer(app.page, 'good');
  await expectState(app.page, 'Ready');
});
