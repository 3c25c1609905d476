/** The texts of the language in use, for every component. Only that language is loaded, and most of it with the first page. */
import type { Catalogue, FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { formatOf } from '@portolan/i18n/format';
import type { Format } from '@portolan/i18n/format';
import { firstCatalogues, wholeCatalogues } from '@portolan/i18n/load-texts';
import type { Locale } from '@portolan/i18n/locales';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';

interface Language {
  locale: Locale;
  first: FirstCatalogue;
}
const LanguageContext = createContext<Language | null>(null);

/** Milliseconds until texts that could not be loaded are asked for again. */
const retryAfter = 2_000;

/** Draws nothing until the first texts are there. Another language takes over once it can be read. */
export function LanguageProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const value = useLoadedLanguage(locale);
  const shown = value?.locale;
  useEffect(() => {
    if (shown !== undefined) document.documentElement.lang = shown;
  }, [shown]);
  return value ? <LanguageContext value={value}>{children}</LanguageContext> : null;
}

function languageOf(locale: Locale): Language | null {
  const first = firstCatalogues.get(locale);
  return first ? { locale, first } : null;
}

function useLoadedLanguage(locale: Locale): Language | null {
  const [language, setLanguage] = useState(() => languageOf(locale));
  const before = language?.locale;
  useEffect(() => {
    if (before === locale) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        // What is on screen may say any of it: it must not disappear while the other language comes.
        await Promise.all([firstCatalogues.load(locale), before && wholeCatalogues.get(before) ? wholeCatalogues.load(locale) : undefined]);
        if (isCurrent) setLanguage(languageOf(locale));
      } catch {
        if (isCurrent) timer = setTimeout(() => void load(), retryAfter);
      }
    };
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [locale, before]);
  return language;
}

function useLanguage(): Language {
  const value = use(LanguageContext);
  if (!value) throw new Error('LanguageProvider is missing above this component');
  return value;
}

/** Texts by feature: `t.servers.add`. Suspends until they are loaded, which the first page that is opened sees to. */
export function useT(): Catalogue {
  return use(wholeCatalogues.load(useLanguage().locale));
}

/** For what the first screen shows: texts that are there from the start. */
export function useFirstT(): FirstCatalogue {
  return useLanguage().first;
}

export function useLocale(): Locale {
  return useLanguage().locale;
}

/** Numbers, sizes, durations and dates of the language. */
export function useFormat(): Format {
  return formatOf(useLanguage().locale);
}
