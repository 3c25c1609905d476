/** axe on the page as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** What a theme can break; everything else is the same in all of them. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export interface Look {
  /** A part of the page, as a selector. */
  within?: string | undefined;
  /** Colours alone, where the rest has been looked at in another theme. */
  isColourOnly?: boolean;
}

/** What axe calls serious or critical, each with the elements concerned. */
export async function inaccessible(page: Page, { within, isColourOnly = false }: Look = {}): Promise<string[]> {
  // A colour that is still on its way is nobody's colour: none sets out while axe looks, and what is on its way arrives. What follows scrolling instead of time never ends.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => Promise.all(document.getAnimations().filter((animation) => animation.timeline instanceof DocumentTimeline && animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))));
  // The modern mode opens a second page, which an Electron window cannot; without frames both find the same.
  const axe = new AxeBuilder({ page })
    // They hold no focus: each passes it on at once, to keep Tab inside of what is open.
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(true);
  if (isColourOnly) axe.withRules(rulesOfColour);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  if (within !== undefined) axe.include(within);
  const result = await axe.analyze();
  return result.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.help}\n    ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n    ')}`);
}

/** Fails on any of these. */
export async function expectAccessible(page: Page, where: string, look: Look = {}): Promise<void> {
  const first = await inaccessible(page, look);
  // A button that came alive while axe looked was seen half way between two colours; what is wrong stays wrong.
  const found = first.length === 0 ? first : await inaccessible(page, look);
  expect(found, `axe on ${where}`).toEqual([]);
}
