/** Models that cannot be reached, refuse, or break off: said in words, and nothing typed or said is lost. */
import { expect, test } from '../harness/test.ts';
import { composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { chooseDefault, connectModel, enterProvider } from '../steps/models.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';

const page401 = { status: 401, type: 'application/json', body: JSON.stringify({ error: { message: 'Incorrect API key provided: sk-w***ng', type: 'invalid_request_error', code: 'invalid_api_key' } }) };
const webPage = { status: 200, type: 'text/html', body: '<!doctype html><html><title>Welcome</title><body>My website</body></html>' };

test('a refused API key is said where it was entered, and what was typed stays (C01, S09, R100)', async ({ app }) => {
  await using model = await startModelEndpoint();
  model.models = page401;
  await enterProvider(app.page, { name: 'Loopback', baseUrl: model.url, key: 'sk-wrong-key-0123456789' });
  const dialog = app.page.getByRole('dialog', { name: /provider/ });
  await expect(dialog.getByText('Loopback refused the API key.')).toBeVisible();
  await expect(dialog.getByText('Check that the key is complete, still valid, and allowed to use this model.')).toBeVisible();
  await expect(dialog.getByLabel('Base address')).toHaveValue(model.url);
  // The key itself is nowhere on the page.
  expect(await app.page.locator('body').textContent()).not.toContain('sk-wrong-key-0123456789');
  // Mended: the same form goes on.
  model.models = null;
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(app.page).getByRole('heading', { name: 'Loopback' })).toBeVisible();
});

test('a key refused in the middle of a chat: the question stays, and can be asked again (C01, C09, R100)', { tag: '@full' }, async ({ app }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'raw', ...page401 }));
  await connectModel(app.page, { name: 'Loopback', baseUrl: model.url, key: 'sk-good-at-first' });
  await newChat(app.page);
  await send(app.page, 'Are you there?');
  await expect(lastAnswer(app.page)).toContainText('Loopback refused the API key.');
  model.answer = () => ({ kind: 'text', text: 'Yes, now.' });
  await lastAnswer(app.page).getByRole('button', { name: 'Try again' }).click();
  await expect(lastAnswer(app.page)).toContainText('Yes, now.');
  expect(model.requests.at(-1)?.messages.map(textOf).filter((text) => text === 'Are you there?')).toHaveLength(1);
});

test('a stream cut in the middle: what arrived is kept and marked, and it can go on (C09, O07, R98)', async ({ app }) => {
  await using model = await startModelEndpoint((_request, index) =>
    index === 0 ? { kind: 'stream', pieces: ['The first half', ' of an answer'], everyMs: 20, cut: true } : { kind: 'text', text: 'and the rest of it.' },
  );
  await haveModel(app, model);
  await newChat(app.page);
  await send(app.page, 'Tell me.');
  await expect(lastAnswer(app.page)).toContainText('The first half of an answer');
  await expect(lastAnswer(app.page)).toContainText('was cut off');
  await expect(lastAnswer(app.page)).toContainText('What arrived is kept. Use Continue to go on.');
  await app.page.reload();
  await expect(lastAnswer(app.page)).toContainText('The first half of an answer');
  await lastAnswer(app.page).getByRole('button', { name: 'Continue' }).click();
  await expect(lastAnswer(app.page)).toContainText('and the rest of it.');
  expect(model.requests[1]?.messages.some((message) => message.role === 'assistant' && textOf(message) === 'The first half of an answer')).toBe(true);
});

test('a web page with status 200 is no model, when testing and when chatting (C01, R55)', async ({ app }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'raw', ...webPage }));
  model.models = webPage;
  await enterProvider(app.page, { name: 'Website', baseUrl: model.url });
  const dialog = app.page.getByRole('dialog', { name: /provider/ });
  await expect(dialog.getByText('What answered at this address is not a model endpoint.')).toBeVisible();
  await expect(dialog.getByText('Check the base address; it often ends in /v1.')).toBeVisible();
  await expect(dialog.getByLabel('Base address')).toHaveValue(model.url);

  // An address that lists its models well and answers questions with a page.
  model.models = null;
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await expect(dialog).toBeHidden();
  await chooseDefault(app.page);
  await newChat(app.page);
  await send(app.page, 'Hello?');
  await expect(lastAnswer(app.page)).toContainText('What answered at this address is not a model endpoint.');
  await composer(app.page).fill('something else');
  await expect(composer(app.page)).toHaveValue('something else');
});
