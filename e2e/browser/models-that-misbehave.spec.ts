/** Models and services that break off anywhere, say nothing, or call what they should not: nothing is lost, nothing is run, and it goes on (R98 to R104). */
import { expect, test } from '../harness/test.ts';
import { call, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { decideAhead } from '../steps/permissions.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const frame = (delta: object, finish: string | null = null) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const piece = (name: string, args: string, id = 'call_1', index = 0) => frame({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
const raw = (body: string) => ({ kind: 'raw' as const, status: 200, type: 'text/event-stream', body });

test('a stream that ends inside of a call’s arguments, of a character or of a line runs nothing, keeps what was said, is marked, and goes on (R98, C09)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const half = frame({ content: 'grüße 😀 half' });
  const cuts: string[] = [
    `${frame({ content: 'before a call ' })}${piece('mine__echo', '{"message": "half of')}`,
    `${frame({ content: 'before a line ' })}data: {"id":"c","choi`,
    `${half}data: `,
  ];
  await using model = await startModelEndpoint((_request, index) => (index % 2 === 0 ? raw(cuts[index / 2] ?? '') : { kind: 'text', text: `and the rest ${index}.` }));
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await decideAhead(app.data, [{ server: 'mine', tool: null, effect: 'allow', conditions: [] }]);
  for (const [at, words] of ['before a call', 'before a line', 'grüße 😀 half'].entries()) {
    await newChat(page);
    await send(page, `Try ${at}`);
    await expect(lastAnswer(page)).toContainText(words);
    await expect(lastAnswer(page)).toContainText('was cut off');
    await expect(card(page)).toHaveCount(0);
    await page.reload();
    await expect(lastAnswer(page)).toContainText(words);
    await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
    await expect(lastAnswer(page)).toContainText(`and the rest ${at * 2 + 1}.`);
    // What was kept went along, and no call that was never whole.
    const messages = model.requests.at(-1)?.messages ?? [];
    expect(messages.map(textOf).join('\n')).toContain(words);
    expect(JSON.stringify(messages)).not.toContain('half of');
  }
});

test('calls without a whole argument, of unknown tools, with one id twice and of a hundred at once are each answered, and the model goes on (R101)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const finish = `${frame({}, 'tool_calls')}data: [DONE]\n\n`;
  await using model = await startModelEndpoint((_request, index) => {
    if (index === 0) return raw(`${piece('mine__echo', '{"message": ', 'call_a', 0)}${piece('mine__echo', '[]', 'call_b', 1)}${piece('no__such', '{}', 'call_c', 2)}${piece('mine__echo', '{"message":"one"}', 'call_same', 3)}${piece('mine__echo', '{"message":"two"}', 'call_same', 4)}${finish}`);
    if (index === 1) return { kind: 'text', text: 'the first end' };
    if (index === 2) return { kind: 'calls', calls: Array.from({ length: 100 }, (_, at) => ({ tool: 'mine__echo', arguments: { message: `number ${at}` } })) };
    return { kind: 'text', text: 'the second end' };
  });
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await decideAhead(app.data, [{ server: 'mine', tool: null, effect: 'allow', conditions: [] }]);
  await newChat(page);
  await send(page, 'Odd calls');
  await expect(lastAnswer(page)).toContainText('the first end', { timeout: 60_000 });
  const results = (at: number) => (model.requests[at]?.messages ?? []).filter(({ role }) => role === 'tool');
  const asked = (model.requests[1]?.messages ?? []).flatMap(({ tool_calls: calls }) => calls ?? []);
  // Each that was asked has one answer of its own, by an id of its own.
  expect(new Set(results(1).map(({ tool_call_id: id }) => id))).toEqual(new Set(asked.map(({ id }) => id)));
  expect(results(1)).toHaveLength(asked.length);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
  const told = results(1).map(textOf).join('\n');
  expect(told).toContain('one');
  expect(told).toContain('two');
  await send(page, 'A hundred');
  await expect(lastAnswer(page)).toContainText('the second end', { timeout: 120_000 });
  const hundred = results(3).map(textOf).filter((words) => words.includes('number '));
  expect(hundred).toHaveLength(100);
});

