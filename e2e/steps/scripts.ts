/** Scripts that a model writes (C17). */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { allowOnce, card, denyWithReason } from './chat.ts';
import { main } from './servers.ts';

/** The chat's row of its last script. */
export const scriptRow = (page: Page): Locator => main(page).locator('[data-script]').last();

/** By the list of tools of the chat, as a person finds it. */
export async function letWriteScripts(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: /^Context: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tools in this chat' }).click();
  const own = page.getByRole('dialog', { name: 'Tools in this chat' }).getByRole('switch', { name: 'The model may write scripts' });
  await own.click();
  await expect(own).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
}

/** Three calls of a script, each by its own card: the second is not wanted. */
export async function denyTheSecond(page: Page, [first, second, third]: readonly [string, string, string]): Promise<void> {
  await expect(card(page)).toContainText(first);
  await allowOnce(page);
  await expect(card(page)).toContainText(second);
  await denyWithReason(page, 'Not that one.');
  await expect(card(page)).toContainText(third);
  await allowOnce(page);
}
