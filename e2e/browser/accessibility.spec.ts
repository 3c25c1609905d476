/** Every screen: nothing serious for axe, no complaint on the console. */
import { inaccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { emptyExhibition, fullExhibition } from '../tour/screens.ts';

const wide = { width: 1280, height: 832 };
const narrow = { width: 420, height: 832 };
/** Each theme and each language once, wide and narrow; the other pairs with `--full`. */
const looks = [
  { colorScheme: 'light', locale: 'en-US', viewport: wide, tag: [] },
  { colorScheme: 'dark', locale: 'zh-CN', viewport: narrow, tag: [] },
  { colorScheme: 'dark', locale: 'en-US', viewport: wide, tag: ['@full'] },
  { colorScheme: 'light', locale: 'zh-CN', viewport: wide, tag: ['@full'] },
  { colorScheme: 'light', locale: 'en-US', viewport: narrow, tag: ['@full'] },
] as const;

for (const [name, open] of [
  ['a fresh install', emptyExhibition],
  ['an app in use', fullExhibition],
] as const) {
  for (const look of looks) {
    test(`axe finds nothing serious in ${name}: ${look.colorScheme}, ${look.locale}, ${look.viewport.width} pixels wide`, { tag: [...look.tag, ...(name === 'a fresh install' ? [] : ['@full'])] }, async ({ browser }) => {
      // Some fifty screens; a machine that does other things as well takes its time.
      test.setTimeout(600_000);
      await using exhibition = await open(browser);
      const found: string[] = [];
      const { page, complaints } = await exhibition.visit(look);
      for (const screen of exhibition.screens) {
        await screen.open(page);
        found.push(...(await inaccessible(page)).map((violation) => `${screen.name}: ${violation}`));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wider > 0) found.push(`${screen.name}: the page is ${wider} pixels wider than the window`);
      }
      found.push(...complaints.unexpected());
      expect(found).toEqual([]);
      await page.context().close();
    });
  }
}
