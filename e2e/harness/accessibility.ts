/** axe on the page as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Fails on anything axe calls serious or critical; lists each with the elements concerned. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The modern mode opens a second page, which an Electron window cannot; without frames both find the same.
  const result = await new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  const serious = result.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.help}\n    ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n    ')}`);
  expect(serious, `axe on ${where}`).toEqual([]);
}
