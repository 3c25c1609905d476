/** What a person does about where keys and sign-ins are kept. */
import type { RunningApp } from '../harness/running-app.ts';
import { expect } from '../harness/test.ts';
import type { Page } from '@playwright/test';
import { main, sidebar } from './servers.ts';

export async function openSecrets(page: Page): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Secrets' }).click();
  await expect(main(page).getByRole('heading', { name: 'Where keys and sign-ins are kept' })).toBeVisible();
}

export async function moveSecrets(page: Page, to: string, passphrase?: string): Promise<void> {
  await openSecrets(page);
  await main(page).getByRole('radio', { name: to }).click();
  if (passphrase !== undefined) {
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Passphrase once more').fill(passphrase);
  }
  await page.getByRole('button', { name: 'Keep them there from now on' }).click();
  await expect(main(page).getByText(`Now: ${to}`)).toBeVisible();
}

/** The machine that runs the tests has no key store, so the desktop app writes nothing until somebody says where (E27). */
export async function keepSecrets(app: RunningApp): Promise<void> {
  if (app.shell === 'desktop') await moveSecrets(app.page, 'A key file beside the secrets');
}