test('a model that calls without end is stopped after 25 steps, which is said, and goes on when asked (R101, C03)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'call', tool: 'mine__echo', arguments: { message: 'again' } }));
  await haveModel(app, model);
  await haveServer(app, 'mine', local('basic'));
  await decideAhead(app.data, [{ server: 'mine', tool: null, effect: 'allow', conditions: [] }]);
  await newChat(page);
  await send(page, 'For ever');
  await expect(main(page).getByText(/25/).first()).toBeVisible({ timeout: 90_000 });
  expect(model.requests).toHaveLength(25);
  model.answer = () => ({ kind: 'text', text: 'Enough now.' });
  await lastAnswer(page).getByRole('button', { name: /^(?:Continue|Go on)/ }).click();
  await expect(lastAnswer(page)).toContainText('Enough now.');
});

test('an empty answer, null and nothing at all are said as what they are, and asking again works (R103)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const bodies = [`${frame({ content: '' })}${frame({}, 'stop')}data: [DONE]\n\n`, `${frame({ content: null })}${frame({}, 'stop')}data: [DONE]\n\n`, 'data: null\n\ndata: [DONE]\n\n', 'data: [DONE]\n\n', ''];
  await using model = await startModelEndpoint((_request, index) => (index % 2 === 0 ? raw(bodies[index / 2] ?? '') : { kind: 'text', text: `something ${index}.` }));
  await haveModel(app, model);
  for (const at of bodies.keys()) {
    await newChat(page);
    await send(page, `Try ${at}`);
    await expect(lastAnswer(page)).toContainText(at < 2 ? 'The model ended its answer without saying anything.' : 'What answered at this address is not a model endpoint.');
    const again = lastAnswer(page).getByRole('button', { name: /^(?:Try again|Ask again|Continue)$/ }).first();
    await expect(again).toBeVisible();
    await again.click();
    await expect(main(page).getByText(`something ${at * 2 + 1}.`)).toBeVisible();
  }
});

test('stopped while a call runs: the call is cancelled, the words stay, and the next message is answered (R104, C03)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using model = await startModelEndpoint((request, index) => (index === 0 ? raw(`${frame({ content: 'I wait for it. ' })}${piece('sleepy__hang', '{}')}${frame({}, 'tool_calls')}data: [DONE]\n\n`) : { kind: 'text', text: `Now ${request.messages.filter(({ role }) => role === 'tool').length} was answered.` }));
  await haveModel(app, model);
  await haveServer(app, 'sleepy', local('sleepy', { era: '2025-11-25' }));
  await decideAhead(app.data, [{ server: 'sleepy', tool: null, effect: 'allow', conditions: [] }]);
  await newChat(page);
  await send(page, 'Wait');
  await expect(call(page, 'sleepy', 'hang')).toContainText('Running');
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await expect(lastAnswer(page)).toContainText('I wait for it.');
  await send(page, 'Go on');
  await expect(lastAnswer(page)).toContainText('Now 1 was answered.');
});

test('a service that keeps the line open and says nothing is given up after the time that the person sets; what it had said stays, and it goes on (R99, C09)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const over = new AbortController();
  async function* silent() {
    yield 'Let me think.';
    while (!over.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      yield '';
    }
  }
  await using model = await startModelEndpoint((_request, index) => (index === 0 ? { kind: 'stream', pieces: silent(), everyMs: 0 } : { kind: 'text', text: 'Now I know.' }));
  await haveModel(app, model);
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Models' }).click();
  const field = main(page).getByRole('textbox', { name: 'Give up an answer after so many seconds without a word' });
  await expect(field).toHaveValue('300');
  await field.fill('10');
  await field.press('Tab');
  await expect(async () => {
    await page.reload();
    await expect(field).toHaveValue('10', { timeout: 3_000 });
  }).toPass();
  await newChat(page);
  await send(page, 'Think');
  await expect(lastAnswer(page)).toContainText('Let me think.');
  await expect(lastAnswer(page)).toContainText('What arrived is kept. Use Continue to go on.', { timeout: 60_000 });
  over.abort();
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(lastAnswer(page)).toContainText('Now I know.');
});
