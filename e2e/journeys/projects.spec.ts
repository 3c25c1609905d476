/** Projects, and a history that is narrowed (C10). */
import { expect, test } from '../harness/test.ts';
import { inaccessible } from '../harness/accessibility.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel, haveServers } from '../steps/prepare.ts';
import { addFilter, chatsOf, newChatHere, newProject } from '../steps/projects.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';

test('instructions of a project go with its chats, and the history is narrowed to it (C10)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'The dough rests a night.' }));
  await haveModel(app, model);
  await newProject(page, 'Kitchen', 'Always answer in metric units.');
  await newChatHere(page);
  await send(page, 'How long does dough rest?');
  await expect(lastAnswer(page)).toContainText('a night');
  await newChat(page);
  await send(page, 'And dough elsewhere?');
  await expect(lastAnswer(page)).toContainText('a night');
  const told = model.requests.map(({ messages }) => textOf(messages.find(({ role }) => role === 'system')));
  expect(told[0]).toContain('Always answer in metric units.');
  expect(told.find((text) => text.includes('You are an assistant') && !text.includes('metric units'))).toBeDefined();
  await expect(chatsOf(page, 'Kitchen').getByRole('link')).toHaveText(['How long does dough rest?']);

  await sidebar(page).getByRole('button', { name: 'History' }).click();
  await main(page).getByRole('searchbox').fill('dough');
  const hits = main(page).getByRole('list').getByRole('link');
  await expect(hits).toHaveCount(6);
  await addFilter(page, 'Kitchen');
  await expect(hits).toHaveCount(3);
  await main(page).getByRole('searchbox').pressSequentially(' is:pinned ');
  await expect(main(page).getByText('Nothing found for “dough” with these filters.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Search without “Pinned”' }).click();
  await expect(hits).toHaveCount(3);
});

