/** What script a window loaded, by its own account, and what it weighs as a server would send it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Most script, in bytes after gzip, that the first screen may need. */
export const firstLoadBudget = 260_000;

const assets = fileURLToPath(new URL('../../apps/renderer/dist/assets/', import.meta.url));

export interface LoadedScript {
  /** As the build named it, without what stands for its contents. */
  name: string;
  /** Bytes after gzip -9. */
  size: number;
}

/** Every script the page has asked for since it was opened, workers included, the largest first. */
export async function loadedScripts(page: Page): Promise<LoadedScript[]> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const files = new Set(addresses.map((address) => basename(new URL(address).pathname)).filter((name) => name.endsWith('.js')));
  return [...files]
    .map((file) => ({ name: file.replace(/-[\w-]{8}\.js$/, ''), size: gzipSync(readFileSync(assets + file), { level: 9 }).length }))
    .toSorted((a, b) => b.size - a.size);
}

export function totalOf(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { size }) => sum + size, 0);
}
