/** What models used: under each answer, summed up, priced, and held to a budget. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('tokens are counted, a price is entered, the cost stands under the answer, and a used-up budget keeps a message unsent until it is raised (C15)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  model.usage = { input: 1_000_000, output: 500_000, cached: 400_000 };
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Hello there');
  await expect(lastAnswer(page)).toContainText('1,000,000 tokens in, 500,000 out');

  await page.goto(`${new URL(page.url()).origin}/#/settings/usage`);
  const models = main(page).getByRole('region', { name: 'By model' });
  await expect(models.getByRole('row', { name: 'test-model' })).toContainText('1 request without a price');
  await models.getByRole('button', { name: 'Change the price of test-model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of test-model' });
  await dialog.getByLabel('For a million tokens in, in US dollars').fill('2');
  await dialog.getByLabel('For a million tokens out, in US dollars').fill('8');
  await expectAccessible(page, 'the price of a model');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(models.getByRole('row', { name: 'test-model' })).toContainText('$2.00 in, $8.00 out');

  await page.goBack();
  await send(page, 'And again');
  await expect(lastAnswer(page)).toContainText('about $6.00');

  await page.goto(`${new URL(page.url()).origin}/#/settings/usage`);
  await expect(models.getByRole('row', { name: 'test-model' })).toContainText('$6.00');
  await expect(main(page).getByRole('region', { name: 'By chat' }).getByRole('link', { name: 'Hello there' })).toBeVisible();
  const budget = main(page).getByLabel('Budget a month, in US dollars');
  await budget.fill('5');
  await budget.blur();
  await expect(main(page).getByText('The budget of this month is used up.')).toBeVisible();
  await expectAccessible(page, 'usage');

  await page.goBack();
  await composer(page).fill('Not sent');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText("This month's budget of $5 for models is used up: $6 so far.")).toBeVisible();
  await expect(composer(page)).toHaveValue('Not sent');
  expect(model.requests).toHaveLength(2);
});
