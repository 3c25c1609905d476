/** The catalogue of the language in use, for every component. */
import { getCatalogue } from '@portolan/i18n/catalogue';
import type { Catalogue, Locale } from '@portolan/i18n/catalogue';
import { formatOf } from '@portolan/i18n/format';
import type { Format } from '@portolan/i18n/format';
import { createContext, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';

interface Language {
  locale: Locale;
  t: Catalogue;
}
const LanguageContext = createContext<Language | null>(null);

export function LanguageProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const value = useMemo(() => ({ locale, t: getCatalogue(locale) }), [locale]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

function useLanguage(): Language {
  const value = use(LanguageContext);
  if (!value) throw new Error('LanguageProvider is missing above this component');
  return value;
}

/** Texts by feature: `t.servers.add`. */
export function useT(): Catalogue {
  return useLanguage().t;
}

export function useLocale(): Locale {
  return useLanguage().locale;
}

/** Numbers, sizes, durations and dates of the language. */
export function useFormat(): Format {
  return formatOf(useLanguage().locale);
}
