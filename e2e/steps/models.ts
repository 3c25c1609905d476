/** Connecting a model. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import { main, sidebar } from './servers.ts';

export interface ProviderInput {
  name: string;
  /** As the list of kinds calls it; an OpenAI-compatible address unless given. */
  kind?: string;
  baseUrl: string;
  key?: string;
  /** For an address that lists none. */
  models?: string[];
}

/** Opens the settings and the form of a new provider, with this kind chosen. */
export async function openProviderForm(page: Page, kind?: string): Promise<Locator> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await main(page).getByRole('tab', { name: 'Models' }).click();
  await main(page).getByRole('button', { name: 'Add provider' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add provider' });
  if (kind !== undefined) {
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  }
  return dialog;
}

/** Fills in a provider, saves and tests it. Does not look at the outcome. */
export async function enterProvider(page: Page, provider: ProviderInput): Promise<void> {
  const dialog = await openProviderForm(page, provider.kind);
  await dialog.getByLabel('Base address').fill(provider.baseUrl);
  await dialog.getByLabel('Name', { exact: true }).fill(provider.name);
  if (provider.key !== undefined) await dialog.getByLabel('API key').fill(provider.key);
  if (provider.models) await dialog.getByLabel('Model names, one per line').fill(provider.models.join('\n'));
  await dialog.getByRole('button', { name: 'Save and test' }).click();
}

/** The same, until it works, and makes a model of it the one for new chats. */
export async function connectModel(page: Page, provider: ProviderInput, model = 'test-model'): Promise<void> {
  await enterProvider(page, provider);
  await expect(page.getByRole('dialog', { name: 'Add provider' })).toBeHidden();
  await expect(main(page).getByRole('heading', { name: provider.name })).toBeVisible();
  await chooseDefault(page, model);
}

/** Makes a model the one for new chats, on the page of the providers. */
export async function chooseDefault(page: Page, model = 'test-model'): Promise<void> {
  const choice = main(page).getByRole('combobox', { name: 'Model for new chats' });
  await choice.click();
  await page.getByRole('option', { name: model }).click();
  await expect(choice).toHaveText(model);
}
