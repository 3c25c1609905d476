/** Answering what servers ask. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { openTool } from './by-hand.ts';
import { main } from './servers.ts';

/** The questions that are shown, oldest first. */
export const asked = (page: Page): Locator => main(page).locator('[data-ask]');

/** Starts a tool that asks something; the question then stands below its form. */
export async function start(page: Page, tool: string): Promise<Locator> {
  const article = await openTool(page, tool);
  await article.getByRole('button', { name: /^Run/ }).click();
  return article;
}

/** What the tool came to. */
export function resultOf(article: Locator): Locator {
  return article.getByRole('region', { name: 'Result' });
}

/** Presses a button of a question until it counts: a press in its first moments does not (T:J10). */
export async function press(question: Locator, name: string | RegExp, until: () => Promise<void>): Promise<void> {
  const button = question.getByRole('button', { name, exact: typeof name === 'string' });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    await until();
  }).toPass({ timeout: 30_000 });
}

/** Presses a button that settles the question. */
export async function settle(page: Page, question: Locator, name: string | RegExp): Promise<void> {
  const id = await question.getAttribute('data-ask');
  await press(question, name, () => expect(main(page).locator(`[data-ask="${id}"]`)).toBeHidden({ timeout: 2_000 }));
}
