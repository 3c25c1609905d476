/** The main job from end to end, over each way of reaching a server, in each shell. */
import { expect, test } from '../harness/test.ts';
import { killHost } from '../harness/running-app.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { callTool, readResource, runPrompt } from '../steps/by-hand.ts';
import { allowOnce, answers, call, card, composer, denyWithReason, lastAnswer, newChat, send, shownArguments, unfold } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addFound, allow, expectState, main, openServer, paste, reviewed, sidebar } from '../steps/servers.ts';
import { basicServer, mcpServers, ways } from '../support/entries.ts';
import type { Reachable, Way } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';
import { isRunning, processesOf, serverProcesses } from '../support/processes.ts';

const reason = 'I do this one in my head';

/** Each way of reaching a server, with the name its server gets. In Electron the short run makes do with the first. */
const names: Record<Way, string> = { stdio: 'by-stdio', 'Streamable HTTP 2025-11-25': 'by-session', 'Streamable HTTP 2026-07-28': 'by-request' };
const isFull = process.env['E2E_FULL'] !== undefined;

test('the main job over stdio and both forms of Streamable HTTP: add, use by hand, chat, decide, reload, restart, survive kill -9 (P02, P05, P08, P10, S04, S14, C03, C04, C09, C10, H01, H07, O07, R44)', async ({ app, shell }) => {
  test.setTimeout(180_000);
  await using model = await startModelEndpoint(converse);
  await using servers = new AsyncDisposableStack();
  const made = shell === 'desktop' && !isFull ? ways.slice(0, 1) : ways;
  await test.step('connect a model', () => connectModel(app.page, { name: 'Loopback', baseUrl: model.url }));
  for (const way of made) {
    const name = names[way];
    const server = servers.use(await basicServer(way));
    await test.step(`${way}: add by pasting, review, allow`, () => add(app, name, server));
    await test.step(`${way}: tools, a resource and a prompt by hand`, () => useByHand(app));
    await test.step(`${way}: ask, decide, see the result`, async () => {
      const before = model.requests.length;
      await newChat(app.page);
      await send(app.page, questionTo(name));
      await expect(card(app.page)).toContainText(`${name} wants to run Sum`);
      await expect(card(app.page)).toContainText('get-sum');
      expect(await shownArguments(card(app.page))).toEqual([['a', '19'], ['b', '23']]);
      await allowOnce(app.page);
      await expect(lastAnswer(app.page)).toContainText('The tool says: The sum of 19 and 23 is 42.');
      await expectTheSum(app, name);
      expect(model.requests.slice(before).map((request) => lastToolResult(request))).toEqual([null, 'The sum of 19 and 23 is 42.']);
    });
    await test.step(`${way}: deny the next one, and the model is told`, async () => {
      await send(app.page, `And 1 plus 2 by ${name}?`);
      await denyWithReason(app.page, reason);
      await expect(lastAnswer(app.page)).toContainText('Understood.');
      await expect(call(app.page, name, 'Sum').last()).toContainText(`Denied: ${reason}`);
      expect(lastToolResult(model.requests.at(-1) as ChatRequest)).toContain(reason);
      // Called by hand once and by the model once: what was denied was not sent.
      if (server.http) expect(server.http.requests.filter((request) => isCall(request.json, 'get-sum'))).toHaveLength(2);
    });
  }
  await test.step('reload: all there', async () => {
    await app.page.reload();
    await expectAllThere(app, names[made.at(-1) ?? 'stdio']);
  });
  await test.step('restart: all there, and the search finds it', async () => {
    await app.restart();
    for (const way of made) {
      await openServer(app.page, names[way]);
      await expectState(app.page, 'Ready', { timeout: 30_000 });
      await findInHistory(app, names[way]);
      await expectAllThere(app, names[way]);
    }
  });
  await test.step('kill -9 of the host in the middle of an answer', () => killInTheMiddle(app, names[made.at(-1) ?? 'stdio'], model.requests));
  await test.step('every server is there again', async () => {
    for (const way of made) {
      await openServer(app.page, names[way]);
      await expectState(app.page, 'Ready', { timeout: 30_000 });
      await expect(await callTool(app.page, 'get-sum', { a: 4, b: 5 })).toContainText('The sum of 4 and 5 is 9.');
    }
  });
  await test.step('quit: nothing left', async () => {
    await app.quit();
    await expect.poll(() => processesOf(app.data.home), { timeout: 15_000 }).toEqual([]);
  });
});

function questionTo(name: string): string {
  return `What is 19 plus 23 by ${name}?`;
}

/** How the model behaves: it calls the tool for sums, reads what comes back, and tells a very long story. */
function converse(request: ChatRequest): Answer {
  const result = lastToolResult(request);
  if (result !== null) return { kind: 'text', text: result.includes(reason) ? 'Understood.' : `The tool says: ${result}` };
  const last = textOf(request.messages.at(-1));
  const server = /by (by-\w+)/.exec(last)?.[1] ?? '';
  if (last.includes('19 plus 23')) return { kind: 'call', tool: offered(request, `${server}__get-sum`).name, arguments: { a: 19, b: 23 } };
  if (last.includes('1 plus 2')) return { kind: 'call', tool: offered(request, `${server}__get-sum`).name, arguments: { a: 1, b: 2 } };
  if (last.includes('count')) return { kind: 'stream', pieces: numbers(), everyMs: 20 };
  return { kind: 'text', text: 'And so it went on.' };
}

