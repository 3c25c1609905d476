/** Signing in to a server, as far as the app shows it. */
import type { Locator, Page } from '@playwright/test';
import type { AuthFixture } from '@portolan/fixture-servers/auth-server';
import { expect } from '../harness/test.ts';
import { mcpServers } from '../support/entries.ts';
import type { Browser } from '../support/protected.ts';
import { addFound, allow, main, paste } from './servers.ts';

/** The card of the sign-in on the server's page. */
export const signInCard = (page: Page): Locator => main(page).locator('section', { has: page.getByRole('heading', { name: 'Sign-in', exact: true }) });

/** Adds the server by its address and allows it. */
export async function addProtected(page: Page, server: AuthFixture, name = 'mail'): Promise<Locator> {
  await paste(page, mcpServers({ [name]: { type: 'http', url: server.url } }));
  await addFound(page);
  await allow(page);
  const card = signInCard(page);
  await expect(card).toBeVisible();
  return card;
}

/** Asks for a sign-in and agrees to what is shown. */
export async function goOn(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Sign in/ }).click();
  await card.getByRole('button', { name: 'Continue in the browser' }).click();
}

/** The same, and the address that the person's browser was sent to. It has to stay there by itself (`consent: 'nothing'`). */
export async function leaveForBrowser(card: Locator, browser: Browser): Promise<string> {
  const before = (await browser.opened()).length;
  await goOn(card);
  await expect.poll(async () => (await browser.opened()).length).toBe(before + 1);
  return (await browser.opened()).at(-1) ?? '';
}
