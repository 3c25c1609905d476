/** A chat in a window of its own, and two windows of one chat that stay in step (C11). */
import { expect, test } from '../harness/test.ts';
import { allowOnce, card, composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('a chat opens in its own window, without what leads elsewhere; drafts, answers and decisions are the same in both (C11, H01)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'harvest').name, arguments: {} } : { kind: 'stream', pieces: ['One. ', 'Two. ', 'Three.'], everyMs: 300 }));
  await haveModel(app, model);
  await addReviewed(app, { shelf: local('shelves', { tools: 2 }) });
  await newChat(page);
  const opened = page.context().waitForEvent('page');
  await main(page).getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Open in its own window' }).click();
  const own = await opened;
  await expect(composer(own)).toBeVisible();
  expect(new URL(own.url()).hash).toBe(`${new URL(page.url()).hash}?window=own`);
  await expect(own.getByRole('navigation')).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Show or hide the sidebar' })).toHaveCount(0);

  // What one writes the other shows, and nothing is typed over.
  await composer(page).fill('Read the harvest');
  await expect(composer(own)).toHaveValue('Read the harvest');
  await composer(own).fill('Read the harvest table.');
  await expect(composer(page)).toHaveValue('Read the harvest table.');
  await send(own, 'Read the harvest table.');
  await expect(composer(page)).toHaveValue('');
  for (const each of [page, own]) await expect(card(each)).toBeVisible();
  await allowOnce(own);
  await expect(card(page)).toHaveCount(0);
  for (const each of [page, own]) await expect(lastAnswer(each)).toContainText('One. Two. Three.');

  // The same chat again brings that window to the front, or takes its place.
  await main(page).getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Open in its own window' }).click();
  await expect.poll(() => page.context().pages().length).toBe(2);
  await own.close();
  await expect(composer(page)).toBeVisible();
});
