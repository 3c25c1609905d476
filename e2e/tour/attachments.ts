/** Screens of taking along what servers offer: the lists above the field, what they ask, what is attached, and what has changed. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { field } from '../steps/attachments.ts';
import { card, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer } from '../steps/servers.ts';
import { served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { answerable, exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const asksForNote = 'What does my travel note say?';

/** Two servers with resources, an empty chat, and one in which a model asks for a resource. */
export async function attachmentsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint((request) => (textOf(request.messages.at(-1)) === asksForNote && lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'read_resource').name, arguments: { server: 'journal', uri: 'fixture://note' } } : { kind: 'text', text: 'I have read it.' }));
  const journal = await served('living', { era: '2026-07-28' });
  const samples = await served('basic', { era: '2025-11-25' });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'journal', { type: 'http', url: journal.url });
  await addServer(page, 'samples', { type: 'http', url: samples.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);
  await send(page, asksForNote);
  await expect(card(page)).toBeVisible();
  const asking = new URL(page.url()).hash;
  await newChat(page);
  const chat = new URL(page.url()).hash;
  await page.context().close();

  const screens = [
    { name: 'attach-mention', isKey: true, open: async (to: Page) => { await write(to, chat, '@'); await expect(to.getByRole('option').nth(3)).toBeVisible(); } },
    { name: 'attach-prompts', isKey: true, open: async (to: Page) => { await write(to, chat, '/'); await expect(to.getByRole('option').nth(2)).toBeVisible(); } },
    { name: 'attach-template', isKey: true, open: async (to: Page) => { await write(to, chat, '@Code'); await take(to, 'Code'); await to.keyboard.press('ControlOrMeta+a'); await to.keyboard.type('python'); await to.keyboard.press('Tab'); await expect(to.getByRole('listbox')).toBeHidden(); } },
    { name: 'attach-chips', isKey: true, open: async (to: Page) => { await attachAll(to, chat); } },
    { name: 'attach-changed', isKey: true, open: async (to: Page) => { await attachAll(to, chat); await changedMark(to).click(); await expect(to.getByRole('dialog').locator('.bg-success-soft').first()).toBeVisible(); } },
    { name: 'attach-prompt', isKey: true, open: (to: Page) => lookAtPrompt(to, chat) },
    { name: 'decision-resource', isKey: true, open: async (to: Page) => { await go(asking)(to); await expect(card(to)).toBeVisible(); await answerable(card(to)); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
    await journal[Symbol.asyncDispose]();
    await samples[Symbol.asyncDispose]();
  });
}

/** In an empty field, after whatever an earlier picture left there. */
async function write(page: Page, chat: string, text: string): Promise<void> {
  await page.keyboard.press('Escape');
  await go('#/servers')(page);
  await go(chat)(page);
  await field(page).fill('');
  await field(page).focus();
  await page.keyboard.type(text);
}

/** What is found first; others may speak of it in their descriptions. */
async function take(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('listbox')).toBeHidden();
}

/** Their mark is the only button of the kind between a chip and its cross. */
const changedMark = (page: Page) => page.getByRole('main').locator('li:has([data-chip])').filter({ hasText: 'ticker' }).getByRole('button').nth(1);

async function attachAll(page: Page, chat: string): Promise<void> {
  await write(page, chat, '@');
  if ((await page.locator('[data-chip]').count()) === 0) {
    for (const [index, name] of ['ticker', 'diary', 'logo.png'].entries()) {
      await field(page).fill('');
      await page.keyboard.type(`@${name}`);
      await take(page, name);
      await expect(page.locator('[data-chip]')).toHaveCount(index + 1);
    }
  }
  await field(page).fill('');
  await expect(page.locator('li:has([data-chip])').filter({ hasText: 'ticker' }).getByRole('button')).toHaveCount(3);
}

async function lookAtPrompt(page: Page, chat: string): Promise<void> {
  await write(page, chat, '/journal:visit');
  await take(page, 'visit');
  const dialog = page.getByRole('dialog');
  for (const value of ['France', 'Paris', 'Orsay']) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await dialog.locator('footer button, .ui-dialog-foot button').nth(1).click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await dialog.getByRole('checkbox').nth(1).click();
  await dialog.locator('li').first().getByRole('button').first().click();
  await expect(dialog.locator('li textarea')).toBeVisible();
}
