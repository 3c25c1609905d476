/** A tool with an app: shown in the chat, used, asked about, and there again after a reload (P23). */
import { expect, test } from '../harness/test.ts';
import { app as appOf, bar, inside } from '../steps/apps.ts';
import { allowOnce, card, composer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

for (const era of ['2025-11-25', '2026-07-28'] as const) test(`an app of a tool is shown, gets what the tool was called with, asks before it calls, and is there after a reload: ${era} (P23, I14)`, { tag: era === '2025-11-25' ? [] : '@full' }, async ({ app }) => {
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'count').name, arguments: { by: 3 } } : { kind: 'text', text: 'There it is.' }));
  await haveModel(app, model);
  await haveServer(app, 'counter', local('apps', { era }));
  const { page } = app;
  await newChat(page);
  await send(page, 'Count three.');
  await allowOnce(page);
  const frame = inside(page);
  await expect(frame.locator('#input')).toHaveText('3');
  await expect(frame.locator('#count')).toHaveText('3');
  await expect(frame.locator('#said')).toHaveText('from the server');
  // What is for the app alone is offered to no model.
  const offers = (model.requests[0]?.tools ?? []).map(({ name }) => name.split('__').at(-1));
  expect(['count', 'secret', 'reset'].map((name) => offers.includes(name))).toEqual([true, true, false]);
  await frame.getByRole('button', { name: 'Add one' }).click();
  await expect(card(page)).toContainText('The app in this chat asks for this, not the model.');
  await allowOnce(page);
  await expect(frame.locator('#count')).toHaveText('4');
  await expect(appOf(page)).toContainText('1 call by this app');
  await frame.getByRole('button', { name: 'Suggest a message' }).click();
  await appOf(page).getByRole('button', { name: 'Put into the message box' }).click();
  await expect(composer(page)).toHaveValue('Please set the counter back to zero.');
  await bar(page, 'What this app may reach').click();
  await expect(page.getByRole('dialog')).toContainText('Nothing on the network.');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(inside(page).locator('#count')).toHaveText('3');
  // Before the chat is left the app is told, and its last words are heard.
  await openServer(page, 'counter');
  await expect(await openTab(page, 'Log')).toContainText('the app let go');
});

test('an app fills the window, stays in a corner, follows the theme, reads, tells the model and rests when closed (P23)', { tag: '@full' }, async ({ app }) => {
  await using model = await startModelEndpoint((request) => (request.messages.at(-1)?.role === 'tool' || lastToolResult(request) !== null ? { kind: 'text', text: 'There it is.' } : { kind: 'call', tool: offered(request, 'count').name, arguments: { by: 3 } }));
  await haveModel(app, model);
  await haveServer(app, 'counter', local('apps', { key: 'ui/resourceUri' }));
  const { page } = app;
  await newChat(page);
  await send(page, 'Count three.');
  await allowOnce(page);
  const frame = inside(page);
  await expect(frame.locator('#count')).toHaveText('3');
  await expect(frame.locator('#mode')).toHaveText('inline');
  await frame.getByRole('button', { name: 'Whole window' }).click();
  await expect(frame.locator('#mode')).toHaveText('fullscreen');
  const size = page.viewportSize() ?? (await page.evaluate(() => ({ width: innerWidth, height: innerHeight })));
  expect((await appOf(page).boundingBox())?.width).toBe(size.width);
  // What we ask goes above it.
  await frame.getByRole('button', { name: 'Open the manual' }).click();
  await expect(page.getByRole('dialog')).toContainText('example.com');
  await page.keyboard.press('Escape');
  await expect(frame.locator('#mode')).toHaveText('inline');
  await bar(page, 'Keep in a corner').click();
  await expect(frame.locator('#mode')).toHaveText('pip');
  await expect(frame.locator('#count')).toHaveText('3');
  await bar(page, 'Back into the chat').click();
  await frame.getByRole('button', { name: 'Read the notes' }).click();
  await expect(frame.locator('#said')).toHaveText('Count with care.');
  await frame.getByRole('button', { name: 'Tell the model' }).click();
  await expect(main(page).getByText('What “Count” shows').first()).toBeVisible();
  await send(page, 'What does it show?');
  await expect.poll(() => JSON.stringify(model.requests.at(-1)?.messages)).toContain('The counter on the screen shows 3.');
  await bar(page, 'Close app').click();
  await expect(main(page).getByText('The app “Count” is closed.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Open again' }).click();
  await expect(inside(page).locator('#count')).toHaveText('3');
});
