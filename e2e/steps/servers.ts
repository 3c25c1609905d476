/** What a person does with servers, the same in both shells. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';

export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
/** The page's own part of the window, without sidebar and notices. */
export const main = (page: Page): Locator => page.getByRole('main');
/** Title, state and actions of the page that is open. */
export const pageHead = (page: Page): Locator => main(page).locator('header').first();

/** Opens the page for adding and pastes a text. Nothing is added yet. */
export async function paste(page: Page, text: string): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await page.getByLabel('Configuration, command line or address').fill(text);
}

/** Adds everything that was found in the pasted text. */
export async function addFound(page: Page, count = 1): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText(count === 1 ? '1 server found' : `${count} servers found`);
  const add = page.getByRole('button', { name: count === 1 ? 'Add 1 server' : `Add ${count} servers`, exact: true });
  await add.click();
  // What is pasted next goes to the page that comes after, not to the one that is left.
  await expect(add).toBeHidden();
}

/** What the review card says will run or be contacted, entry by entry: label → its lines. */
export async function reviewed(page: Page): Promise<Record<string, string[]>> {
  const card = main(page).locator('section', { has: page.getByRole('button', { name: /^Allow and / }) });
  await expect(card).toBeVisible();
  const entries = await card.locator('dl > div').all();
  const result: Record<string, string[]> = {};
  for (const entry of entries) result[(await entry.locator('dt').textContent()) ?? ''] = await entry.locator('code').allTextContents();
  return result;
}

export async function allow(page: Page): Promise<void> {
  const yes = page.getByRole('button', { name: /^Allow and (?:start|connect)$/ });
  // A press in the moment in which the card still settles does not count (H08): a person presses again.
  await expect(yes).toBeVisible();
  await expect(async () => {
    if (await yes.isVisible()) await yes.click({ timeout: 5_000 });
    await expect(yes).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

/** The server whose page is open. */
export async function expectState(page: Page, state: string, options: { timeout?: number } = {}): Promise<void> {
  await expect(pageHead(page).getByText(state, { exact: true })).toBeVisible(options);
}

/** Pastes one server, allows it as it is shown, and waits until it serves. */
export async function addServer(page: Page, name: string, entry: object): Promise<void> {
  await paste(page, JSON.stringify({ mcpServers: { [name]: entry } }));
  await addFound(page);
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
}

export async function openServer(page: Page, name: string): Promise<void> {
  // A chat may be called after the server.
  await sidebar(page).getByRole('link', { name }).and(page.locator('[href^="#/servers/"]')).click();
  await expect(pageHead(page).getByRole('heading', { name })).toBeVisible();
}

export async function openTab(page: Page, tab: 'Overview' | 'Tools' | 'Resources' | 'Prompts' | 'Log' | 'Trace'): Promise<Locator> {
  await page.getByRole('tab', { name: tab }).click();
  const panel = page.getByRole('tabpanel', { name: tab });
  await expect(panel).toBeVisible();
  return panel;
}
