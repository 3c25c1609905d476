/** What a person does with bundles. */
import type { Page } from '@playwright/test';
import { main, sidebar } from './servers.ts';

/** Opens the page for adding and chooses a bundle. Nothing is installed yet. */
export async function chooseBundle(page: Page, bytes: Buffer): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Add server' }).click();
  await main(page).getByRole('tab', { name: 'Bundle' }).click();
  await main(page).locator('input[type=file]').setInputFiles({ name: 'weather.mcpb', mimeType: 'application/zip', buffer: bytes });
}