function* numbers(): Generator<string> {
  for (let number = 1; number <= 5000; number++) yield `n${number} `;
}

async function add(app: RunningApp, name: string, { entry, protocol, http }: Reachable): Promise<void> {
  const { page } = app;
  const before = serverProcesses(app.data.home);
  await paste(page, mcpServers({ [name]: entry }));
  await addFound(page);
  await expectState(page, 'Needs review');
  // Nothing runs and nothing is contacted before it is allowed.
  expect(serverProcesses(app.data.home)).toEqual(before);
  expect(http?.requests ?? []).toEqual([]);
  expect(await reviewed(page)).toEqual('command' in entry ? { Program: [entry.command], [`${entry.args.length} arguments`]: entry.args } : { Address: [entry.url] });
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
  await expect(main(page).getByText(protocol, { exact: true })).toBeVisible();
}

async function useByHand({ page }: RunningApp): Promise<void> {
  await expect(await callTool(page, 'echo', { message: 'Guten Tag, 世界' })).toContainText('Echo: Guten Tag, 世界');
  await expect(await callTool(page, 'get-sum', { a: 2, b: 3 })).toContainText('The sum of 2 and 3 is 5.');
  await expect(await readResource(page, 'Welcome')).toContainText('This is a text file.');
  await expect(await runPrompt(page, 'Code review', { Language: 'python', framework: 'django' })).toContainText('Review this python code for django.');
}

/** The call folded to a line, with everything in it. */
async function expectTheSum({ page }: RunningApp, name: string): Promise<void> {
  const sum = call(page, name, 'Sum').first();
  await expect(sum).toContainText('Done');
  await unfold(sum);
  await expect(sum).toContainText('The sum of 19 and 23 is 42.');
  await expect(sum).toContainText('You allowed it');
  expect(await shownArguments(sum)).toEqual([['a', '19'], ['b', '23']]);
}

async function expectAllThere(app: RunningApp, name: string): Promise<void> {
  const { page } = app;
  await expect(main(page).getByRole('article', { name: 'Message from you' })).toContainText([questionTo(name), `And 1 plus 2 by ${name}?`]);
  await expect(answers(page)).toHaveCount(2);
  await expectTheSum(app, name);
  await expect(answers(page).first()).toContainText('The tool says: The sum of 19 and 23 is 42.');
  await expect(answers(page).last()).toContainText(`Denied: ${reason}`);
  await expect(answers(page).last()).toContainText('Understood.');
}

async function findInHistory({ page }: RunningApp, name: string): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'History' }).click();
  await main(page).getByRole('searchbox', { name: 'Search all chats' }).fill('42');
  const hit = main(page).getByRole('link').filter({ hasText: questionTo(name) }).filter({ hasText: 'The sum of 19 and 23 is 42.' }).first();
  await expect(hit.locator('mark').first()).toHaveText('42');
  await hit.click();
}

async function killInTheMiddle(app: RunningApp, name: string, requests: readonly ChatRequest[]): Promise<void> {
  const { page } = app;
  await send(page, 'Please count.');
  // Long enough for parts of it to be stored, and far from its end.
  await expect(lastAnswer(page)).toContainText('n120 ');
  const running = serverProcesses(app.data.home);
  const host = killHost(app);
  await expect(lastAnswer(page)).toContainText('was cut off', { timeout: 20_000 });
  expect(app.data.hostPid()).not.toBe(host);
  await expect.poll(() => running.filter(({ pid }) => isRunning(pid)), { timeout: 15_000 }).toEqual([]);

  const text = (await lastAnswer(page).textContent()) ?? '';
  const kept = [...text.matchAll(/n(\d+) /g)].map(([, number]) => Number(number));
  expect(kept.length).toBeGreaterThan(30);
  expect(kept).toEqual(kept.map((_number, index) => index + 1));
  await expect(composer(page)).toBeEditable();
  const before = requests.length;
  // Lists, servers and the list's end come back in these moments; a press on what moves away is pressed again, as by a person.
  await expect(async () => {
    const goOn = lastAnswer(page).getByRole('button', { name: 'Continue' });
    if (await goOn.isVisible()) await goOn.click({ timeout: 2_000 });
    await expect(lastAnswer(page)).toContainText('And so it went on.', { timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  expect(requests.length - before).toBe(1);
  // What lies above the fold is drawn when it is scrolled to.
  await main(page).getByRole('log', { name: 'Conversation' }).evaluate((log) => log.scrollTo(0, 0));
  await expect(main(page).getByRole('article', { name: 'Message from you' }).first()).toContainText(questionTo(name));
  await expect(answers(page).first()).toContainText('The tool says: The sum of 19 and 23 is 42.');
  // The model was shown what it had said so far.
  expect(requests.at(-1)?.messages.some((message) => message.role === 'assistant' && textOf(message).startsWith('n1 n2 n3 '))).toBe(true);
}

function isCall(json: unknown, tool: string): boolean {
  return typeof json === 'object' && json !== null && 'method' in json && json.method === 'tools/call' && JSON.stringify(json).includes(`"name":"${tool}"`);
}
