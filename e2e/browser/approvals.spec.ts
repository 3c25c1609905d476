/** Deciding about calls: never by accident, never twice, the same in every window. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { answers, card, composer, denyWithReason, lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main, openServer, sidebar } from '../steps/servers.ts';
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

test('Enter every 30 ms and clicks where the button will be never allow a card that is just appearing (H08, T:J10)', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);

  // Where the button stands is learnt from a first card, which is denied.
  await send(page, 'First');
  const button = card(page).getByRole('button', { name: 'Allow once' });
  await expect(button).toBeVisible();
  const place = await button.boundingBox();
  if (!place) throw new Error('the button has no place');
  await denyWithReason(page, 'no');
  await expect(lastAnswer(page)).toContainText('It came to this');

  await composer(page).fill('Second');
  expect(await hammerUntilCard(page, place)).toBeGreaterThan(0);
  // A reload is a round trip through the host and back: had it been decided, that would show now.
  await page.reload();
  await expect(card(page)).toContainText('basic wants to run Sum');
  expect(calls(server)).toBe(0);

  // After its first moments an unhurried press allows it.
  await expect(button).toBeEnabled();
  await button.click();
  await expect(lastAnswer(page)).toContainText('The sum of 1 and 2 is 3.');
  expect(calls(server)).toBe(1);
});

test('a script in the page cannot press the button (H08, T:J10)', async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
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

test('two windows show the same, and a decision in one settles the other: answered twice is accepted once (H01, C11, R81, O03)', async ({ app }) => {
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(askForSum);
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
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
  await addServer(page, 'basic', local('basic', { era: '2025-11-25' }));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
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
  await main(page).getByRole('button', { name: 'Take back: get-sum' }).click();
  await expect(main(page).getByText('Nothing is allowed in advance. Every tool call is asked.')).toBeVisible();
  await page.goBack();
  await newChat(page);
  await send(page, 'Three');
  await expect(card(page)).toBeVisible();
});

/** How long after it appeared what is pressed may still reach the card in this test; the card's own limit is 700 ms. */
const hammeredMs = 650;

interface Hammered {
  __hammered?: { appearedAt: number | null; onCard: number };
}

/**
 * Presses Enter every 30 ms, the first of which sends what is written, and clicks where the button stood and where it
 * stands, from before the card appears until shortly before its guard ends. What a busy machine delivers later than that is held back in the page, so that the test
 * says nothing about how fast the machine is. Returns how many presses and clicks reached the card.
 */
async function hammerUntilCard(page: Page, place: { x: number; y: number; width: number; height: number }): Promise<number> {
  await page.evaluate((limit) => {
    const state: NonNullable<Hammered['__hammered']> = { appearedAt: null, onCard: 0 };
    (window as Hammered).__hammered = state;
    new MutationObserver(() => {
      if (document.querySelector('[data-approval]')) state.appearedAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true });
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keypress', 'keyup']) {
      addEventListener(
        type,
        (event) => {
          if (state.appearedAt !== null && performance.now() - state.appearedAt > limit) {
            event.stopImmediatePropagation();
            event.preventDefault();
          } else if (event.target instanceof Element && event.target.closest('[data-approval]')) state.onCard++;
        },
        { capture: true },
      );
    }
  }, hammeredMs);
  await composer(page).focus();
  for (;;) {
    await page.keyboard.press('Enter');
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    const now = await page.evaluate(() => {
      const { appearedAt, onCard } = (window as Hammered).__hammered ?? { appearedAt: null, onCard: 0 };
      const buttons = [...document.querySelectorAll('[data-approval] button')].filter((button) => button.textContent === 'Allow once');
      const { x, y, width, height } = buttons[0]?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
      return { age: appearedAt === null ? -1 : performance.now() - appearedAt, onCard, place: { x, y, width, height } };
    });
    if (now.age > hammeredMs) return now.onCard;
    if (now.place.width > 0) await page.mouse.click(now.place.x + now.place.width / 2, now.place.y + now.place.height / 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
