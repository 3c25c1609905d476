/** A tool with an app: shown in the chat, used, asked about, and there again after a reload (P23). */
import { expect, test } from '../harness/test.ts';
import { app as appOf, bar, inside } from '../steps/apps.ts';
import { allowOnce, card, composer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('an app of a tool is shown, gets what the tool was called with, asks before it calls, and is there after a reload (P23, I14)', async ({ app }) => {
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'count').name, arguments: { by: 3 } } : { kind: 'text', text: 'There it is.' }));
  await haveModel(app, model);
  await haveServer(app, 'counter', local('apps'));
  const { page } = app;
  await newChat(page);
  await send(page, 'Count three.');
  await allowOnce(page);
  const frame = inside(page);
  await expect(frame.locator('#input')).toHaveText('3');
  await expect(frame.locator('#count')).toHaveText('3');
  await expect(frame.locator('#said')).toHaveText('from the server');
  expect(model.requests[0]?.tools.map(({ name }) => name.split('__').at(-1))).toEqual(['count', 'secret']);
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
});
