/** Permissions for the pictures: what is decided, and how its screens are opened. */
import type { Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import { card } from '../steps/chat.ts';
import type { DecidedAhead } from '../steps/permissions.ts';

export const ruled: readonly DecidedAhead[] = [
  { server: 'documents', tool: 'read_file', effect: 'allow', conditions: [{ kind: 'path', argument: 'path', folder: '/home/ann/notes' }] },
  { server: 'calculator', tool: null, effect: 'ask', conditions: [] },
  { server: 'documents', tool: 'delete_file', effect: 'ask', conditions: [] },
  { server: null, tool: null, effect: 'never', conditions: [{ kind: 'command', argument: 'command', words: ['git', 'push'] }] },
  { server: 'travel', tool: null, effect: 'never', conditions: [{ kind: 'path', argument: 'path', folder: '/home/ann/.ssh' }] },
  { server: null, tool: 'fetch', effect: 'ask', conditions: [{ kind: 'host', argument: 'url', host: 'example.com', withSubdomains: true }] },
];

/** On a chat that waits for a decision. */
export async function decideForLater(to: Page): Promise<void> {
  const more = card(to).getByRole('button', { name: /^(?:More ways to allow|更多允许方式)$/ });
  await expect(more).toBeEnabled();
  await more.click();
  await to.getByRole('menuitem').last().click();
  await expect(card(to).getByRole('radio').first()).toBeVisible();
  await to.waitForTimeout(1000);
}

/** On the page of permissions. */
export async function writePermission(to: Page): Promise<void> {
  await to.getByRole('main').getByRole('button', { name: /^(?:Add a permission|添加权限)$/ }).click();
  const dialog = to.getByRole('dialog');
  await dialog.getByRole('radio').last().click();
  await dialog.getByRole('button', { name: /^(?:Add a condition|添加条件)$/ }).click();
  await dialog.getByLabel(/^(?:Argument|参数)$/).fill('command');
  await dialog.getByLabel(/^(?:Value|值)$/).fill('git push');
}
