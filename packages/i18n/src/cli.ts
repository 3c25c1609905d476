import type { Locale } from './locales.ts';
import { cli as en } from './en/cli.ts';
import type { Widen } from './widen.ts';
import { cli as zhCn } from './zh-cn/cli.ts';

/** Every text of the command line in one language. */
export type CliWords = Widen<typeof en>;
/** Each command by its words. */
export type CommandName = keyof typeof en.commands;

const words: Readonly<Record<Locale, CliWords>> = { en, 'zh-CN': zhCn };

/** The words of the command line; not part of the catalogue, which is sent to browsers. */
export function getCliWords(locale: Locale): CliWords {
  return words[locale];
}
