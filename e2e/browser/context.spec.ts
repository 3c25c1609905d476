/** What of a chat goes to its model: measured, looked for, summarised, and always told (C13). */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { allowOnce, call, card, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

const isSummaryAsked = (request: ChatRequest) => textOf(request.messages.at(-1)).includes('Write the summary of this record now.');
const told = (request: ChatRequest | undefined) => JSON.stringify(request?.messages);
const meter = (page: Page) => main(page).getByRole('button', { name: /^Context: / });
const mark = (page: Page) => main(page).getByRole('region', { name: /summarised for the model$/ });
const herons = 'The user wants to know all about herons.';
const answer = (request: ChatRequest): Answer => ({ kind: 'text', text: isSummaryAsked(request) ? herons : 'Noted.' });
const long = (name: string) => `${name} ${'word '.repeat(700)}`;

async function enterWindow(page: Page, tokens: string): Promise<void> {
  await meter(page).click();
  const popup = page.getByRole('dialog', { name: 'What the model reads' });
  await popup.getByRole('button', { name: 'Change' }).click();
  await popup.getByLabel('Tokens the model takes in one request').fill(tokens);
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(popup).toContainText('You entered how much the model takes.');
  await expectAccessible(page, 'what the model reads');
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
}

test('a chat that nearly fills the window is summarised for the model; every message stays, the line says so, and it is taken back (C13, R102)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(answer);
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'First things');
  await expect(lastAnswer(page)).toContainText('Noted.');
  await enterWindow(page, '4000');
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) {
    await send(page, long(name));
    await expect(lastAnswer(page)).toContainText('Noted.');
  }
  await expect(mark(page)).toBeVisible();
  expect(model.requests.filter(isSummaryAsked)).toHaveLength(1);
  expect(told(model.requests.at(-1))).toContain(herons);
  expect(told(model.requests.at(-1))).not.toContain('First things');
  await mark(page).getByRole('button', { name: 'Read' }).click();
  await expect(page.getByRole('dialog')).toContainText(herons);
  await page.keyboard.press('Escape');
  // All that is before it is still there.
  await main(page).getByRole('log').evaluate((log) => log.scrollTo(0, 0));
  await expect(main(page).getByRole('article', { name: 'Message from you' }).first()).toContainText('First things');
  await mark(page).getByRole('button', { name: 'Undo' }).click();
  await expect(mark(page)).toBeHidden();
  await send(page, 'Short again');
  await expect.poll(() => told(model.requests.at(-1))).toContain('First things');
  expect(model.requests.filter(isSummaryAsked)).toHaveLength(1);
});

test('of many tools the model looks for what it needs; the call is asked about, and the person sees why it is loaded, keeps it, or switches it off (C13, H01, try-out 21)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    if (textOf(request.messages.findLast(({ role }) => role === 'user')) !== 'What was harvested?') return { kind: 'text', text: 'Fine.' };
    const last = lastToolResult(request);
    if (last === null) return { kind: 'call', tool: offered(request, 'find_tools').name, arguments: { query: 'harvest table' } };
    return last.includes('among your tools') ? { kind: 'call', tool: offered(request, 'harvest').name, arguments: {} } : { kind: 'text', text: 'Beans.' };
  });
  await haveModel(app, model);
  await haveServer(app, 'garden', local('shelves', { tools: 60 }));
  await newChat(page);
  await send(page, 'What was harvested?');
  await expect(card(page)).toContainText('Harvest table');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Beans.');
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['portolan__find_tools', 'portolan__list_resources', 'portolan__read_resource']);
  const look = main(page).getByRole('region', { name: /Find tools$/ });
  await unfold(look);
  await expect(look).toContainText('garden__harvest');
  await expect(call(page, 'garden', 'Harvest table')).toBeVisible();

  await meter(page).click();
  await page.getByRole('button', { name: 'Tools in this chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tools in this chat' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'Harvest table' });
  await expect(row).toContainText('Loaded: found for “harvest table”');
  await expectAccessible(page, 'the tools of a chat');
  await row.getByRole('switch', { name: 'Always load Harvest table' }).click();
  await expect(row).toContainText('Loaded: always, as you wanted');
  await page.keyboard.press('Escape');
  await newChat(page);
  await send(page, 'Hello');
  await expect.poll(() => model.requests.at(-1)?.tools[0]?.name).toBe('garden__harvest');
  await meter(page).click();
  await page.getByRole('button', { name: 'Tools in this chat' }).click();
  await row.getByRole('switch', { name: 'Use Harvest table in this chat' }).click();
  await expect(row).toContainText('Off in this chat');
  await page.keyboard.press('Escape');
  await send(page, 'And now?');
  await expect.poll(() => model.requests.at(-1)?.tools.map(({ name }) => name)).not.toContain('garden__harvest');
});

test('a chat that its model can not read any more is summarised and sent again by one press (R102, C13)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) =>
    !isSummaryAsked(request) && told(request).includes('First things') && told(request).includes('Third') ? { kind: 'raw', status: 400, type: 'application/json', body: JSON.stringify({ error: { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' } }) } : answer(request),
  );
  await haveModel(app, model);
  await newChat(page);
  for (const text of ['First things', long('Second')]) {
    await send(page, text);
    await expect(lastAnswer(page)).toContainText('Noted.');
  }
  await send(page, long('Third'));
  await expect(lastAnswer(page)).toContainText('longer than test-model can read');
  await expect(lastAnswer(page).getByRole('combobox', { name: 'Choose a model' })).toBeVisible();
  await expectAccessible(page, 'a chat that is too long');
  await lastAnswer(page).getByRole('button', { name: 'Summarise and try again' }).click();
  await expect(lastAnswer(page)).toContainText('Noted.');
  await expect(mark(page)).toBeVisible();
  await expect(main(page).getByRole('article', { name: 'Message from you' }).last()).toContainText('Third');
});

test('a tool says what each kind of model is given of it and why; one of which models are told less is marked (C14, try-out 10)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await haveModel(app, model);
  await haveServer(app, 'odd', local('odd-schemas'));
  await main(page).getByRole('tab', { name: 'Tools' }).click();
  const list = main(page).getByRole('group', { name: 'Filter tools' });
  const marked = list.getByRole('button').filter({ hasText: 'Simplified' }).first();
  await marked.click();
  await main(page).getByRole('button', { name: /^Name in the model/ }).click();
  const used = main(page).getByRole('region', { name: /OpenAI-compatible servers/ });
  await expect(used).toContainText('In use');
  await expect(used).toContainText('The model is told less than the server said.');
  await expectAccessible(page, 'how a tool fits models');
});
