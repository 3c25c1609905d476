/** The main job from end to end, over each way of reaching a server, in each shell. */
import { expect, test } from '../harness/test.ts';
import { killHost } from '../harness/running-app.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { callTool, readResource, runPrompt } from '../steps/by-hand.ts';
import { allowOnce, answers, call, card, composer, denyWithReason, lastAnswer, newChat, send, shownArguments, unfold } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addFound, allow, expectState, main, openServer, paste, reviewed, sidebar } from '../steps/servers.ts';
import { basicServer, mcpServers, ways } from '../support/entries.ts';
import type { Entry } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';
import { isRunning, processesOf, serverProcesses } from '../support/processes.ts';

const reason = 'I do this one in my head';
const question = 'What is 19 plus 23?';

for (const way of ways) {
  test(`the main job over ${way}: add, use by hand, chat, decide, reload, restart, survive kill -9 (P02, P05, P08, P10, S04, S14, C03, C04, C09, C10, H01, H07, O07, R44)`, { tag: way === 'stdio' ? [] : '@twice' }, async ({ app }) => {
    test.setTimeout(120_000);
    await using server = await basicServer(way);
    await using model = await startModelEndpoint(converse);

    await test.step('add by pasting, review, allow', () => add(app, server.entry, server.protocol));
    await test.step('tools, a resource and a prompt by hand', () => useByHand(app));
    await test.step('connect a model', () => connectModel(app.page, { name: 'Loopback', baseUrl: model.url }));
    await test.step('ask, decide, see the result', async () => {
      await newChat(app.page);
      await send(app.page, question);
      await expect(card(app.page)).toContainText('basic wants to run Sum');
      await expect(card(app.page)).toContainText('get-sum');
      expect(await shownArguments(card(app.page))).toEqual([['a', '19'], ['b', '23']]);
      await allowOnce(app.page);
      await expect(lastAnswer(app.page)).toContainText('The tool says: The sum of 19 and 23 is 42.');
      await expectTheSum(app);
      expect(model.requests.map((request) => lastToolResult(request))).toEqual([null, 'The sum of 19 and 23 is 42.']);
    });
    await test.step('deny the next one, and the model is told', async () => {
      await send(app.page, 'And 1 plus 2?');
      await denyWithReason(app.page, reason);
      await expect(lastAnswer(app.page)).toContainText('Understood.');
      await expect(call(app.page, 'basic', 'Sum').last()).toContainText(`Denied: ${reason}`);
      expect(lastToolResult(model.requests.at(-1) as ChatRequest)).toContain(reason);
      // Called by hand once and by the model once: what was denied was not sent.
      if (server.http) expect(server.http.requests.filter((request) => isCall(request.json, 'get-sum'))).toHaveLength(2);
    });
    await test.step('reload: all there', async () => {
      await app.page.reload();
      await expectAllThere(app);
    });
    await test.step('restart: all there, and the search finds it', async () => {
      await app.restart();
      await findInHistory(app);
      await expectAllThere(app);
    });
    await test.step('kill -9 of the host in the middle of an answer', () => killInTheMiddle(app, model.requests));
    await test.step('quit: nothing left', async () => {
      await app.quit();
      await expect.poll(() => processesOf(app.data.home), { timeout: 15_000 }).toEqual([]);
    });
  });
}

/** How the model behaves: it calls the tool for sums, reads what comes back, and tells a very long story. */
function converse(request: ChatRequest): Answer {
  const result = lastToolResult(request);
  if (result !== null) return { kind: 'text', text: result.includes(reason) ? 'Understood.' : `The tool says: ${result}` };
  const last = textOf(request.messages.at(-1));
  if (last.includes('19 plus 23')) return { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 19, b: 23 } };
  if (last.includes('1 plus 2')) return { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 1, b: 2 } };
  if (last.includes('count')) return { kind: 'stream', pieces: numbers(), everyMs: 20 };
  return { kind: 'text', text: 'And so it went on.' };
}

function* numbers(): Generator<string> {
  for (let number = 1; number <= 5000; number++) yield `n${number} `;
}

