/** `config path`, `config check`, `config backups`, `config restore`: the configuration file, its copies, and the way back to one. */
import type { OutputOf } from '@portolan/contract/contract';
import { formatOf } from '@portolan/i18n/format';
import type { Command, Context } from '../command.ts';
import { diffLines } from '../diff-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';

type State = OutputOf<'configuration/state'>;

export const configCommands: Command[] = [
  {
    name: 'config path',
    words: [],
    options: [],
    examples: ['config path'],
    run: async (context) => {
      const { file } = await stateOf(context);
      context.out.result({ file }, () => [visible(file)]);
      return exitCodes.done;
    },
  },
  {
    name: 'config check',
    words: [],
    options: [],
    examples: ['config check'],
    run: async (context) => {
      const { file, broken, unusable, hasLastGood } = await stateOf(context);
      const isGood = broken === null && unusable.length === 0;
      context.out.result({ file, broken, unusable, hasLastGood }, () =>
        isGood ? [context.shared.doctor.codes['config-good']({ file })] : broken === null ? unusableLines(context, file, unusable) : brokenLines(context, file, broken, hasLastGood),
      );
      return isGood ? exitCodes.done : exitCodes.failed;
    },
  },
  {
    name: 'config backups',
    words: [],
    options: [],
    examples: ['config backups'],
    run: async (context) => {
      const { file, backups } = await stateOf(context);
      const { locale, shared, out } = context;
      const words = shared.configuration.backups;
      context.out.result({ file, backups: backups.map((backup) => ({ ...backup, at: new Date(backup.at).toISOString() })) }, () =>
        backups.length === 0
          ? [words.empty]
          : columns(backups.map(({ id, at, servers, providers, isCurrent }) => [out.style('bold', visible(id)), formatOf(locale).dateTime(at), `${words.holds(servers.length, providers)}${isCurrent ? ` (${words.current})` : ''}`])),
      );
      return exitCodes.done;
    },
  },
  {
    name: 'config restore',
    words: ['BACKUP'],
    options: ['yes'],
    examples: ['config restore 2026-11-30T09-15-00.json', 'config restore "$(portolan config backups --json | jq -r .backups[0].id)" --yes'],
    run: restore,
  },
];

async function stateOf({ session, signal }: Context): Promise<State> {
  const { client } = await session();
  return client.request('configuration/state', {}, { signal });
}

async function restore(context: Context): Promise<ExitCode> {
  const { words, options, signal, out, t, shared, terminal } = context;
  const [backup = ''] = words;
  const { backups } = await stateOf(context);
  if (!backups.some(({ id }) => id === backup)) throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.noBackup(visible(backup)), { next: t.errors.noBackupNext });
  const { client } = await context.session();
  const { servers, diff } = await client.request('configuration/compare', { backup }, { signal });
  const { comesBack, goes, changes, nothing, wouldChange, reviewStays, restored } = shared.configuration.backups;
  out.say(servers.length === 0 ? nothing : wouldChange);
  for (const { name, kind } of servers) out.say(`  ${visible(name)}: ${{ added: comesBack, removed: goes, changed: changes }[kind]}`);
  for (const line of diffLines(context, diff)) out.say(line);
  if (!options.yes) {
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
    if (!(await saysYes(context, t.restoreQuestion))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  }
  const { undo, aside } = await client.request('configuration/restore', { backup }, { signal });
  out.result({ restored: backup, undo, aside, servers }, () => [`${restored}. ${reviewStays}`, t.undoRestore(undo)]);
  return exitCodes.done;
}

function unusableLines({ shared, out }: Context, file: string, unusable: State['unusable']): string[] {
  const words = shared.configuration.unusable;
  return [
    out.style('red', `${visible(file)}: ${words.title}`),
    ...unusable.map(({ entry, line, reason, field }) => `  ${visible(words.where(entry, line))}: ${visible(words.reason(reason, field))}`),
  ];
}

function brokenLines({ shared, out }: Context, file: string, { reason, line, column, excerpt }: NonNullable<State['broken']>, hasLastGood: boolean): string[] {
  const words = shared.configuration.broken;
  return [
    out.style('red', `${visible(file)}: ${words.where(line, column)}`),
    words.reasons[reason] ?? words.reasons['other'] ?? visible(reason),
    ...excerpt.map((each) => `${each.line === line ? '>' : ' '} ${String(each.line).padStart(4)} ${visible(each.text)}`),
    hasLastGood ? words.lead : words.leadNothing,
  ];
}
