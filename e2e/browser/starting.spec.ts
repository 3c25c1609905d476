/** Starting the app: nothing waits for servers, and what is off stays off. */
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { expectState, openServer, sidebar } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { serverProcesses } from '../support/processes.ts';

test('ten servers that never answer are starting, one is off: the page works, chat answers, the one that is off is not contacted (try-out 35, S16, R10, R43)', async ({ app }) => {
  test.setTimeout(120_000);
  await using model = await startModelEndpoint();
  await using locked = await served('http-faults', { fault: 'unauthorized', on: '*' });
  await haveModel(app, model);
  const silent = Array.from({ length: 10 }, (_, index) => `silent-${index}`);
  await addReviewed(app, { good: local('basic', { era: '2025-11-25' }), ...Object.fromEntries(silent.map((name) => [name, local('silent')])), locked: { url: locked.url } });
  await openServer(app.page, 'locked');
  await expectState(app.page, 'Needs sign-in', { timeout: 20_000 });
  await app.page.getByRole('button', { name: 'More actions for locked' }).click();
  await app.page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expectState(app.page, 'Off');

  let contacts = 0;
  await app.restart(() => {
    contacts = locked.requests.length;
  });
  await newChat(app.page);
  await send(app.page, 'Are you there?');
  await expect(lastAnswer(app.page)).toContainText('Hello.');
  // All ten are still being started: nothing of the above waited for them.
  await expect(sidebar(app.page).getByRole('link', { name: /^silent-\d .*Starting$/ })).toHaveCount(10);
  await expect(sidebar(app.page).getByRole('link', { name: /^good .*Ready$/ })).toBeVisible({ timeout: 20_000 });
  await expect(sidebar(app.page).getByRole('link', { name: /^locked .*Off$/ })).toBeVisible();
  expect(locked.requests).toHaveLength(contacts);
  await app.quit();
  await expect.poll(() => serverProcesses(app.data.home), { timeout: 15_000 }).toEqual([]);
});
