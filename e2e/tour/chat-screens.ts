/** Screens about all chats: found again, and brought in. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chatGptExport } from '../support/chats-of-others.ts';

type Open = (page: Page) => Promise<void>;

export function chatScreens(go: (hash: string) => Open): { name: string; isKey?: boolean; open: Open }[] {
  return [
    { name: 'history', open: go('#/history?q=ferry') },
    {
      name: 'import-chats',
      isKey: true,
      open: async (page) => {
        await go('#/import-chats')(page);
        // The list stays when the window goes elsewhere and comes back.
        const choice = page.getByRole('main').getByRole('checkbox').nth(2);
        const input = page.getByRole('main').locator('input[type=file]');
        await expect(choice.or(input).first()).toBeAttached();
        if ((await input.count()) > 0) await input.setInputFiles({ name: 'chatgpt-export.zip', mimeType: 'application/zip', buffer: chatGptExport() });
        await expect(choice).toBeVisible();
      },
    },
    {
      name: 'settings-backup',
      isKey: true,
      open: async (page) => {
        await go('#/settings/backup')(page);
        await expect(page.getByRole('main').locator('h2').nth(2)).toBeVisible();
      },
    },
    { name: 'settings-notifications', open: go('#/settings/notifications') },
  ];
}
