/** Using a server without any model: tools, resources and prompts by hand. */
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import { openTab } from './servers.ts';

/** Opens a tool on the page of its server. */
export async function openTool(page: Page, tool: string): Promise<Locator> {
  const panel = await openTab(page, 'Tools');
  await panel.getByRole('textbox', { name: 'Filter tools' }).fill(tool);
  await panel.getByRole('listitem').getByRole('button', { name: tool }).first().click();
  const article = panel.getByRole('article');
  await expect(article).toBeVisible();
  return article;
}

/** Calls a tool with arguments filled into its form; returns where its result stands. */
export async function callTool(page: Page, tool: string, values: Record<string, string | number>): Promise<Locator> {
  const article = await openTool(page, tool);
  await fillArguments(article, values);
  await article.getByRole('button', { name: /^Run/ }).click();
  const result = article.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('heading', { name: /^Result/ })).toBeVisible();
  return result;
}

export async function fillArguments(form: Locator, values: Record<string, string | number>): Promise<void> {
  const fields = form.getByRole('form', { name: 'Arguments' });
  for (const [name, value] of Object.entries(values)) await fields.getByRole('textbox', { name: new RegExp(`^${name}(?:\\s|$)`) }).fill(String(value));
}

/** Opens a resource on the page of its server; it is read at once. Returns where its contents stand. */
export async function readResource(page: Page, name: string): Promise<Locator> {
  const panel = await openTab(page, 'Resources');
  await panel.getByRole('listitem').getByRole('button', { name }).first().click();
  return panel.getByRole('region', { name: 'Content', exact: true });
}

/** Fills in a prompt's arguments and asks for its messages. */
export async function runPrompt(page: Page, name: string, values: Record<string, string>): Promise<Locator> {
  const panel = await openTab(page, 'Prompts');
  await panel.getByRole('listitem').getByRole('button', { name }).first().click();
  const article = panel.getByRole('article');
  for (const [argument, value] of Object.entries(values)) {
    await article.getByLabel(argument).fill(value);
    // Going on closes the list of suggestions.
    await article.getByLabel(argument).press('Tab');
  }
  await article.getByRole('button', { name: 'Show messages' }).click();
  return article;
}
