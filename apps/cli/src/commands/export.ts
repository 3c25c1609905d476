/** `export`: our servers as JSON for anybody, or into another program's configuration, after a comparison (S04). */
import type { AppId } from '@portolan/contract/other-apps';
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { diffLines } from '../diff-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { jsonLinesText, visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';
import { allServers, serverNamed } from '../servers.ts';

type Preview = OutputOf<'exports/preview'>;

export const exportCommands: Command[] = [
  {
    name: 'export',
    words: ['[NAME…]'],
    options: ['to', 'yes'],
    examples: ['export > servers.json', 'export files github --to claude-desktop', 'export --to vscode --yes'],
    run: async (context) => {
      const servers = await chosen(context);
      return context.options.to === undefined ? asText(context, servers) : intoApp(context, servers, context.options.to as AppId);
    },
  },
];

async function chosen(context: Context): Promise<ServerView[]> {
  const { words, t } = context;
  const servers = words.length === 0 ? await allServers(context) : await Promise.all(words.map((name) => serverNamed(context, name)));
  if (servers.length === 0) throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.noServersYet);
  return servers;
}

/** Values that are secret do not come out this way: the host would refuse it. A window writes them, where a person sees it. */
const secrets = 'references';

async function asText(context: Context, servers: readonly ServerView[]): Promise<ExitCode> {
  const { client } = await context.session();
  const { text } = await client.request('exports/text', { servers: servers.map(({ id }) => id), secrets }, { signal: context.signal });
  // It is JSON already, with or without --json.
  context.out.raw(`${jsonLinesText(text.trimEnd())}\n`);
  return exitCodes.done;
}

async function intoApp(context: Context, servers: readonly ServerView[], app: AppId): Promise<ExitCode> {
  const { out, t, signal, shared, options, terminal } = context;
  const { client } = await context.session();
  const input = { app, servers: servers.map(({ id }) => id), secrets } as const;
  const preview = await client.request('exports/preview', input, { signal });
  out.say(visible(preview.path));
  for (const line of outcomeLines(context, preview)) out.say(line);
  for (const line of diffLines({ out, shared }, preview.diff)) out.say(line);
  const isNeeded = preview.servers.some(({ outcome }) => outcome === 'added' || outcome === 'changed');
  if (isNeeded && !options.yes) {
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
    if (!(await saysYes(context, t.exported.question))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  }
  const written = isNeeded ? await client.request('exports/write', { ...input, stamp: preview.stamp }, { signal }) : { path: preview.path, backup: null };
  const isWhole = preview.servers.every(({ outcome }) => outcome !== 'left-out');
  out.result({ app, ...written, servers: preview.servers.map(({ name, outcome, remarks }) => ({ name, outcome, remarks })) }, () => [isNeeded ? t.exported.written(written.path) : t.exported.same, ...(written.backup === null ? [] : [t.exported.backup(written.backup)])]);
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function outcomeLines({ t, shared }: Context, { servers }: Preview): string[] {
  return servers.flatMap(({ name, outcome, remarks }) => [`  ${visible(name)}: ${t.exported.outcomes[outcome]}`, ...remarks.map(({ kind, subjects }) => `    ! ${visible(shared.otherApps.export.remarks[kind](subjects.join(', ')))}`)]);
}
