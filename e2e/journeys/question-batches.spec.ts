/** Several calls that wait at once: looked at together, decided each for itself, and never the wrong one (H08, J11, J10). */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import type { Page } from '@playwright/test';
import { card, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main } from '../steps/servers.ts';
import { served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

const long = Array.from({ length: 200 }, (_, index) => `Line ${index + 1} of a long letter.`).join('\n');

/** Three at once where that is wished for; else one, and the same again whatever comes back. */
function obey(request: ChatRequest): Answer {
  const wish = textOf(request.messages.findLast(({ role }) => role === 'user'));
  const echo = (message: string) => ({ tool: offered(request, 'echo').name, arguments: { message } });
  if (!wish.includes('three')) return { kind: 'call', ...echo('again and again') };
  return lastToolResult(request) === null ? { kind: 'calls', calls: [echo('first'), echo(long), echo('third')] } : { kind: 'text', text: 'All three are done.' };
}
const calls = (server: { requests: { json: unknown }[] }) => server.requests.flatMap(({ json }) => /"method":"tools\/call"/.test(JSON.stringify(json ?? null)) ? [JSON.stringify(json)] : []);
const order = (page: Page) => card(page).evaluateAll((cards) => cards.map((each) => each.getAttribute('data-approval')));
const batch = (page: Page) => main(page).locator('[data-batch]');

test('three calls at once are allowed together once each was looked at; what comes meanwhile is put at the end (T:J11, H08)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(150_000);
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint(obey);
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);
  await send(page, 'Go on and on');
  await expect(card(page)).toBeVisible();
  await newChat(page);
  await send(page, 'Please do three');
  await expect(card(page)).toHaveCount(1);
  await card(page).getByRole('button', { name: 'Show all together' }).click();

  await expect(card(page)).toHaveCount(4);
  const [again = '', ...three] = await order(page);
  await expect(batch(page)).toContainText('basic wants to make 3 calls in this chat');
  const allow = batch(page).getByRole('button', { name: 'Allow these 3 once' });
  // The long one was not opened: all of the others do not stand for it.
  for (const id of three) await main(page).locator(`[data-approval="${id}"] footer`).scrollIntoViewIfNeeded();
  await expect(batch(page)).toContainText('2 of 3 looked at');
  await expect(allow).toBeDisabled();
  await expect(card(page).last().getByRole('button', { name: 'Allow once' })).toBeEnabled();
  // A button that is just fading in is not what is looked at.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))).then(() => undefined));
  await expectAccessible(page, 'a batch of calls');

  // Another chat's call is answered, and its next one comes: nothing is put before or between those that are there.
  await main(page).locator(`[data-approval="${again}"]`).getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(main(page).locator(`[data-approval="${again}"]`)).toHaveCount(0);
  await expect.poll(() => order(page)).toEqual([...three, expect.not.stringMatching(new RegExp([again, ...three].join('|')))]);
  expect(calls(server)).toEqual([]);

  const letter = main(page).locator(`[data-approval="${three[1]}"]`);
  await letter.getByRole('button', { name: /^Show all of it: / }).click();
  await letter.getByRole('region', { name: '1 argument' }).evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await letter.locator('footer').scrollIntoViewIfNeeded();
  await expect(batch(page)).toContainText('All looked at');
  await expect(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: 5_000 });
    await expect(batch(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect.poll(() => calls(server).length).toBe(3);
  // The other chat's call still waits: nobody decided about it.
  await expect(card(page)).toHaveCount(1);
  expect(calls(server).filter((text) => text.includes('again and again'))).toEqual([]);
  await card(page).getByRole('button', { name: 'Deny', exact: true }).focus();
});

test('presses every 30 ms at the button of a batch that is just appearing, or just changed, allow nothing (T:J10, T:J11, H08)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(150_000);
  const { page } = app;
  await using server = await served('basic');
  await using model = await startModelEndpoint((request) => ({ kind: 'calls', calls: ['one', 'two', 'three'].map((message) => ({ tool: offered(request, 'echo').name, arguments: { message } })) }));
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);
  await send(page, 'Please');
  await expect(card(page)).toBeVisible();
  await page.clock.install();
  await page.reload();
  await expect(card(page)).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

  const pressFor = async (button: ReturnType<Page['locator']>): Promise<number> => {
    let pressed = 0;
    for (let age = 0; age < 630; age += 30) {
      const place = (await button.isVisible()) ? await button.boundingBox() : null;
      if (place) {
        await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
        await button.focus();
        await page.keyboard.press('Enter');
        pressed++;
      }
      await page.clock.runFor(30);
    }
    return pressed;
  };
  await page.evaluate(() => {
    location.hash = '#/questions';
  });
  const all = (count: number) => batch(page).getByRole('button', { name: `Allow these ${count} once` });
  // The page's own code comes by a way that needs its clock; the first moment in which the button is there is the one meant.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(all(3)).toBeVisible({ timeout: 100 });
  }).toPass();
  expect(await pressFor(all(3)), 'presses').toBe(21);
  // One of them goes: the others wait anew.
  await page.clock.runFor(800);
  await card(page).first().getByRole('button', { name: 'Deny', exact: true }).click();
  await page.clock.runFor(30);
  await expect(all(2)).toBeVisible();
  expect(await pressFor(all(2)), 'presses').toBe(21);
  expect(calls(server)).toEqual([]);
  await expect(card(page)).toHaveCount(2);
  await page.clock.resume();
});
