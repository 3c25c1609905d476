/** What a link would add, as the window shows it. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { main } from './servers.ts';

/** The preview of the link that waits first. */
export function linkRequest(page: Page): Locator {
  return main(page).getByRole('region', { name: /^A link (?:asks|was refused)/ });
}

/** Every line of what a link would run or contact, server by server. */
export async function linked(page: Page): Promise<Record<string, string[]>> {
  await expect(linkRequest(page)).toBeVisible();
  const result: Record<string, string[]> = {};
  for (const card of await linkRequest(page).locator('section').all()) result[(await card.getByRole('heading', { level: 2 }).textContent()) ?? ''] = await card.locator('dl code').allTextContents();
  return result;
}

export async function addLinked(page: Page, count = 1): Promise<void> {
  await linkRequest(page).getByRole('button', { name: count === 1 ? 'Add 1 server' : `Add ${count} servers` }).click();
}

export async function dismissLink(page: Page): Promise<void> {
  await linkRequest(page).getByRole('button', { name: /^(?:Don’t add anything|Dismiss)$/ }).click();
}
