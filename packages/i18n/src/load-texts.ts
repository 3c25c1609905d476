/** Texts for a window: only the language in use is loaded, and at first only what the first screen says. */
import type { Catalogue, FirstCatalogue } from './catalogue-type.ts';
import type { Locale } from './locales.ts';

const firstTexts: Readonly<Record<Locale, () => Promise<FirstCatalogue>>> = {
  en: async () => (await import('./en-first.ts')).enFirst,
  'zh-CN': async () => (await import('./zh-cn-first.ts')).zhCnFirst,
};
const allTexts: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: async () => (await import('./en.ts')).en,
  'zh-CN': async () => (await import('./zh-cn.ts')).zhCn,
};

/** One kind of texts of every language: loading under way, and what has come. */
class Texts<T> {
  readonly #load: Readonly<Record<Locale, () => Promise<T>>>;
  readonly #loading = new Map<Locale, Promise<T>>();
  readonly #loaded = new Map<Locale, T>();

  constructor(load: Readonly<Record<Locale, () => Promise<T>>>) {
    this.#load = load;
  }

  /** What has come already. */
  get(locale: Locale): T | undefined {
    return this.#loaded.get(locale);
  }

  /**
   * The same promise for the same language, until it fails: then the next call tries again. Once it is settled it says so itself
   * (`status`, `value`), by which React's `use` reads it without waiting.
   */
  load(locale: Locale): Promise<T> {
    const known = this.#loading.get(locale);
    if (known) return known;
    const loading = this.#load[locale]();
    this.#loading.set(locale, loading);
    loading.then(
      (value) => {
        this.#loaded.set(locale, value);
        void Object.assign(loading, { status: 'fulfilled', value });
        return value;
      },
      () => this.#loading.delete(locale),
    );
    return loading;
  }
}

/** What the first screen says. */
export const firstCatalogues = new Texts<FirstCatalogue>(firstTexts);

/** Everything. */
export const wholeCatalogues = new Texts<Catalogue>(allTexts);
