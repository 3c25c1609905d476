/** Icons of a server that has good ones and hostile ones, on every screen that shows them. */
import { expect, test } from '../harness/test.ts';
import { newChat } from '../steps/chat.ts';
import { haveServer } from '../steps/prepare.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';

for (const era of ['2025-11-25', '2026-07-28'] as const) {
  test(`icons are shown where they are pictures, and letters where they would load, run or lie: ${era} (P20, H26, H31, T:D01, T:D02, T:D05, T:D06, T:D08, T:D09)`, { tag: era === '2025-11-25' ? '@full' : '@twice' }, async ({ app }) => {
    const { page } = app;
    await using canary = await watchForEscapes(page);
    await haveServer(app, 'garden', local('pictured', { era, canary: canary.url }));
    const row = page.getByRole('navigation').getByRole('link', { name: /garden/ });
    await expect(row.locator('.ui-server-icon img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    await row.click();
    await page.getByRole('tab', { name: /Tools/ }).click();
    const tool = (name: string) => page.locator('[data-pick]').filter({ hasText: `Icon ${name}` });
    for (const name of ['png', 'svg', 'scripted']) await expect(tool(name).locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    // What is left of it draws; what it would have loaded is not in it.
    await expect(tool('loading').locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    for (const name of ['remote', 'insecure', 'page', 'lying', 'file', 'huge', 'none']) {
      await expect(tool(name).locator('.ui-server-icon')).toHaveText(/^I/);
      await expect(tool(name).locator('img')).toHaveCount(0);
    }
    await page.getByRole('tab', { name: /Resources/ }).click();
    await expect(page.locator('[data-pick] img')).toHaveCount(2);
    await newChat(page);
    await page.getByRole('textbox').last().press('@');
    await expect(page.getByRole('option', { name: /Icon svg/ }).locator('img')).toBeVisible();
    await canary.expectUntouched('every place of an icon');
  });
}
