/** What a command is: its place on the command line, what it takes, and what it does with it. */
import type { HostClient } from '@portolan/contract/client';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { Locale } from '@portolan/i18n/locales';
import type { CliWords, CommandName } from '@portolan/i18n/cli';
import type { ExitCode } from './exit-codes.ts';
import type { OptionName, Options } from './options.ts';
import type { Output } from './output/output.ts';
import type { Terminal } from './terminal.ts';

export interface Command {
  name: CommandName;
  /** Placeholders of its words: `NAME` is needed, `[NAME]` is not, `[NAME…]` is any number. */
  words: readonly string[];
  options: readonly OptionName[];
  /** What stands after `--`, as a placeholder. */
  rest?: string;
  /** It needs no host at all. */
  isOffline?: boolean;
  /** Lines to type, without the program's name. */
  examples: readonly string[];
  run(context: Context): Promise<ExitCode>;
}

/** The host a command works with. */
export interface Session {
  client: HostClient;
  /** An app was running on the data folder already; else the host is open for this command alone. */
  isAttached: boolean;
}

export interface Context {
  command: Command;
  options: Options;
  /** Without the command's own name. */
  words: readonly string[];
  /** What stood after `--`. */
  rest: readonly string[];
  dataDir: string;
  version: string;
  locale: Locale;
  /** Words of the command line, and those it shares with the window. */
  t: CliWords;
  shared: Catalogue;
  out: Output;
  terminal: Terminal;
  /** Aborted by Ctrl+C, a signal or --timeout. */
  signal: AbortSignal;
  /** Attaches or opens, the first time it is called. */
  session(): Promise<Session>;
}

export type { CommandName };
