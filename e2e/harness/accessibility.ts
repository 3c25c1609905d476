/** axe on the page as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** What axe calls serious or critical, each with the elements concerned; `within` narrows it to a part of the page. */
export async function inaccessible(page: Page, within?: string): Promise<string[]> {
  // The modern mode opens a second page, which an Electron window cannot; without frames both find the same.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  if (within !== undefined) axe.include(within);
  const result = await axe.analyze();
  return result.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.help}\n    ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n    ')}`);
}

/** Fails on any of these. */
export async function expectAccessible(page: Page, where: string, within?: string): Promise<void> {
  expect(await inaccessible(page, within), `axe on ${where}`).toEqual([]);
}
