/** A chat in use: stopped, interrupted in every state, fed with resources and prompts, and never losing what was typed. */
import { expect, test } from '../harness/test.ts';
import { killHost } from '../harness/running-app.ts';
import { allowOnce, answers, call, card, composer, lastAnswer, newChat, readToEnd, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { expectState, main, openServer, sidebar } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';

test('an answer can be stopped: what arrived stays, the request ends, and it can go on (C04, C09)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((_request, index) =>
    index === 0 ? { kind: 'stream', pieces: Array.from({ length: 5000 }, (_each, at) => `n${at + 1} `), everyMs: 20 } : { kind: 'text', text: 'And that is all.' },
  );
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Count, please');
  await expect(lastAnswer(page)).toContainText('n20 ');
  await main(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(lastAnswer(page)).toContainText('You stopped this answer.');
  await expect(lastAnswer(page)).toContainText('n20 ');
  await expect.poll(() => model.requests[0]?.isAborted).toBe(true);
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(lastAnswer(page)).toContainText('And that is all.');
});

test('killed while a call runs, the outcome is unknown and it is not made again; killed while it waits, it did not run (O07, R87, try-out 33)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using server = await served('sleepy');
  await using model = await startModelEndpoint((request) => {
    const result = lastToolResult(request);
    return result === null ? { kind: 'call', tool: offered(request, 'hang').name, arguments: {} } : { kind: 'text', text: `I was told: ${result}` };
  });
  const calls = () => server.requests.filter(({ json }) => JSON.stringify(json ?? null).includes('"tools/call"')).length;
  await haveModel(app, model);
  await haveServer(app, 'sleepy', { url: server.url });

  await newChat(page);
  await send(page, 'While it runs');
  await allowOnce(page);
  await expect(call(page, 'sleepy', 'hang')).toContainText('Running');
  await expect.poll(calls).toBe(1);
  killHost(app);
  await expect(call(page, 'sleepy', 'hang')).toContainText('Outcome unknown', { timeout: 20_000 });
  await expect(call(page, 'sleepy', 'hang')).toContainText('It was not repeated.');
  // Going on tells the model, and makes no call by itself.
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(lastAnswer(page)).toContainText('I was told: The app was closed while this call was running.');
  expect(calls()).toBe(1);

  await newChat(page);
  await send(page, 'While it waits');
  await expect(card(page)).toBeVisible();
  killHost(app);
  await expect(call(page, 'sleepy', 'hang')).toContainText('Did not run', { timeout: 20_000 });
  await expect(card(page)).toBeHidden();
  expect(calls()).toBe(1);
});

test('what is typed outlives a reload, another page and the death of the host (O07)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await haveModel(app, model);
  await newChat(page);
  await composer(page).fill('Half a thought');
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await page.goBack();
  await expect(composer(page)).toHaveValue('Half a thought');
  await page.reload();
  await expect(composer(page)).toHaveValue('Half a thought');
  const before = app.data.hostPid();
  killHost(app);
  await expect.poll(() => app.data.hostPid(), { timeout: 20_000 }).not.toBe(before);
  await expect(composer(page)).toHaveValue('Half a thought');
  await composer(page).press('Enter');
  await expect(lastAnswer(page)).toContainText('Hello.', { timeout: 20_000 });
  await expect(composer(page)).toHaveValue('');
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
});

test('a resource and a prompt go into a message, are seen before they go, and reach the model (C06, C07, P08, P10)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await haveModel(app, model);
  await haveServer(app, 'basic', local('basic', { era: '2025-11-25' }));
  await newChat(page);
  await main(page).getByRole('button', { name: 'Attach a resource' }).click();
  await page.getByRole('option', { name: /^Welcome/ }).click();
  await expect(main(page).getByRole('list', { name: 'Attached' })).toContainText('Welcome');
  await main(page).getByRole('button', { name: 'Use a prompt' }).click();
  await page.getByRole('option', { name: '/basic:review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Code review' });
  await dialog.getByLabel('Language').fill('python');
  // Going on closes the list of suggestions.
  await dialog.getByLabel('Language').press('Tab');
  await dialog.getByRole('button', { name: 'Show messages' }).click();
  await expect(dialog).toContainText('Review this python code.');
  await dialog.getByRole('button', { name: 'Add to chat' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(4);
  await send(page, 'With these, please');
  await expect(lastAnswer(page)).toContainText('Hello.');
  const told = model.requests[0]?.messages.map(textOf).join('\n') ?? '';
  for (const text of ['This is a **text** file.', 'Review this python code.', 'Please show me the code.', 'With these, please']) expect(told).toContain(text);
  await expect(main(page).getByRole('article', { name: 'Message from you' }).last()).toContainText('Welcome');
  await expect(main(page).getByRole('list', { name: 'Attached' })).toBeHidden();
});

test('a server that is removed comes back by undo as it was, allowed and running (S03)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'basic', local('basic', { era: '2025-11-25' }));
  await page.getByRole('button', { name: 'More actions for basic' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^basic/ })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await openServer(page, 'basic');
  await expectState(page, 'Ready', { timeout: 20_000 });
});

test('what is found in a chat is brought into view itself: at both ends of a long answer, and in a call that was folded (C10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const long = Array.from({ length: 300 }, (_each, at) => `Paragraph ${at + 1}${at === 3 || at === 150 || at === 296 ? ' has a needle' : ''}.`).join('\n\n');
  const text = `${'line\n'.repeat(60)}needle in a call\n${'line\n'.repeat(60)}`;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'echo').name, arguments: { message: text } } : { kind: 'text', text: long }));
  await haveModel(app, model);
  await haveServer(app, 'basic', local('basic'));
  await newChat(page);
  await send(page, 'Please');
  // Pressed only once it has been read to its end, wherever the card is drawn anew.
  await expect(async () => {
    await readToEnd(page);
    await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled({ timeout: 2_000 });
  }).toPass();
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Paragraph 300.');
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in this chat' });
  await field.fill('needle');
  /** Where the marked occurrence stands: how far below the upper edge of the list and above its lower one, and what is around it. */
  const place = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('portolan-find-current') ?? [];
      const list = document.querySelector('[role=log]')?.getBoundingClientRect();
      if (!(range instanceof Range) || list === undefined) return 'nothing';
      const { top, bottom } = range.getBoundingClientRect();
      return top > list.top && bottom < list.bottom ? (range.startContainer.textContent ?? '').split('\n').find((line) => line.includes('needle')) : 'out of view';
    });
  const status = page.getByRole('search').getByRole('status');
  for (const [count, words] of [['5 of 5', 'Paragraph 297 has a needle.'], ['4 of 5', 'Paragraph 151 has a needle.'], ['3 of 5', 'Paragraph 4 has a needle.'], ['2 of 5', 'needle in a call'], ['1 of 5', 'needle in a call']] as const) {
    await expect(status).toHaveText(count);
    await expect.poll(place).toContain(words);
    await field.press('Enter');
  }
  await expect(status).toHaveText('5 of 5');
  await expect.poll(place).toBe('Paragraph 297 has a needle.');
});
