/** Pictures of model providers and of what they cost, in any language. */
import type { Page } from '@playwright/test';
import { expect } from '../harness/test.ts';

async function openSection(page: Page, section: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate((to) => (location.hash = to), `#/settings/${section}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function openProviders(page: Page): Promise<void> {
  await openSection(page, 'providers');
  await expect(page.getByRole('main').getByRole('combobox').first()).toBeVisible();
}

/** The form of a new provider of this kind, whose name is the same in every language. */
async function addProvider(page: Page, kind: string): Promise<void> {
  await openProviders(page);
  await page.getByRole('main').locator('button[data-variant="primary"]').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().click();
  await page.getByRole('option', { name: kind, exact: true }).click();
  await expect(dialog.getByRole('combobox').first()).toHaveText(kind);
}

/** What the first model takes, and who says so. */
async function openModelFacts(page: Page): Promise<void> {
  await openProviders(page);
  await page.getByRole('main').locator('button[aria-haspopup="dialog"]').last().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('button[aria-expanded]').first().click();
  await expect(dialog.getByRole('combobox').first()).toBeVisible();
}

async function openUsage(page: Page): Promise<void> {
  await openSection(page, 'usage');
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
}

export const providerScreens: { name: string; isKey?: boolean; open: (page: Page) => Promise<void> }[] = [
  { name: 'settings-models', open: openProviders },
  { name: 'settings-model-facts', open: openModelFacts },
  { name: 'settings-provider-azure', open: (to) => addProvider(to, 'Azure') },
  { name: 'settings-provider-bedrock', isKey: true, open: (to) => addProvider(to, 'Amazon Bedrock') },
  { name: 'settings-usage', isKey: true, open: openUsage },
];
