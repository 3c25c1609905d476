/** What a hostile model streams, looked at after each piece of it (B01, B02, B06, B14, B15). */
import { core, hostile } from '@portolan/markdown/test/hostile';
import { expect, test } from '../harness/test.ts';
import { answers, composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { watchForEscapes } from '../support/canary.ts';
import { watchEveryChange } from '../support/every-change.ts';
import type { EveryChange } from '../support/every-change.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

/** One letter after the other, the next only when the window shows what the one before made of the text. */
async function* letterByLetter(texts: readonly string[], change: EveryChange): AsyncGenerator<string> {
  for (const letter of `${texts.join('\n\n')}\n\nthe end of it`) {
    const drawn = await change.next();
    yield letter;
    await drawn();
  }
}

for (const [what, texts, tag] of [
  ['two of them', core.filter((text) => /^(?:<img|\[x\]\(java&)/.test(text)), '@twice'],
  ['all of the core', core, '@full'],
] as const) {
  test(`B01, B14: attacks that arrive letter by letter are text at every step, ${what} (T:B01, T:B02, T:B07, T:B14)`, { tag }, async ({ app }) => {
    test.setTimeout(180_000);
    const { page } = app;
    await using canary = await watchForEscapes(page);
    await using model = await startModelEndpoint();
    await haveModel(app, model);
    await newChat(page);
    const change = await watchEveryChange(page);
    model.answer = () => ({ kind: 'stream', pieces: letterByLetter(texts, change), everyMs: 0 });
    await send(page, 'Go');
    await expect(lastAnswer(page)).toContainText('the end of it', { timeout: 120_000 });
    await change.expectHarmless('the streaming answer');
    await canary.expectUntouched('the answer');
  });
}

const frame = (delta: object, finish: string | null = null) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

test('B01: a stream cut at each of its bytes, inside of characters, escapes and lines, says the same and runs nothing (T:B01, T:B02, R98)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const words = `${core.join('\n\n')}\n\n漢字 😀 \u202E the end of it`;
  await using model = await startModelEndpoint(() => ({ kind: 'bytes', body: `${Array.from(words, (letter) => frame({ content: letter })).join('')}${frame({}, 'stop')}data: [DONE]\n\n` }));
  await haveModel(app, model);
  await newChat(page);
  const change = await watchEveryChange(page);
  await send(page, 'Go');
  await expect(lastAnswer(page)).toContainText('漢字 😀');
  await expect(lastAnswer(page)).toContainText('the end of it');
  await expect(lastAnswer(page)).not.toContainText('\uFFFD');
  await change.expectHarmless('the answer');
  await canary.expectUntouched('the answer');
});

test('B01, B14: every attack as an answer of its own, one after the other in one chat, and again after a reload (T:B01, T:B02, T:B13, T:B14, T:B17)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(240_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await using model = await startModelEndpoint((_request, index) => {
    const text = hostile[index] ?? '';
    const middle = Math.ceil(text.length / 2);
    return { kind: 'stream', pieces: [text.slice(0, middle), text.slice(middle), `\n\nend ${index}.`], everyMs: 5 };
  });
  await haveModel(app, model);
  await newChat(page);
  const change = await watchEveryChange(page);
  for (const index of hostile.keys()) {
    await composer(page).fill(`Go ${index}`);
    await composer(page).press('Enter');
    await expect(lastAnswer(page)).toContainText(`end ${index}.`);
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  }
  await change.expectHarmless('the answers');
  await canary.expectUntouched('the answers');
  await page.reload();
  await expect(lastAnswer(page)).toContainText(`end ${hostile.length - 1}.`);
  await expect(answers(page)).not.toHaveCount(0);
  await canary.expectUntouched('the answers after a reload');
});

test('B06: a hostile endpoint runs nothing by events, calls, pages or endings of its own making, and the chat goes on (T:B06)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const html = '<html><body><script>window.__pwned=1</script><img src=x onerror="window.__pwned=1"></body></html>';
  const bodies = [
    `event: execute\ndata: {"code":"window.__pwned=1"}\n\nevent: citation\ndata: {"html":"<script>window.__pwned=1</script>"}\n\n${frame({ role: 'assistant', content: 'after an event' })}${frame({}, 'stop')}data: [DONE]\n\n`,
    `${frame({ content: 'before a call ' })}${frame({ tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'execute_command', arguments: '{"command":"touch /tmp/PWNED-B06"}' } }] })}${frame({}, 'tool_calls')}data: [DONE]\n\n`,
    `${frame({ content: 'an odd ending', function_call: { name: 'eval', arguments: 'window.__pwned=1' }, html })}${frame({}, '"><img src=x onerror=window.__pwned=1>')}data: [DONE]\n\n`,
  ];
  await using model = await startModelEndpoint((_request, index) => {
    const body = bodies[index];
    if (body !== undefined) return { kind: 'raw', status: 200, type: 'text/event-stream', body };
    return { kind: 'text', text: 'It goes on.' };
  });
  await haveModel(app, model);
  await newChat(page);
  const change = await watchEveryChange(page);
  await send(page, 'One');
  await expect(lastAnswer(page)).toContainText('after an event');
  await send(page, 'Two');
  // A tool that nobody offered is not asked about and not run: the model is told, and answers anew.
  await expect(page.locator('[data-approval]')).toHaveCount(0);
  await expect(lastAnswer(page)).toContainText('an odd ending');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('execute_command');
  await send(page, 'Three');
  await expect(lastAnswer(page)).toContainText('It goes on.');
  model.answer = () => ({ kind: 'raw', status: 500, type: 'text/html', body: html });
  await send(page, 'Four');
  await expect(lastAnswer(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  model.answer = () => ({ kind: 'raw', status: 400, type: 'application/json', body: JSON.stringify({ error: { message: html, code: html, type: html } }) });
  await send(page, 'Five');
  await lastAnswer(page).getByRole('button', { name: 'Technical details' }).click();
  await expect(lastAnswer(page)).toContainText('<script>window.__pwned=1</script>');
  await change.expectHarmless('the answers');
  await canary.expectUntouched('the answers');
});
