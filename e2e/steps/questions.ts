/** Servers that ask often: the line about them, and what is muted. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import { main, sidebar } from './servers.ts';

/** The line about a server that asks too often. */
export const storm = (page: Page, server: string): Locator => page.getByRole('region', { name: server, exact: true }).filter({ hasText: 'asks too often' });

/** Sets how many questions a minute one server may ask. */
export async function limitQuestions(page: Page, count: number): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Notifications' }).click();
  const field = main(page).getByRole('textbox', { name: 'Questions of one server in a minute' });
  await field.fill(String(count));
  await field.press('Tab');
  // Kept by the host: it is there when the page is drawn anew.
  await expect(async () => {
    await page.reload();
    await expect(field).toHaveValue(String(count), { timeout: 3_000 });
  }).toPass();
}

export async function openQuestions(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/questions';
  });
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
}
