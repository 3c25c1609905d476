/** Language and look of the last time, so that a window does not start in others and then change. */
import { locales, matchLocale } from '@portolan/i18n/locales';
import type { Locale } from '@portolan/i18n/locales';

export interface Look {
  locale: Locale;
  theme: 'system' | 'light' | 'dark';
  /** Percent. */
  textSize: number;
  density: 'comfortable' | 'compact';
  contrast: 'system' | 'more';
  motion: 'system' | 'reduced';
}

export const usualLook: Omit<Look, 'locale'> = { theme: 'system', textSize: 100, density: 'comfortable', contrast: 'system', motion: 'system' };

const key = 'portolan.look';
const themes = ['system', 'light', 'dark'] as const;

/** Null on the first start, or when the browser keeps nothing. */
export function lastLook(): Look | null {
  try {
    const [localeText, themeText, size, density, contrast, motion] = (localStorage.getItem(key) ?? '').split(' ');
    const locale = locales.find((each) => each === localeText);
    const theme = themes.find((each) => each === themeText);
    if (!locale || !theme) return null;
    const textSize = Number(size);
    return {
      locale,
      theme,
      textSize: Number.isInteger(textSize) && textSize >= 80 && textSize <= 160 ? textSize : 100,
      density: density === 'compact' ? 'compact' : 'comfortable',
      contrast: contrast === 'more' ? 'more' : 'system',
      motion: motion === 'reduced' ? 'reduced' : 'system',
    };
  } catch {
    return null;
  }
}

/** The language to start in until the host has answered: that of the last time, or what the machine has. */
export function firstLocale(): Locale {
  return lastLook()?.locale ?? matchLocale(navigator.languages);
}

export function keepLook({ locale, theme, textSize, density, contrast, motion }: Look): void {
  try {
    localStorage.setItem(key, [locale, theme, textSize, density, contrast, motion].join(' '));
  } catch {
    // Then the next start is a little less smooth.
  }
}
