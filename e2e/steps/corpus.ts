/** Chats in which every attack of the corpus was said, by somebody or as a title. */
import type { Page } from '@playwright/test';
import { core, hostile } from '@portolan/markdown/test/hostile';
import type { RunningApp } from '../harness/running-app.ts';
import { expect } from '../harness/test.ts';
import { hostileExport } from '../support/chats-of-others.ts';
import { main } from './servers.ts';

export const goTo = (page: Page, hash: string): Promise<string> =>
  page.evaluate((to) => {
    location.hash = to;
    return to;
  }, hash);

/** Brings in one chat, “All of it”, with all of the corpus, and one chat for each title of the core; by the screens. */
export async function importCorpus(app: RunningApp): Promise<void> {
  const { page } = app;
  await goTo(page, '#/import-chats');
  await main(page).locator('input[type=file]').setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer: hostileExport([...hostile, 'the end of it', 'the last word'], core) });
  await main(page).getByRole('button', { name: `Import ${core.length + 1} chats` }).click();
  await expect(main(page).getByText(`${core.length + 1} chats are here.`)).toBeVisible();
}
