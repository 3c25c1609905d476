/** Language and theme of the last time, so that a window does not start in others and then change. */
import { locales } from '@portolan/i18n/catalogue';
import type { Locale } from '@portolan/i18n/catalogue';

export interface Look {
  locale: Locale;
  theme: 'system' | 'light' | 'dark';
}

const key = 'portolan.look';
const themes = ['system', 'light', 'dark'] as const;

/** Null on the first start, or when the browser keeps nothing. */
export function lastLook(): Look | null {
  try {
    const [localeText, themeText] = (localStorage.getItem(key) ?? '').split(' ');
    const locale = locales.find((each) => each === localeText);
    const theme = themes.find((each) => each === themeText);
    return locale && theme ? { locale, theme } : null;
  } catch {
    return null;
  }
}

export function keepLook({ locale, theme }: Look): void {
  try {
    localStorage.setItem(key, `${locale} ${theme}`);
  } catch {
    // Then the next start is a little less smooth.
  }
}
