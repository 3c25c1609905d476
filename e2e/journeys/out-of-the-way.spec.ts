/** What the app says of itself stands beside what a person is about to press or read, never over it (C16). */
import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { chatsOf, newChatHere, newProject } from '../steps/projects.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return box;
}

test('a notice that stays leaves the field and its buttons free; a long name of a project leaves the titles of its chats (C10, C16)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Twelve hours.' }));
  await haveModel(app, model);
  const name = 'Everything about bread '.repeat(4).trim();
  await newProject(page, name);
  const chosen = page.waitForEvent('filechooser');
  await main(page).getByRole('button', { name: 'Add files' }).click();
  await (await chosen).setFiles([{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
  const notice = page.locator('.ui-toast');
  await expect(notice).toContainText('empty.txt is empty.');

  await newChatHere(page);
  await send(page, 'How long does the dough rest?');
  await expect(lastAnswer(page)).toContainText('Twelve hours.');
  await expect(notice).toBeVisible();
  const field = page.locator('[data-composer]');
  await expect(async () => {
    const [above, below] = [await boxOf(notice), await boxOf(field)];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  }).toPass({ timeout: 5_000 });
  await main(page).getByRole('button', { name: /^Context: / }).click({ timeout: 5_000 });
  await page.keyboard.press('Escape');
  await expect(chatsOf(page, name).getByRole('link')).toHaveCount(1);
  await newChat(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => void (location.hash = '#/history?q=dough'));
  const hit = main(page).getByRole('link', { name: /dough/ }).first();
  await expect(hit).toBeVisible();
  const [row, title] = [await boxOf(hit), await boxOf(hit.getByText('How long does the dough rest?').first())];
  expect(title.width).toBeGreaterThan(100);
  const badge = await boxOf(hit.locator('.ui-badge', { hasText: name }));
  expect(badge.x + badge.width).toBeLessThan(row.x + row.width);

  // The section that an address names is in view among the tabs, however many there are before it.
  await page.evaluate(() => void (location.hash = '#/settings/backup'));
  await expect(main(page).getByRole('tab', { name: 'Backup', selected: true })).toBeInViewport({ ratio: 1 });
});
