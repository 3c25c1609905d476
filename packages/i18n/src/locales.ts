/** The languages of the product, as BCP 47 tags. */
export const locales = ['en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];

/** Each language in its own words, for the language setting. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' };

/**
 * The best of our languages for a person's list of preferences (`navigator.languages`), `en` when none fits.
 * Simplified Chinese serves every Chinese tag: it is read more easily than English by those who asked for Chinese.
 */
export function matchLocale(preferences: readonly string[]): Locale {
  for (const preference of preferences) {
    const language = preference.trim().toLowerCase().split(/[-_]/u)[0];
    if (language === 'zh') return 'zh-CN';
    if (language === 'en') return 'en';
  }
  return 'en';
}
