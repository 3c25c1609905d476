/** What goes with a message, taken by keyboard. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import { main } from './servers.ts';

/** The field, whether a list is open above it or not. */
export const field = (page: Page): Locator => main(page).locator('textarea').last();
export const choices = (page: Page, label: string): Locator => main(page).getByRole('listbox', { name: label });
export const chips = (page: Page, label = 'Attached'): Locator => main(page).getByRole('list', { name: label }).getByRole('listitem');

/** Types into the field with the focus and takes the choice that is marked once it is the one that is meant. */
export async function pick(page: Page, typed: string, option: RegExp): Promise<void> {
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(typed);
  await expect(main(page).getByRole('option', { name: option, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('listbox')).toBeHidden();
}

/** Types into the field of an argument, waits for a value the server offers, and takes it; then goes on. */
export async function fillWith(page: Page, label: string, typed: string, value: string): Promise<void> {
  const argument = page.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await expect(argument).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.getByRole('option', { name: value, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(argument).toHaveValue(value);
}
