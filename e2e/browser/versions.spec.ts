/** Asking again and saying otherwise: nothing that was there is lost. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';

test('an answer is asked for again, a message is said otherwise, and every version is found again, by search too (C09, C10)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request, index) => ({ kind: 'text', text: `Answer ${index + 1} to ${textOf(request.messages.findLast(({ role }) => role === 'user'))}` }));
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'the kingfisher');
  await expect(lastAnswer(page)).toContainText('Answer 1 to the kingfisher');

  await lastAnswer(page).getByRole('button', { name: 'Ask again' }).click();
  await expect(lastAnswer(page)).toContainText('Answer 2 to the kingfisher');
  await expect(lastAnswer(page)).toContainText('2 of 2');
  await lastAnswer(page).getByRole('button', { name: 'The version before' }).click();
  await expect(lastAnswer(page)).toContainText('Answer 1 to the kingfisher');
  await expectAccessible(page, 'versions of an answer');

  const own = main(page).getByRole('article', { name: 'Message from you' });
  await own.hover();
  await own.getByRole('button', { name: 'Change the message' }).click();
  const field = own.getByRole('textbox', { name: 'Change the message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('the kingfisher');
  await field.fill('the heron');
  await expectAccessible(page, 'a message that is changed');
  await page.keyboard.press('Control+Enter');
  await expect(lastAnswer(page)).toContainText('Answer 3 to the heron');
  expect(JSON.stringify(model.requests[2]?.messages)).not.toContain('kingfisher');
  await expect(own).toContainText('2 of 2');

  await page.reload();
  await expect(lastAnswer(page)).toContainText('Answer 3 to the heron');
  const chat = new URL(page.url()).hash;
  await page.goto(`${new URL(page.url()).origin}/#/history?q=kingfisher`);
  await main(page).getByRole('link', { name: /Answer 2 to the/ }).click();
  await expect(main(page).getByText('Answer 2 to the kingfisher')).toBeVisible();
  await expect(own).toContainText('the kingfisher');
  expect(new URL(page.url()).hash.startsWith(chat)).toBe(true);
});
