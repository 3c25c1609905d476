/** Screens of what of a chat goes to its model: how full its window is and with what, its tools, a summary, and one that is too long. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const summary = `The user keeps a garden of three beds and wants to know what to sow when. Decided: beans in the north bed in May, no tomatoes this year.
Found out: the last frost is around 12 May; the south bed has 番茄 since April (harvest table of the server archive).
Open: whether the west bed is to rest.`;
const asked = 'What was harvested this year?';
const said = 'The **north bed** has beans since May, the south bed 番茄 since April. Shall I plan the west bed as well?';
const diary = `The diary of the garden. ${'Rain in the morning, sun after noon; the beans are up and the snails as well. '.repeat(90)}`;
const tooLong = 'And the whole diary of last year?';

function answer(request: ChatRequest): Answer {
  const last = textOf(request.messages.at(-1));
  if (last.includes('Write the summary of this record now.')) return { kind: 'text', text: summary };
  if (last.includes(tooLong)) return { kind: 'raw', status: 400, type: 'application/json', body: JSON.stringify({ error: { message: "This model's maximum context length is 16384 tokens. However, your messages resulted in 21034 tokens.", code: 'context_length_exceeded' } }) };
  const result = lastToolResult(request);
  if (result?.includes('among your tools') === true) return { kind: 'call', tool: offered(request, 'harvest').name, arguments: {} };
  if (result === null && last === asked) return { kind: 'call', tool: offered(request, 'find_tools').name, arguments: { query: 'harvest table' } };
  return { kind: 'text', text: said };
}

export async function contextExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint(answer);
  const journal = await served('living', { era: '2026-07-28' });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'archive', local('shelves', { tools: 60 }));
  await addServer(page, 'journal', { type: 'http', url: journal.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });

  await newChat(page);
  await say(page, `Which beds are there? ${diary}`);
  await enterWindow(page, '8000');
  await send(page, asked);
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Shall I plan');
  const measured = new URL(page.url()).hash;

  await newChat(page);
  for (const text of [`Which beds are there? ${diary}`, 'What is to be sown in May?', 'And in the west bed?']) await say(page, text);
  await meter(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Summarise now' }).click();
  await expect(mark(page)).toBeVisible();
  const summarised = new URL(page.url()).hash;

  await newChat(page);
  await meter(page).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await page.keyboard.press('Escape');
  for (const part of ['Spring', 'Summer', 'Autumn']) await say(page, `${part}: ${diary}`);
  await send(page, tooLong);
  await expect(lastAnswer(page).getByRole('button', { name: 'Summarise and try again' })).toBeVisible();
  const full = new URL(page.url()).hash;
  await page.context().close();

  const screens = [
    { name: 'chat-context', isKey: true, open: async (to: Page) => { await go(measured)(to); await meter(to).click(); await expect(to.getByRole('meter')).toBeVisible(); } },
    { name: 'chat-tools', isKey: true, open: async (to: Page) => { await openTools(to, measured); } },
    { name: 'chat-summary', isKey: true, open: async (to: Page) => { await to.keyboard.press('Escape'); await go(summarised)(to); await mark(to).scrollIntoViewIfNeeded(); } },
    { name: 'chat-summary-read', open: async (to: Page) => { await go(summarised)(to); await mark(to).getByRole('button').first().click(); await expect(to.getByRole('dialog')).toBeVisible(); } },
    { name: 'chat-too-long', isKey: true, open: async (to: Page) => { await to.keyboard.press('Escape'); await go(full)(to); await expect(to.getByRole('log').getByRole('combobox')).toBeVisible(); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
    await journal[Symbol.asyncDispose]();
  });
}

/** The only buttons and lines of their kind, whatever the language. */
const meter = (page: Page) => main(page).locator('[data-composer] button:has(circle.stroke-line-strong)');
const mark = (page: Page) => page.getByRole('log').locator('article > section').first();

async function say(page: Page, text: string): Promise<void> {
  await send(page, text);
  await expect(lastAnswer(page)).toContainText('Shall I plan');
  await expect(main(page).getByRole('button', { name: 'Stop' })).toBeHidden();
}

async function enterWindow(page: Page, tokens: string): Promise<void> {
  await meter(page).click();
  const popup = page.getByRole('dialog', { name: 'What the model reads' });
  await popup.getByRole('button', { name: 'Change' }).click();
  await popup.getByLabel('Tokens the model takes in one request').fill(tokens);
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(popup).toContainText('You entered');
  await page.keyboard.press('Escape');
}

async function openTools(page: Page, hash: string): Promise<void> {
  await page.keyboard.press('Escape');
  await go(hash)(page);
  await meter(page).click();
  await page.getByRole('dialog').getByRole('button').filter({ hasText: /^(Tools in this chat|此对话中的工具)$/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').nth(5)).toBeVisible();
}
