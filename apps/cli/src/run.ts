/** One command line from its words to its exit code. */
import type { HostClient } from '@portolan/contract/client';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { Notice } from '@portolan/contract/settings';
import { getCatalogue } from '@portolan/i18n/catalogue';
import { matchLocale } from '@portolan/i18n/locales';
import type { Locale } from '@portolan/i18n/locales';
import { getCliWords } from '@portolan/i18n/cli';
import type { CliWords } from '@portolan/i18n/cli';
import { dataFolder } from '@portolan/host/process/data-folder';
import type { Context } from './command.ts';
import { readCommandLine } from './command-line.ts';
import type { Reading, Wrong } from './command-line.ts';
import { commands } from './commands/all.ts';
import { exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliFailure, problemText, report } from './failure.ts';
import { helpOn, program, usageOf } from './help.ts';
import { openSession } from './open-session.ts';
import type { OpenSession } from './open-session.ts';
import type { Options } from './options.ts';
import { Output } from './output/output.ts';
import { visible } from './output/visible.ts';
import { openTerminal } from './terminal.ts';
import type { TerminalInput, TerminalOutput } from './terminal.ts';

export interface Surroundings {
  argv: readonly string[];
  version: string;
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: Record<string, string | undefined>;
  /** Aborted by a signal; the command ends in order. */
  interrupted: AbortController;
}

/** Never rejects; resolves when nothing of the command is left. */
export async function runCommandLine(around: Surroundings): Promise<ExitCode> {
  const reading = readCommandLine(around.argv, commands);
  const { options } = reading;
  const locale = localeOf(options, around.env);
  const t = getCliWords(locale);
  const out = new Output({ stdout: around.stdout, stderr: around.stderr, env: around.env, isJson: options.json === true, ...(options.color === undefined ? {} : { isColoured: options.color }) });
  if (reading.kind === 'command') return runCommand(around, reading, { locale, t, out });
  if (reading.kind === 'version') {
    out.result({ version: around.version }, () => [`portolan ${around.version}`]);
    return exitCodes.done;
  }
  if (reading.kind === 'help') {
    const lines = helpOn(reading.topic, commands, t);
    if (lines) {
      out.result({ help: lines.join('\n') }, () => lines);
      return exitCodes.done;
    }
  }
  const wrong: Wrong = reading.kind === 'wrong' ? reading.problem : { kind: 'unknown-command', word: reading.topic.join(' '), closest: null };
  return fail(out, t, locale, new CliFailure(exitCodes.usage, 'usage', wrongText(wrong, t), { next: wrongNext(wrong, t) }));
}

