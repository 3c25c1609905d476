/** Projects as a person makes and fills them. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { main, sidebar } from './servers.ts';

/** Ends on the page of the new project. */
export async function newProject(page: Page, name: string, instructions?: string): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog', { name: 'New project' }).getByRole('textbox', { name: 'Name of the project' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('textbox', { name: 'Instructions' })).toBeVisible();
  if (instructions === undefined) return;
  await main(page).getByRole('textbox', { name: 'Instructions' }).fill(instructions);
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
}

/** From the project's page to a new chat in it. */
export async function newChatHere(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: /^New chat/ }).click();
  await expect(main(page).getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
}

/** The chats of a project in the sidebar. */
export const chatsOf = (page: Page, project: string): Locator => sidebar(page).getByRole('list', { name: `Chats in ${project}` });

export async function addFilter(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
