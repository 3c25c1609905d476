/** All catalogues at once, for processes whose files lie beside them. A window loads its language by `load-texts.ts`. */
import type { Catalogue } from './catalogue-type.ts';
import { en } from './en.ts';
import type { Locale } from './locales.ts';
import { zhCn } from './zh-cn.ts';

const catalogues: Readonly<Record<Locale, Catalogue>> = { en, 'zh-CN': zhCn };

/** All texts of a language. */
export function getCatalogue(locale: Locale): Catalogue {
  return catalogues[locale];
}
