/** How a model gets at resources, and what a result links to (P08, H01). */
import { expect, test } from '../harness/test.ts';
import { chips } from '../steps/attachments.ts';
import { allowOnce, call, card, denyWithReason, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { limitQuestions } from '../steps/questions.ts';
import { main, sidebar } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('a model asks for a resource as for a tool of that server; refused it reads nothing, switched off it cannot ask (P08, H01)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null && request.tools.some(({ name }) => name.startsWith('portolan__')) ? { kind: 'call', tool: offered(request, 'read_resource').name, arguments: { server: 'living', uri: 'fixture://note' } } : { kind: 'text', text: 'So be it.' }));
  await haveModel(app, model);
  await haveServer(app, 'living', local('living', { every: 60_000 }));
  await newChat(page);
  await send(page, 'Read my note');
  await expect(card(page)).toContainText('living');
  await expect(card(page)).toContainText('Read a resource');
  await expect(card(page)).toContainText('fixture://note');
  await denyWithReason(page, 'private');
  await expect(lastAnswer(page)).toContainText('So be it.');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('first words');
  await newChat(page);
  await send(page, 'Read my note again');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('So be it.');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('first words');
  await unfold(call(page, 'living', 'Read a resource'));
  await expect(lastAnswer(page)).toContainText('first words');
  // In this chat no more.
  await main(page).getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'The model may ask for resources' }).click();
  await page.keyboard.press('Escape');
  const before = model.requests.length;
  await send(page, 'And now?');
  await expect.poll(() => model.requests.length).toBeGreaterThan(before);
  expect(model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['living__point-outside', 'living__write-note']);
  // Every one of them is in the log, under its server.
  await sidebar(page).getByRole('link', { name: 'Activity' }).click();
  await expect(main(page)).toContainText('host:read_resource');
});

test('what a result links to is attached from there; the model has it only then (P07, P08)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'get-resource-link').name, arguments: {} } : { kind: 'text', text: 'There is a link.' }));
  await haveModel(app, model);
  await haveServer(app, 'basic', local('basic'));
  await newChat(page);
  await send(page, 'Where is it?');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('There is a link.');
  // The model has the words of the link, and nothing of what is behind it.
  const told = JSON.stringify(model.requests.at(-1)?.messages);
  expect(told).toContain('[resource fixture://notes/welcome.md');
  expect(told).not.toContain('This is a **text** file.');
  const result = call(page, 'basic', 'get-resource-link');
  await unfold(result);
  await result.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(chips(page)).toHaveText([/from basic · 37 bytes · about 10 tokens/]);
  await expect(result.getByRole('button', { name: 'Attach', exact: true })).toBeDisabled();
  await send(page, 'What does it say?');
  await expect.poll(() => JSON.stringify(model.requests.at(-1)?.messages)).toContain('This is a **text** file.');
});

test('a link in a result makes the app do nothing: what is read, attached or asked for by the model comes from the server that sent it, or not at all (T:D12)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const links = ['file:///etc/passwd', 'file://host/share', 'ms-msdt:/id', 'portolan://add-server?name=x', `${canary.url}/secret`];
  await using model = await startModelEndpoint((request) => {
    const last = lastToolResult(request);
    if (last === null) return { kind: 'call', tool: offered(request, 'point-outside').name, arguments: {} };
    return last.includes('[resource') ? { kind: 'calls', calls: links.map((uri) => ({ tool: offered(request, 'read_resource').name, arguments: { server: 'living', uri } })) } : { kind: 'text', text: 'Nothing to be had.' };
  });
  await haveModel(app, model);
  await haveServer(app, 'living', local('living', { every: 60_000, outside: `${canary.url}/secret` }));
  await limitQuestions(page, 100);
  await newChat(page);
  await send(page, 'Follow the links');
  await allowOnce(page);
  // The model asks for each; the person agrees to all of it.
  for (let left = links.length; left > 0; left--) await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Nothing to be had.');
  const result = call(page, 'living', 'point-outside');
  await unfold(result);
  for (let left = links.length; left > 0; left--) await result.getByRole('button', { name: 'Read', exact: true }).first().click();
  await expect(result.getByRole('alert')).toHaveCount(links.length);
  await result.getByRole('button', { name: 'Attach', exact: true }).nth(0).click();
  await expect(chips(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('root:');
  await canary.expectUntouched('links in a result');
});
