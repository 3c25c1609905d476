/** Every screen in both themes and both languages, wide and narrow: nothing serious for axe, no complaint on the console. */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { emptyExhibition, fullExhibition } from '../tour/screens.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-US', viewport: { width: 1280, height: 832 } },
  { colorScheme: 'dark', locale: 'en-US', viewport: { width: 1280, height: 832 } },
  { colorScheme: 'light', locale: 'zh-CN', viewport: { width: 420, height: 832 } },
  { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 1280, height: 832 } },
] as const;

for (const [name, open] of [
  ['a fresh install', emptyExhibition],
  ['an app in use', fullExhibition],
] as const) {
  test(`axe finds nothing serious in ${name}, on any screen, in both themes and both languages`, async ({ browser }) => {
    test.setTimeout(240_000);
    await using exhibition = await open(browser);
    const found: string[] = [];
    for (const look of looks) {
      const { page, complaints } = await exhibition.visit(look);
      for (const screen of exhibition.screens) {
        const where = `${screen.name}, ${look.colorScheme}, ${look.locale}, ${look.viewport.width} wide`;
        await screen.open(page);
        await expectAccessible(page, where).catch((error: unknown) => found.push(String(error)));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wider > 0) found.push(`${where}: the page is ${wider} pixels wider than the window`);
      }
      found.push(...complaints.unexpected());
      await page.context().close();
    }
    expect(found).toEqual([]);
  });
}
