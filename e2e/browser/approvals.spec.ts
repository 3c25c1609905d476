/** Deciding about calls: never by accident, never twice, the same in every window. */
import { expect, test } from '../harness/test.ts';
import { allowOnce, answers, card, composer, denyWithReason, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, sidebar } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

/** Calls the tool for every question, and tells what came of it. */
function askForSum(request: ChatRequest): Answer {
  const result = lastToolResult(request);
  return result === null ? { kind: 'call', tool: offered(request, 'get-sum').name, arguments: { a: 1, b: 2 } } : { kind: 'text', text: `It came to this: ${result}` };
}

/** How often the tool was really called. */
const calls = (server: { requests: { json: unknown }[] }) => server.requests.filter(({ json }) => JSON.stringify(json ?? null).includes('"tools/call"')).length;

test('Enter every 30 ms and clicks on the button never allow a card that is just appearing (H08, T:J10)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  // The page's clock is the test's: how fast the machine is does not matter, and every press is real input.
  await page.clock.install();
  await page.reload();
  await composer(page).fill('Please');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

  const button = card(page).getByRole('button', { name: 'Allow once' });
  let pressed = 0;
  let missing = 0;
  // From before it appears (the first Enter sends the message) until shortly before 700 ms have gone by.
  for (let age = 0; age < 630; ) {
    await page.keyboard.press('Enter');
    const place = (await button.isVisible()) ? await button.boundingBox() : null;
    if (place) {
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      await page.keyboard.press('Enter');
      pressed++;
      age += 30;
    // A row that is drawn anew is gone for a moment; a card that was answered stays away.
    } else if (pressed > 0 && ++missing > 20) break;
    await page.clock.runFor(30);
  }
  expect(pressed, 'presses that the card outlived').toBe(21);
  await expect(card(page)).toContainText('basic wants to run Sum');
  expect(calls(server)).toBe(0);

  // Each press has begun the wait anew; left alone for a moment, one allows it.
  await page.clock.runFor(800);
  await page.clock.resume();
  await expect(button).toBeEnabled();
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('The sum of 1 and 2 is 3.');
  expect(calls(server)).toBe(1);
});

test('a script in the page cannot press the button (H08, T:J10)', async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  await send(page, 'Please');
  const button = card(page).getByRole('button', { name: 'Allow once' });
  await expect(button).toBeEnabled();
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  // A round trip through the host and back: what had been sent would have arrived.
  await page.reload();
  await expect(card(page)).toBeVisible();
  expect(calls(server)).toBe(0);
});

test('two windows show the same, and a decision in one settles the other: answered twice is accepted once (H01, C11, R81, O03)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await haveModel(app, model);
  await haveServer(app, 'basic', { url: server.url });
  await newChat(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(sidebar(other).getByRole('link', { name: /^basic .*Ready$/ })).toBeVisible();
  await expect(composer(other)).toBeVisible();

  await send(page, 'From the first window');
  await expect(main(other).getByRole('article', { name: 'Message from you' })).toContainText('From the first window');
  const buttons = [page, other].map((each) => card(each).getByRole('button', { name: 'Allow once' }));
  for (const button of buttons) await expect(button).toBeEnabled();
  // Both at once: whichever comes second finds it settled.
  await Promise.allSettled(buttons.map((button) => button.click({ timeout: 3_000 })));
  for (const each of [page, other]) {
    await expect(lastAnswer(each)).toContainText('The sum of 1 and 2 is 3.');
    await expect(card(each)).toBeHidden();
  }
  expect(calls(server)).toBe(1);

  // A denial in the second one is seen in the first.
  await send(other, 'From the second window');
  await expect(card(page)).toBeVisible();
  await denyWithReason(other, 'not again');
  await expect(card(page)).toBeHidden();
  await expect(answers(page).last()).toContainText('Denied: not again');
  expect(calls(server)).toBe(1);

  // What belongs to all is the same at once: a name, a server, a setting.
  await openServer(other, 'basic');
  await other.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(sidebar(page).getByRole('link', { name: /^basic .*Stopped$/ })).toBeVisible();
  await other.close();
});

test('“Always allow” is asked no more, stands in the settings, and can be taken back (H01, S13)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(askForSum);
  await haveModel(app, model);
  await haveServer(app, 'basic', local('basic', { era: '2025-11-25' }));
  await newChat(page);
  await send(page, 'One');
  await card(page).getByRole('button', { name: 'More ways to allow' }).click();
  await page.getByRole('menuitem', { name: /^Always allow this tool/ }).click();
  await expect(lastAnswer(page)).toContainText('The sum of 1 and 2 is 3.');
  await send(page, 'Two');
  await expect(answers(page)).toHaveCount(2);
  await expect(lastAnswer(page)).toContainText('The sum of 1 and 2 is 3.');
  await expect(lastAnswer(page)).not.toContainText('wants to run');

  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Permissions' }).click();
  await main(page).getByRole('button', { name: 'Take back: Allow “get-sum” of basic.' }).click();
  await expect(main(page).getByText('Nothing is decided in advance. Every tool call is asked.')).toBeVisible();
  await page.goBack();
  await newChat(page);
  await send(page, 'Three');
  await expect(card(page)).toBeVisible();
});
