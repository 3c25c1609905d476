/** Talking to a model and deciding about its calls. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import { main, sidebar } from './servers.ts';

export async function newChat(page: Page): Promise<void> {
  const before = page.url();
  await sidebar(page).getByRole('button', { name: /^New chat/ }).click();
  // The field of the chat that was open looks the same.
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(composer(page)).toBeVisible();
}

export const composer = (page: Page): Locator => main(page).getByRole('textbox', { name: 'Message', exact: true });

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  // A model that was just chosen, or an answer that just ended, is on its way to the window.
  await expect(main(page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await composer(page).press('Enter');
  await expect(main(page).getByRole('article', { name: 'Message from you' }).last()).toContainText(text.slice(0, 60));
}

export const answers = (page: Page): Locator => main(page).getByRole('article', { name: 'Answer' });
export const lastAnswer = (page: Page): Locator => answers(page).last();
/** The card on which a call waits for its decision. */
export const card = (page: Page): Locator => main(page).locator('[data-approval]');

/** The arguments of a card or a call as shown, in order. */
export async function shownArguments(of: Locator): Promise<[string, string][]> {
  const rows = await of.locator('dl > div').all();
  return Promise.all(rows.map(async (row): Promise<[string, string]> => [(await row.locator('dt').textContent()) ?? '', (await row.locator('dd').textContent()) ?? '']));
}

/** Long arguments can only be allowed once they have been opened and their end has been in view. */
export async function readToEnd(page: Page): Promise<void> {
  const folded = card(page).getByRole('button', { name: /^Show all of it: / });
  for (let left = await folded.count(); left > 0; left--) {
    await folded.first().click();
    await expect(folded).toHaveCount(left - 1);
  }
  await card(page).getByRole('region', { name: /arguments?$/ }).evaluate((region) => region.scrollTo(0, region.scrollHeight));
}

export async function allowOnce(page: Page): Promise<void> {
  await pressOnCard(page, 'Allow once');
}

/** Presses a button of the card that is open now until it is answered: a press while the page moves does not count (T:J10). */
export async function pressOnCard(page: Page, name: string): Promise<void> {
  // Its call begins with an answer of the model; a press alone is given less time.
  await expect(card(page).first()).toBeVisible();
  const id = await card(page).first().getAttribute('data-approval');
  const question = main(page).locator(`[data-approval="${id}"]`);
  await expect(async () => {
    if (await question.isVisible()) await question.getByRole('button', { name, exact: true }).click({ timeout: 5_000 });
    await expect(question).toBeHidden({ timeout: 2_000 });
    // A row that is drawn anew is gone for a moment, too.
    await page.waitForTimeout(200);
    await expect(question).toBeHidden({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
}

export async function denyWithReason(page: Page, reason: string): Promise<void> {
  const field = card(page).getByLabel('Reason for the model (optional)');
  // While the transcript still settles a click may land beside the button, as a person's would: they click again.
  await expect(async () => {
    if (!(await field.isVisible())) await card(page).getByRole('button', { name: 'Deny with a reason' }).click({ timeout: 2_000 });
    await expect(field).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await field.fill(reason);
  await pressOnCard(page, 'Deny');
}

/** A call in the transcript, folded to a line. */
export const call = (page: Page, server: string, tool: string): Locator => main(page).getByRole('region', { name: `${server}: ${tool}` });

export async function unfold(of: Locator): Promise<void> {
  const line = of.getByRole('button').first();
  // A row that moves while it is pressed was not pressed; a person presses again.
  await expect(async () => {
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click({ timeout: 5_000 });
    await expect(line).toHaveAttribute('aria-expanded', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}
