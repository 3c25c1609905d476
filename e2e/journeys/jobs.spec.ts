/** Jobs: calls that a server goes on with by itself, in their chat, in the list, and over ends of the app (C18, P16, P17, O07). */
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ServerId } from '@portolan/contract/ids';
import { expectAccessible } from '../harness/accessibility.ts';
import { killHost } from '../harness/running-app.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { allowOnce, call, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer, withHost } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

/** Calls once, and tells what it reads of the call from then on. */
const begins = (tool: string, args: object) => (request: ChatRequest): Answer => {
  const result = request.messages.findLast(({ role }) => role === 'tool');
  return result === undefined ? { kind: 'call', tool: offered(request, tool).name, arguments: args } : { kind: 'text', text: `I read: ${textOf(result)}` };
};

const row = (page: Page, tool: string) => main(page).getByRole('listitem', { name: `Job of worker: ${tool}` });

async function openJobs(page: Page): Promise<void> {
  await sidebar(page).getByRole('link', { name: /^Jobs/ }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
}

interface Work {
  state: string;
  era: '2025-11-25' | '2026-07-28';
}

/** A chat whose answer waits for a job that ends once the file `gate` is there. */
async function beginJob(app: RunningApp, model: { url: string; model: string }, { state, era }: Work): Promise<ServerId> {
  await haveModel(app, model);
  await haveServer(app, 'worker', local(era === '2025-11-25' ? 'tasks-legacy' : 'tasks-modern', { era, state }));
  const serverId = ServerId.parse(new URL(app.page.url()).hash.split('/')[2]);
  await newChat(app.page);
  await send(app.page, 'Index everything');
  await allowOnce(app.page);
  await expect(main(app.page)).toContainText('The server goes on with this as a job.');
  return serverId;
}

for (const era of ['2026-07-28', '2025-11-25'] as const) {
  test(`a job goes on while the app is closed; its result comes into the chat, and the model goes on with it (O07, C18, ${era === '2025-11-25' ? 'P16' : 'P17'})`, era === '2025-11-25' ? { tag: '@full' } : {}, async ({ app }, info) => {
    const [gate, state] = [info.outputPath('gate'), info.outputPath('tasks')];
    await using model = await startModelEndpoint(begins('gate', { file: gate }));
    await beginJob(app, model, { state, era });
    await app.restart(() => writeFileSync(gate, ''));
    await sidebar(app.page).getByRole('link', { name: 'Index everything' }).click();
    await main(app.page).getByRole('button', { name: 'Let the model go on with it' }).click();
    await expect(lastAnswer(app.page)).toContainText('I read: The gate is open.');
    await expect(call(app.page, 'worker', 'Gate')).toContainText('Done');
  });
}

test('the person goes on without waiting; the list says how far it is, and leads to what came (C18)', { tag: '@full' }, async ({ app }, info) => {
  const { page } = app;
  const [gate, state] = [info.outputPath('gate'), info.outputPath('tasks')];
  await using model = await startModelEndpoint(begins('gate', { file: gate }));
  await beginJob(app, model, { state, era: '2026-07-28' });
  await expectAccessible(page, 'a chat that waits for a job');
  await main(page).getByRole('button', { name: 'Go on without waiting' }).click();
  await expect(lastAnswer(page)).toContainText('I read: The call was made and goes on in the background as the job');
  await expect(main(page)).toContainText('This job goes on in the background.');
  await openJobs(page);
  await expect(sidebar(page).getByLabel('1 job running')).toBeVisible();
  await expect(row(page, 'Gate')).toContainText('Running');
  await expectAccessible(page, 'the list of jobs');
  writeFileSync(gate, '');
  await expect(row(page, 'Gate')).toContainText('Done');
  await expect(sidebar(page).getByLabel('1 job running')).toBeHidden();
  await row(page, 'Gate').getByRole('button', { name: 'Show result' }).click();
  await expect(row(page, 'Gate')).toContainText('The gate is open.');
  await row(page, 'Gate').getByRole('button', { name: 'Remove from list' }).click();
  await expect(main(page)).toContainText('No jobs yet');
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Gate').getByRole('link', { name: /^In the chat/ }).click();
  await unfold(call(page, 'worker', 'Gate'));
  await expect(call(page, 'worker', 'Gate')).toContainText('The gate is open.');
  await main(page).getByRole('button', { name: 'Let the model go on with it' }).click();
  await expect(lastAnswer(page)).toContainText('I read: The gate is open.');
});

test('a job outlives the death of the host, and is cancelled from the list (O07, C18)', { tag: '@full' }, async ({ app }, info) => {
  const { page } = app;
  await using model = await startModelEndpoint(begins('hang', {}));
  await beginJob(app, model, { state: info.outputPath('tasks'), era: '2026-07-28' });
  killHost(app);
  await expect(main(page)).toContainText('This job goes on in the background.', { timeout: 30_000 });
  await openJobs(page);
  await row(page, 'Hang').getByRole('button', { name: 'Cancel job' }).click();
  await expect(row(page, 'Hang')).toContainText('Cancelled');
  await row(page, 'Hang').getByRole('link', { name: /^In the chat/ }).click();
  await expect(call(page, 'worker', 'Hang')).toContainText('Cancelled');
});

test('a job of a server that nobody started waits for the person to start it (C18)', { tag: '@full' }, async ({ app }, info) => {
  const [gate, state] = [info.outputPath('gate'), info.outputPath('tasks')];
  await using model = await startModelEndpoint(begins('gate', { file: gate }));
  const serverId = await beginJob(app, model, { state, era: '2026-07-28' });
  await withHost(app, async (host) => void (await host.request('servers/setStartup', { serverId, startup: 'manual' })));
  await app.restart(() => writeFileSync(gate, ''));
  await openJobs(app.page);
  await expect(row(app.page, 'Gate')).toContainText('It waits until worker is started.');
  await expectAccessible(app.page, 'a job that waits for its server');
  await row(app.page, 'Gate').getByRole('button', { name: 'Start worker' }).click();
  await expect(row(app.page, 'Gate')).toContainText('Done');
});