test('a project offers its servers and files to its chats, a chat can differ; chats outlive it, and all of it outlives a restart (C10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    const tools = request.tools.map(({ name }) => name);
    if (lastToolResult(request) === null && tools.includes('portolan__read_project_file')) return { kind: 'call', tool: 'portolan__read_project_file', arguments: { file: 'cellar.txt', find: 'blue barrel' } };
    return { kind: 'text', text: lastToolResult(request)?.slice(0, 400) ?? 'Hello.' };
  });
  await haveServers(app, { calc: local('basic'), other: local('basic') });
  await haveModel(app, model);
  await newProject(page, 'Cellar');
  await main(page).getByRole('radio', { name: /Only these/ }).check();
  await main(page).getByRole('checkbox', { name: 'other' }).uncheck();
  await page.getByLabel('Add files', { exact: true }).setInputFiles([
    { name: 'shelf.txt', mimeType: 'text/plain', buffer: Buffer.from('Third shelf: cider.') },
    { name: 'cellar.txt', mimeType: 'text/plain', buffer: Buffer.from(`${'wine '.repeat(60_000)}the blue barrel holds perry ${'wine '.repeat(60_000)}`) },
  ]);
  const files = main(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files).toHaveText([/^shelf\.txt.*With every message/, /^cellar\.txt.*Read when needed/]);
  expect(await inaccessible(page)).toEqual([]);

  await newChatHere(page);
  await send(page, 'What does the blue barrel hold?');
  await expect(lastAnswer(page)).toContainText('the blue barrel holds perry');
  const asked = () => model.requests.find(({ messages }) => messages.some((message) => textOf(message).includes('blue barrel hold?')));
  expect(JSON.stringify(asked()?.messages)).toContain('Third shelf: cider.');
  expect(JSON.stringify(asked()?.messages)).not.toContain('wine wine');
  expect(asked()?.tools.some(({ name }) => name.startsWith('calc__'))).toBe(true);
  expect(asked()?.tools.some(({ name }) => name.startsWith('other__'))).toBe(false);

  // The meter tells what the project takes; everything the model is told can be read.
  await main(page).getByRole('button', { name: /^Context: / }).click();
  await expect(page.getByRole('dialog').getByText('Files of the project Cellar')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Everything the model is told' }).click();
  const told = page.getByRole('dialog', { name: 'Everything the model is told' });
  await expect(told.getByText('cellar.txt', { exact: true })).toBeVisible();
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // Another set in this chat alone.
  await main(page).getByRole('button', { name: /^Context: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tools in this chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Servers in this chat: 1 of 2' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'other' }).check();
  await expect(page.getByRole('dialog').getByText('Chosen for this chat.')).toBeVisible();
  await page.keyboard.press('Escape');
  await send(page, 'Once more?');
  await expect.poll(() => model.requests.at(-1)?.tools.some(({ name }) => name.startsWith('other__'))).toBe(true);

  await app.restart();
  const again = app.page;
  await expect(chatsOf(again, 'Cellar').getByRole('link')).toHaveText(['What does the blue barrel hold?']);
  await sidebar(again).getByRole('link', { name: 'Cellar' }).click();
  await main(again).getByRole('button', { name: 'What can be done with this project' }).click();
  await again.getByRole('menuitem', { name: 'Delete the project' }).click();
  await expect(sidebar(again).getByRole('link', { name: 'What does the blue barrel hold?' })).toBeVisible();
  await expect(sidebar(again).getByRole('link', { name: 'Cellar' })).toBeHidden();
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(chatsOf(again, 'Cellar').getByRole('link')).toHaveText(['What does the blue barrel hold?']);
  await expect(main(again).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText([/^shelf\.txt/, /^cellar\.txt/]);
});

test('a chat is moved by keyboard, and the history is narrowed by server, model, attachment and days (C10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null && textOf(request.messages.at(-1)).includes('echo') ? { kind: 'call', tool: offered(request, 'echo').name, arguments: { message: 'cider' } } : { kind: 'text', text: 'Cider it is.' }));
  await addReviewed(app, { calc: local('basic') });
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Please echo the cider.');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Cider it is.');
  await newChat(page);
  await send(page, 'No cider here.');
  await expect(lastAnswer(page)).toContainText('Cider it is.');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Move to project');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Move to a project' })).toBeVisible();
  await page.keyboard.type('Orchard');
  await page.keyboard.press('Enter');
  await expect(chatsOf(page, 'Orchard').getByRole('link')).toHaveText(['No cider here.']);
  await expect(main(page).getByRole('link', { name: 'In the project Orchard' })).toBeVisible();

  await sidebar(page).getByRole('button', { name: 'History' }).click();
  const chats = main(page).getByRole('list').getByRole('link');
  await addFilter(page, 'calc');
  await expect(chats).toHaveText([/^Please echo the cider\./]);
  await expect(main(page).getByText('1 chat', { exact: true })).toBeVisible();
  await main(page).getByRole('button', { name: 'Remove the filter Server used: calc' }).click();
  await addFilter(page, model.model);
  await addFilter(page, 'Today');
  await expect(chats).toHaveCount(2);
  expect(await inaccessible(page)).toEqual([]);
  await main(page).getByRole('searchbox').fill('in:orchard cider');
  await expect(main(page).getByRole('group', { name: 'Filters' })).toContainText('Project: Orchard');
  await expect(chats.first()).toContainText('No cider here.');
  await addFilter(page, 'Has an attachment');
  await expect(main(page).getByRole('button', { name: 'Search without “Has an attachment”' })).toBeVisible();
  await main(page).getByRole('button', { name: 'Clear all' }).first().click();
  await expect(chats.filter({ hasText: 'Please echo the cider.' }).first()).toBeVisible();
  // Going to a chat and back finds the search again.
  await addFilter(page, 'Today');
  await chats.first().click();
  await expect(main(page).getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await page.goBack();
  await expect(main(page).getByRole('group', { name: 'Filters' })).toContainText('From ');
});