async function add(app: RunningApp, entry: Entry, protocol: string): Promise<void> {
  const { page } = app;
  await paste(page, mcpServers({ basic: entry }));
  await addFound(page);
  await expectState(page, 'Needs review');
  // Nothing runs and nothing is contacted before it is allowed.
  expect(serverProcesses(app.data.home)).toEqual([]);
  expect(await reviewed(page)).toEqual('command' in entry ? { Program: [entry.command], [`${entry.args.length} arguments`]: entry.args } : { Address: [entry.url] });
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
  await expect(main(page).getByText(protocol, { exact: true })).toBeVisible();
}

async function useByHand({ page }: RunningApp): Promise<void> {
  await expect(await callTool(page, 'echo', { message: 'Guten Tag, 世界' })).toContainText('Echo: Guten Tag, 世界');
  await expect(await callTool(page, 'get-sum', { a: 2, b: 3 })).toContainText('The sum of 2 and 3 is 5.');
  await expect(await readResource(page, 'Welcome')).toContainText('This is a **text** file.');
  await expect(await runPrompt(page, 'Code review', { Language: 'python', framework: 'django' })).toContainText('Review this python code for django.');
}

/** The call folded to a line, with everything in it. */
async function expectTheSum({ page }: RunningApp): Promise<void> {
  const sum = call(page, 'basic', 'Sum').first();
  await expect(sum).toContainText('Done');
  await unfold(sum);
  await expect(sum).toContainText('The sum of 19 and 23 is 42.');
  await expect(sum).toContainText('You allowed it');
  expect(await shownArguments(sum)).toEqual([['a', '19'], ['b', '23']]);
}

async function expectAllThere(app: RunningApp): Promise<void> {
  const { page } = app;
  await expect(main(page).getByRole('article', { name: 'Message from you' })).toContainText([question, 'And 1 plus 2?']);
  await expect(answers(page)).toHaveCount(2);
  await expectTheSum(app);
  await expect(answers(page).first()).toContainText('The tool says: The sum of 19 and 23 is 42.');
  await expect(answers(page).last()).toContainText(`Denied: ${reason}`);
  await expect(answers(page).last()).toContainText('Understood.');
}

async function findInHistory({ page }: RunningApp): Promise<void> {
  await openServer(page, 'basic');
  await expectState(page, 'Ready', { timeout: 30_000 });
  await sidebar(page).getByRole('button', { name: 'History' }).click();
  await main(page).getByRole('searchbox', { name: 'Search all chats' }).fill('42');
  const hit = main(page).getByRole('link').filter({ hasText: 'The sum of 19 and 23 is 42.' }).first();
  await expect(hit.locator('mark').first()).toHaveText('42');
  await hit.click();
}

async function killInTheMiddle(app: RunningApp, requests: readonly ChatRequest[]): Promise<void> {
  const { page } = app;
  await send(page, 'Please count.');
  // Long enough for parts of it to be stored, and far from its end.
  await expect(lastAnswer(page)).toContainText('n120 ');
  const before = serverProcesses(app.data.home);
  const host = killHost(app);
  await expect(lastAnswer(page)).toContainText('was cut off', { timeout: 20_000 });
  expect(app.data.hostPid()).not.toBe(host);
  await expect.poll(() => before.filter(({ pid }) => isRunning(pid)), { timeout: 15_000 }).toEqual([]);

  const text = (await lastAnswer(page).textContent()) ?? '';
  const kept = [...text.matchAll(/n(\d+) /g)].map(([, number]) => Number(number));
  expect(kept.length).toBeGreaterThan(30);
  expect(kept).toEqual(kept.map((_number, index) => index + 1));
  await expect(composer(page)).toBeEditable();
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(lastAnswer(page)).toContainText('And so it went on.');
  // What lies above the fold is drawn when it is scrolled to.
  await main(page).getByRole('log', { name: 'Conversation' }).evaluate((log) => log.scrollTo(0, 0));
  await expect(main(page).getByRole('article', { name: 'Message from you' }).first()).toContainText(question);
  await expect(answers(page).first()).toContainText('The tool says: The sum of 19 and 23 is 42.');
  // The model was shown what it had said so far.
  expect(requests.at(-1)?.messages.some((message) => message.role === 'assistant' && textOf(message).startsWith('n1 n2 n3 '))).toBe(true);
}

function isCall(json: unknown, tool: string): boolean {
  return typeof json === 'object' && json !== null && 'method' in json && json.method === 'tools/call' && JSON.stringify(json).includes(`"name":"${tool}"`);
}
