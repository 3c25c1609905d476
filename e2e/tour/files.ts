/** Screens of files in messages, and of messages that wait for an answer. */
import type { Browser, Page } from '@playwright/test';
import { line, pdf } from '@portolan/fixture-servers/presets/pdf';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { field } from '../steps/attachments.ts';
import { newChat, send } from '../steps/chat.ts';
import { pictureFile } from '../steps/files.ts';
import { connectModel } from '../steps/models.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const slowly = 'Tell me the long story of the walk.';
const chooser = (page: Page) => page.locator('main input[type="file"]');
const chips = (page: Page) => page.locator('[data-composer] li');
const plan = { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# The walk\n\nFrom the harbour up to the old tower, then along the cliffs.\n'.repeat(12)) };
const memo = { name: 'memo.wav', mimeType: 'audio/wav', buffer: Buffer.concat([Buffer.from('RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0\u0040\u001f\0\0\u0040\u001f\0\0\u0001\0\u0008\0data\0\u0004\0\0', 'latin1'), Buffer.alloc(1024, 128)]) };
const timetable = { name: 'timetable.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf([{ content: line('Ferry to the island', 60, 340, 20) + line('Mon to Fri  9:40  12:10  17:30', 60, 300) + line('Sat, Sun  10:00  16:00', 60, 276), width: 420, height: 400 }]), 'base64') };
const misnamed = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };

/** A chat in which files were sent, one with files on their way, and one whose answer goes on while messages wait. */
export async function filesExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint((request) => (textOf(request.messages.at(-1)) === slowly ? { kind: 'stream', pieces: Array.from({ length: 20_000 }, (_, index) => (index === 0 ? 'It begins at the harbour. ' : '')), everyMs: 500 } : { kind: 'text', text: 'The picture shows a hill under an evening sky, and the plan leads over it.' }));
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  const hash = () => new URL(page.url()).hash;
  await newChat(page);
  await chooser(page).setInputFiles([await pictureFile(page, 'tower.png', { width: 900, height: 600 }), plan]);
  await expect(chips(page)).toHaveCount(2);
  await send(page, 'Does the plan fit the picture?');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  const sent = hash();
  await newChat(page);
  await chooser(page).setInputFiles([timetable, memo]);
  await expect(page.locator('[data-composer] [data-chip]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send only its name' }).click();
  await send(page, 'When does the ferry leave on a Sunday?');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  const kinds = hash();
  await newChat(page);
  await chooser(page).setInputFiles([await pictureFile(page, 'panorama.png', { width: 4_200, height: 1_400 }), plan, misnamed, { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
  await expect(page.locator('[data-composer] [data-chip]')).toHaveCount(3);
  await field(page).fill('What is this place?');
  const writing = hash();
  await newChat(page);
  await chooser(page).setInputFiles([memo]);
  await expect(page.locator('[data-composer] [data-chip]')).toHaveCount(1);
  const unfit = hash();
  await newChat(page);
  await send(page, slowly);
  for (const text of ['And how long does it take?', 'Write it as a letter to my sister, in three short paragraphs.']) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('');
  }
  const waiting = hash();
  await newChat(page);
  const empty = hash();
  await page.context().close();

  const screens = [
    { name: 'files-sent', isKey: true, open: async (to: Page) => { await go(sent)(to); await expect(to.getByRole('article').getByRole('img').first()).toBeVisible(); } },
    { name: 'files-kinds', isKey: true, open: async (to: Page) => { await go(kinds)(to); await openDocument(to); } },
    { name: 'files-chips', isKey: true, open: async (to: Page) => { await go(writing)(to); await expect(to.locator('[data-composer] [data-chip]')).toHaveCount(3); await refuse(to); } },
    { name: 'files-preview', open: async (to: Page) => { await go(writing)(to); await to.locator('[data-composer] [data-chip]').nth(1).click(); await expect(to.getByRole('dialog').getByRole('region').first()).toBeVisible(); } },
    { name: 'files-unfit', isKey: true, open: async (to: Page) => { await leaveDialog(to); await go(unfit)(to); await expect(to.locator('[data-composer] [role="alert"]')).toBeVisible(); } },
    { name: 'files-pasted', isKey: true, open: async (to: Page) => { await go(empty)(to); await pasteLong(to); } },
    { name: 'files-drop', isKey: true, open: async (to: Page) => { await field(to).fill(''); await dragOver(to); } },
    { name: 'queue', isKey: true, open: async (to: Page) => { await go(waiting)(to); await expect(to.getByRole('main').locator('ol li')).toHaveCount(2); } },
    { name: 'queue-edit', isKey: true, open: async (to: Page) => { await to.getByRole('main').locator('ol li').first().getByRole('button').nth(2).click(); await expect(to.getByRole('main').locator('ol textarea')).toBeFocused(); } },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
  });
}

/** The document that was sent, unfolded: its page is drawn. */
async function openDocument(page: Page): Promise<void> {
  const fold = page.getByRole('article').first().getByRole('button', { expanded: false }).filter({ hasText: 'timetable.pdf' });
  if ((await fold.count()) > 0) await fold.click();
  await expect(page.getByRole('article').first().locator('canvas, svg[role="img"], img').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('audio')).toBeVisible();
}

/** One that cannot be sent, beside those that can. */
async function refuse(page: Page): Promise<void> {
  if ((await page.locator('[data-composer] li [role="alert"]').count()) === 0) await chooser(page).setInputFiles([{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
  await expect(page.locator('[data-composer] li [role="alert"]')).toHaveCount(1);
}

async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function pasteLong(page: Page): Promise<void> {
  await field(page).fill('');
  await field(page).focus();
  await field(page).evaluate((element) => {
    const text = 'The walk begins at the harbour and leads up to the old tower. '.repeat(90);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    document.execCommand('insertText', false, text);
  });
  await expect(page.locator('[data-composer] [role="status"]').first()).toBeVisible();
}

async function dragOver(page: Page): Promise<void> {
  await field(page).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    element.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('.border-dashed')).toBeVisible();
}
