/** The person changes what a model asked for before it is done (H02). */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { call, card, lastAnswer, newChat, pressOnCard, send, shownArguments, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

const asks = (tool: string, args: object) => (request: ChatRequest): Answer => {
  const result = lastToolResult(request);
  return result === null ? { kind: 'call', tool: offered(request, tool).name, arguments: args } : { kind: 'text', text: `It came to this: ${result}` };
};

/** What the server was really called with. */
const sent = (server: { requests: { json: unknown }[] }): unknown[] =>
  server.requests.flatMap(({ json }) => (typeof json === 'object' && json !== null && 'method' in json && json.method === 'tools/call' && 'params' in json ? [(json.params as { arguments: unknown }).arguments] : []));

test('arguments changed in the form are what is sent, shown and told to the model (H02)', { tag: '@twice' }, async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(asks('get-sum', { a: 1, b: 2 }));
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  await send(page, 'Please');

  const question = card(page);
  await question.getByRole('button', { name: 'Change arguments' }).click();
  const field = question.getByRole('textbox', { name: /^a$|^a / });
  await expect(field).toBeFocused();
  await field.fill('40');
  await expect(question.getByRole('button', { name: 'Allow once' })).toBeDisabled();
  await expectAccessible(page, 'the form on the card');
  await question.getByRole('button', { name: 'Show what will be sent' }).click();
  await expect(question.locator('dl > div').first()).toContainText('Before you changed it1');
  await expectAccessible(page, 'the changed call on the card');
  await pressOnCard(page, 'Allow the changed call');

  await expect(lastAnswer(page)).toContainText('The sum of 40 and 2 is 42.');
  expect(sent(server)).toEqual([{ a: 40, b: 2 }]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('The user changed the arguments before allowing this call');
  const line = call(page, 'basic', 'Sum');
  await expect(line).toContainText('Changed by you');
  await unfold(line);
  expect(await shownArguments(line)).toEqual([['aChanged', '40Before you changed it1'], ['b', '2']]);
});

test('arguments that do not fit are not sent, and changed back they are what was asked (H02)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(asks('get-sum', { a: 1, b: 2 }));
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  await send(page, 'Please');

  const question = card(page);
  await question.getByRole('button', { name: 'Change arguments' }).click();
  await question.getByRole('textbox', { name: /^a$|^a / }).fill('much');
  await page.keyboard.press('Control+Enter');
  await expect(question).toContainText('Must be a number.');
  await expect(question.getByRole('textbox', { name: /^a$|^a / })).toBeFocused();
  await question.getByRole('tab', { name: 'JSON' }).click();
  const text = question.getByRole('textbox', { name: 'Value as JSON' });
  for (const [typed, said] of [['{"a": 1,', 'This is not valid JSON yet'], ['{"a": 1}', 'Fill this in.'], ['[1]', 'Must be a group of named values.']] as const) {
    await text.fill(typed);
    await question.getByRole('button', { name: 'Show what will be sent' }).click();
    await expect(question).toContainText(said);
  }
  expect(sent(server)).toEqual([]);
  await question.getByRole('button', { name: 'Back to what was asked' }).click();
  await question.getByRole('button', { name: 'Show what will be sent' }).click();
  await pressOnCard(page, 'Allow once');
  await expect(lastAnswer(page)).toContainText('The sum of 1 and 2 is 3.');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('The user changed');
});

test('as JSON, with characters that cannot be seen, the call is shown as it will be sent and survives a reload (H02, T:C07)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(asks('echo', { message: 'pay\u202Etxt\u200B' }));
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  await send(page, 'Please');

  const question = card(page);
  await expect(question).toContainText('‹U+202E›');
  await question.getByRole('button', { name: 'Change arguments' }).click();
  await question.getByRole('tab', { name: 'JSON' }).click();
  await question.getByRole('textbox', { name: 'Value as JSON' }).fill('{"message": "pay\u200Bme"}');
  await question.getByRole('button', { name: 'Show what will be sent' }).click();
  await expect(question.locator('dl > div').first()).toContainText('pay‹U+200B›me');
  await expect(question.locator('dl > div').first()).toContainText('pay‹U+202E›txt‹U+200B›');
  await pressOnCard(page, 'Allow the changed call');
  await expect(lastAnswer(page)).toContainText('It came to this');
  expect(sent(server)).toEqual([{ message: 'pay\u200Bme' }]);
  await page.reload();
  const line = call(page, 'basic', 'Echo');
  await unfold(line);
  await expect(line).toContainText('pay‹U+200B›me');
  await expect(line).toContainText('pay‹U+202E›txt‹U+200B›');
});
