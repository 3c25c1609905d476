/** Answering what servers ask. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { openTool } from './by-hand.ts';
import { expectState, main, openTab } from './servers.ts';

/** The questions that are shown, oldest first. */
export const asked = (page: Page): Locator => main(page).locator('[data-ask]');

/** All that a server wants at once. */
export const sheet = (page: Page): Locator => main(page).locator('[data-sheet]');

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

/** Lets a server ask for more than forms and pages, from its next start on, which is made. */
export async function letAsk(page: Page, kinds: readonly ('Answers of your models' | 'Folders it may know of')[]): Promise<Locator> {
  const overview = await openTab(page, 'Overview');
  // One right after the other, as a quick person does; the restart is for what they all came to.
  for (const kind of kinds) await overview.getByRole('switch', { name: kind }).click();
  for (const kind of kinds) await expect(overview.getByRole('switch', { name: kind })).toBeChecked();
  await restartFor(overview);
  return overview;
}

/** Makes the server hear of what was changed. */
export async function restartFor(overview: Locator): Promise<void> {
  const restart = overview.getByRole('button', { name: 'Restart now' });
  await restart.click();
  await expect(restart).toBeHidden();
  // What a model is offered is asked of servers that are there.
  await expectState(overview.page(), 'Ready', { timeout: 30_000 });
}

/** Starts the fixture's tool that asks for whatever it is told. */
export async function ask(page: Page, rounds: readonly object[]): Promise<Locator> {
  const article = await openTool(page, 'ask');
  await article.getByRole('tab', { name: 'JSON' }).click();
  await article.getByRole('textbox', { name: 'Value as JSON' }).fill(JSON.stringify({ rounds }));
  await article.getByRole('button', { name: /^Run/ }).click();
  return article;
}
