/** A server that has the person asked and asked, until they no longer look (C17). */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { allowOnce, call, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { limitQuestions, openQuestions, storm } from '../steps/questions.ts';
import { addServer, main, openServer } from '../steps/servers.ts';
import { served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

/** Obedient: calls again and again, until what comes back is a refusal. */
function keepCalling(request: ChatRequest): Answer {
  const result = lastToolResult(request);
  if (result?.includes('refuse') === true) return { kind: 'text', text: `I was told: ${result}` };
  return { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 1, b: 2 } };
}
const calls = (server: { requests: { json: unknown }[] }) => server.requests.filter(({ json }) => JSON.stringify(json ?? null).includes('"tools/call"')).length;

test('is refused beyond the limit, muted by one press, stays muted over a restart, and asks again when the person says so (T:C17, H08)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  await using server = await served('basic');
  await using model = await startModelEndpoint(keepCalling);
  await addServer(app.page, 'basic', { url: server.url });
  await connectModel(app.page, { name: 'Loopback', baseUrl: model.url });
  await limitQuestions(app.page, 1);
  await newChat(app.page);
  await send(app.page, 'Please');
  await allowOnce(app.page);

  // The second one is not even asked: the model hears why, the person sees one line.
  await expect(lastAnswer(app.page)).toContainText('I was told: Portolan, the app you run in, refused this call without asking the user');
  await expect(storm(app.page, 'basic')).toContainText('1 call was refused');
  await expect(call(app.page, 'basic', 'Sum').last()).toContainText('Refused by Portolan: too many questions from basic in a minute.');
  await expect(card(app.page)).toHaveCount(0);
  expect(calls(server)).toBe(1);
  await expectAccessible(app.page, 'a server that asks too often');

  await storm(app.page, 'basic').getByRole('button', { name: 'Mute basic until I say so' }).click();
  await expect(storm(app.page, 'basic')).toHaveCount(0);
  await app.restart();

  // Another chat, another run: every call is refused without a question.
  await newChat(app.page);
  await send(app.page, 'Once more');
  await expect(lastAnswer(app.page)).toContainText('I was told: The user has muted the server');
  expect(calls(server)).toBe(1);
  await expect(call(app.page, 'basic', 'Sum')).toContainText('Refused by Portolan: basic is muted.');
  await openQuestions(app.page);
  await expect(main(app.page)).toContainText('basic is muted: every call of it is refused until you unmute it. 1 call refused.');
  await expectAccessible(app.page, 'the questions with a muted server');
  await openServer(app.page, 'basic');
  await main(app.page).getByRole('button', { name: 'Unmute basic' }).click();
  await expect(main(app.page).getByRole('button', { name: 'Mute this server' })).toBeVisible();
  // What was done can be taken back, and that too.
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await main(app.page).getByRole('button', { name: 'Unmute basic' }).click();
  await expect(main(app.page).getByRole('button', { name: 'Mute this server' })).toBeVisible();

  await newChat(app.page);
  await send(app.page, 'And now');
  await allowOnce(app.page);
  await expect(storm(app.page, 'basic')).toContainText('1 call was refused');
  await storm(app.page, 'basic').getByRole('button', { name: 'Allow more for 10 minutes' }).click();
  await send(app.page, 'Go on');
  // The refusal of before is in the history: only what came last counts for the model.
  await expect(card(app.page)).toHaveCount(1);
  await allowOnce(app.page);
  await expect(card(app.page)).toHaveCount(1);
  expect(calls(server)).toBe(3);
});