async function runCommand(around: Surroundings, reading: Extract<Reading, { kind: 'command' }>, { locale, t, out }: { locale: Locale; t: CliWords; out: Output }): Promise<ExitCode> {
  const { options, command, words, rest } = reading;
  let session: Promise<OpenSession> | null = null;
  const limit = limitOf(options, t);
  if (limit instanceof CliFailure) return fail(out, t, locale, limit);
  const signal = limit === null ? around.interrupted.signal : AbortSignal.any([around.interrupted.signal, limit]);
  const dataDir = dataFolder(options['data-dir']);
  const terminal = openTerminal({ stdin: around.stdin, stderr: around.stderr, signal, onInterrupt: () => process.emit('SIGINT') });
  let isWaiting = false;
  const context: Context = {
    command,
    options,
    words,
    rest,
    dataDir,
    version: around.version,
    locale,
    t,
    shared: getCatalogue(locale),
    out,
    terminal,
    signal,
    session: () => {
      session ??= settled(context, () => openSession({
        dataDir,
        version: around.version,
        signal,
        onWaiting: () => {
          if (!isWaiting) out.say(t.progress.folderTaken);
          isWaiting = true;
        },
        onOthers: (count) => out.say(context.t.progress.others(count)),
        onError: (where, error) => {
          if (around.env['PORTOLAN_DEBUG']) out.say(`[host] ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        },
      }));
      return session;
    },
  };
  let code: ExitCode;
  try {
    // First of all: the words that a command takes are those of the host's settings.
    if (!command.isOffline) await context.session();
    code = await command.run(context);
  } catch (error) {
    const isTimeout = limit?.aborted === true && !around.interrupted.signal.aborted;
    code = fail(out, context.t, context.locale, isTimeout ? new CliFailure(exitCodes.failed, 'failed', context.t.errors.timeout(options.timeout ?? '')) : error);
  }
  out.clearProgress();
  try {
    await (await opened(session))?.close();
  } catch (error) {
    return fail(out, t, locale, error);
  }
  return code;
}

/** What would make a command behave in a way that nobody expects, if it were not said. */
const telling: ReadonlySet<Notice['kind']> = new Set(['config-broken', 'config-open-to-others', 'package-changed', 'storage-read-only', 'secrets-locked', 'secrets-in-memory']);

/**
 * Once there is a host, its setting decides about the language, unless the command line says which; and what a window would
 * say in its bar is said here.
 */
async function settled(context: Context, open: () => Promise<OpenSession>): Promise<OpenSession> {
  const session = await open();
  const { settings, notices } = await firstEvent(session.client, context.signal);
  if (context.options.lang === undefined && settings.locale !== 'system') {
    context.locale = settings.locale;
    context.t = getCliWords(settings.locale);
    context.shared = getCatalogue(settings.locale);
  }
  for (const { kind, problem, details } of notices) {
    if (!telling.has(kind)) continue;
    // One bad entry has words of its own; a file that cannot be read at all is a problem with its line.
    const isWholeFile = kind === 'config-broken' && details['server'] === undefined;
    const text = isWholeFile && problem !== null ? problemText(problem, context.shared) : context.shared.shell.notices[kind](details);
    context.out.say(context.out.style('yellow', `! ${visible(text)}`));
  }
  return session;
}

function firstEvent(client: HostClient, signal: AbortSignal): Promise<EventOf<'settings/watch'>> {
  return new Promise((resolve, reject) => {
    const stop = client.watch(
      'settings/watch',
      {},
      (event) => {
        stop();
        resolve(event);
      },
      (error) => reject(error ?? new HostError('host-gone')),
    );
    signal.addEventListener('abort', () => reject(new HostError('cancelled')), { once: true });
  });
}

/** A session that could not be had has been reported, and is nothing to close. */
async function opened(session: Promise<OpenSession> | null): Promise<OpenSession | null> {
  try {
    return await session;
  } catch {
    return null;
  }
}

function fail(out: Output, t: CliWords, locale: Locale, error: unknown): ExitCode {
  const { exit, code, message, next, details, log } = report(error, getCatalogue(locale), t);
  if (out.isJson) out.result({ error: { code, message, next, details } }, () => []);
  out.say(`${out.style('red', program)}: ${message}`);
  if (next) out.say(next);
  if (log) out.say(out.style('dim', log));
  return exit;
}

/** Milliseconds as a signal; a failure when it is no number of seconds. */
function limitOf({ timeout }: Options, t: CliWords): AbortSignal | CliFailure | null {
  if (timeout === undefined) return null;
  const seconds = Number(timeout);
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400) return new CliFailure(exitCodes.usage, 'usage', t.usage.badValue('--timeout', visible(timeout)));
  return AbortSignal.timeout(seconds * 1000);
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html, section 8.2, for the order of the variables. */
function localeOf(options: Options, env: Record<string, string | undefined>): Locale {
  const wanted = options.lang ?? (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']);
  return matchLocale(wanted === undefined ? [] : [wanted]);
}

function wrongText(wrong: Wrong, t: CliWords): string {
  switch (wrong.kind) {
    case 'unknown-command':
      return t.usage.unknownCommand(visible(wrong.word));
    case 'unknown-option':
      return t.usage.unknownOption(visible(wrong.option));
    case 'missing-value':
      return t.usage.missingValue(visible(wrong.option));
    case 'bad-value':
      return t.usage.badValue(visible(wrong.option), visible(wrong.value));
    case 'missing-command':
      return t.usage.missingCommand(wrong.group);
    case 'missing-word':
      return t.usage.missingWord(wrong.word);
    case 'extra-word':
      return t.usage.extraWord(visible(wrong.word));
  }
}

function wrongNext(wrong: Wrong, t: CliWords): string {
  if (wrong.kind === 'unknown-command') return wrong.closest === null ? t.usage.seeHelp(`${program} help`) : t.usage.didYouMean(`${program} ${wrong.closest}`);
  if (wrong.kind === 'missing-command') return t.usage.choices(wrong.choices.join(', '));
  if (wrong.kind === 'bad-value' && wrong.choices.length > 0) return t.usage.choices(wrong.choices.join(', '));
  const command = 'command' in wrong ? commands.find(({ name }) => name === wrong.command) : undefined;
  return command ? `${program} ${usageOf(command)}` : t.usage.seeHelp(`${program} help`);
}
