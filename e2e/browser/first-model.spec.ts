/** From no model to the first answer. */
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { enterProvider } from '../steps/models.ts';
import { main, sidebar } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('without a model a chat says what can be done; the only model needs no choice; among several one is chosen where it is needed (C01, C03)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await newChat(page);
  await expect(main(page).getByText('No model is connected')).toBeVisible();
  await main(page).getByRole('button', { name: 'Use servers by hand' }).click();
  await expect(main(page).getByRole('heading', { name: 'Servers', exact: true })).toBeVisible();

  await enterProvider(page, { name: 'One', baseUrl: model.url });
  await expect(page.getByRole('dialog', { name: 'Add provider' })).toBeHidden();
  await newChat(page);
  await send(page, 'Hello?');
  await expect(lastAnswer(page)).toContainText('Hello.');

  // The only one is gone, and several come instead.
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Models' }).click();
  await main(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove provider' }).click();
  await expect(main(page).getByRole('heading', { name: 'One', exact: true })).toBeHidden();
  model.models = { status: 200, type: 'application/json', body: JSON.stringify({ object: 'list', data: [{ id: 'small' }, { id: 'large' }] }) };
  await enterProvider(page, { name: 'Several', baseUrl: model.url });
  await expect(page.getByRole('dialog', { name: 'Add provider' })).toBeHidden();
  await newChat(page);
  await expect(main(page).getByText('Choose one for this chat above, or one for all new chats in Settings.')).toBeVisible();
  await main(page).getByRole('combobox', { name: 'Choose a model' }).click();
  await page.getByRole('option', { name: 'large' }).click();
  await send(page, 'And now?');
  await expect(lastAnswer(page)).toContainText('Hello.');
  expect(model.requests.map((request) => request.model)).toEqual(['test-model', 'large']);
});
