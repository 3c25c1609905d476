import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { firstCatalogues, wholeCatalogues } from './load-texts.ts';
import { locales } from './locales.ts';

describe('texts of a window (C16)', () => {
  it('are loaded once for each language, and are there without waiting from then on', async () => {
    for (const locale of locales) {
      expect(wholeCatalogues.get(locale)).toBeUndefined();
      const loading = wholeCatalogues.load(locale);
      expect(wholeCatalogues.load(locale)).toBe(loading);
      // One language after the other.
      // oxlint-disable-next-line no-await-in-loop
      const texts = await loading;
      expect(wholeCatalogues.get(locale)).toBe(texts);
      expect(loading).toMatchObject({ status: 'fulfilled', value: texts });
    }
    expect(wholeCatalogues.get('en')).toBe(en);
  });

  it('of the first screen say the same as the whole', async () => {
    for (const locale of locales) {
      // oxlint-disable-next-line no-await-in-loop
      const [first, whole] = await Promise.all([firstCatalogues.load(locale), wholeCatalogues.load(locale)]);
      const differs: string[] = [];
      const compare = (part: object, of: object, path: string): void => {
        for (const [key, value] of Object.entries(part)) {
          const other: unknown = Object.entries(of).find(([name]) => name === key)?.[1];
          if (typeof value === 'object' && value !== null && typeof other === 'object' && other !== null) compare(value as object, other, `${path}.${key}`);
          else if (value !== other) differs.push(`${path}.${key}`);
        }
      };
      compare(first, whole, locale);
      expect(differs).toEqual([]);
    }
  });
});
