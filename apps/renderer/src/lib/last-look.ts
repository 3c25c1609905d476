/** Language and theme of the last time, so that a window does not start in others and then change. */
import { locales, matchLocale } from '@portolan/i18n/locales';
import type { Locale } from '@portolan/i18n/locales';

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

/** The language to start in until the host has answered: that of the last time, or what the machine has. */
export function firstLocale(): Locale {
  return lastLook()?.locale ?? matchLocale(navigator.languages);
}

export function keepLook({ locale, theme }: Look): void {
  try {
    localStorage.setItem(key, `${locale} ${theme}`);
  } catch {
    // Then the next start is a little less smooth.
  }
}
