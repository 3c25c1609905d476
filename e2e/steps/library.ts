/** The library by its addresses, as links to it are followed. */
import type { Locator, Page } from '@playwright/test';

/** The id of a server, from its row at the side. */
export async function idOf(page: Page, name: string): Promise<string> {
  const href = await page.getByRole('navigation').getByRole('link', { name: new RegExp(name) }).getAttribute('href');
  return /servers\/([\w-]+)/.exec(href ?? '')?.[1] ?? '';
}

/** Opens one entry of the library by its address, as a link to it would; returns where it is shown. */
export async function openEntry(page: Page, serverId: string, kind: string, key: string): Promise<Locator> {
  const params = new URLSearchParams({ of: serverId, as: kind, item: key });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/library?${params.toString()}`);
  return page.getByRole('region', { name: kind === 'template' ? 'Template' : 'Resource', exact: true });
}
