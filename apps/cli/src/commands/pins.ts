/**
 * `pins changes`, `accept`, `keep-off`: definitions and packages that are not what they were (H03, A14). Accepting is a review:
 * a person reads and says yes, or whoever has read it elsewhere names it by its hash; `--yes` is no answer to it.
 */
import { createHash } from 'node:crypto';
import type { OutputOf } from '@portolan/contract/contract';
import type { PackageDrift, SuspendedTool } from '@portolan/contract/pins';
import type { ServerView } from '@portolan/contract/servers';
import { formatOf } from '@portolan/i18n/format';
import type { Command, Context } from '../command.ts';
import { diffLines } from '../diff-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';
import { startServer, usableServer } from '../servers.ts';

type Changes = OutputOf<'pins/changes'>;

export const pinCommands: Command[] = [
  {
    name: 'pins changes',
    words: ['SERVER'],
    options: [],
    examples: ['pins changes files', 'pins changes files --json | jq -r .hash'],
    run: async (context) => {
      const server = await connected(context);
      const changes = await changesOf(context, server);
      const { server: said, ...rest } = changes;
      context.out.result({ server: server.name, hash: hashOf(changes), ...rest, said }, () => changeLines(context, changes));
      return isNothing(changes) ? exitCodes.done : exitCodes.refused;
    },
  },
  {
    name: 'pins accept',
    words: ['SERVER', '[TOOL…]'],
    options: ['hash'],
    examples: ['pins accept files', 'pins accept files read_file', 'pins accept files --hash "$(portolan pins changes files --json | jq -r .hash)"'],
    run: accept,
  },
  {
    name: 'pins keep-off',
    words: ['SERVER', 'TOOL…'],
    options: [],
    examples: ['pins keep-off files delete_file'],
    run: keepOff,
  },
];

/** Without tools everything that is not as it was: definitions, the package, what the server says of itself, what came and went. */
async function accept(context: Context): Promise<ExitCode> {
  const { words, options, signal, out, t, terminal } = context;
  const server = await connected(context);
  const all = await changesOf(context, server);
  const named = words.slice(1);
  const tools = named.length === 0 ? all.suspended : chosen(context, server, all, named);
  if (named.length === 0 && isNothing(all)) {
    out.result({ server: server.name, accepted: [], package: null, remaining: 0 }, () => [t.pins.nothing]);
    return exitCodes.done;
  }
  const shown: Changes = named.length === 0 ? all : { suspended: tools, added: [], removed: [], server: [], package: null };
  if (options.hash === undefined) {
    for (const line of changeLines(context, shown)) out.say(line);
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'needs-review', t.pins.needsReview(visible(server.name)), { next: t.pins.needsReviewNext(server.name), details: { server: server.name, hash: hashOf(all) } });
    if (!(await saysYes(context, t.pins.question))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  } else if (options.hash !== hashOf(all)) throw new CliFailure(exitCodes.refused, 'needs-review', t.pins.otherHash(visible(server.name)), { next: t.pins.needsReviewNext(server.name), details: { server: server.name, hash: hashOf(all) } });
  const { client } = await context.session();
  const serverId = server.id;
  // The host looks at each of them again: what changed once more since it was shown is not accepted.
  if (shown.package !== null) await client.request('pins/acceptPackage', { serverId, ...shown.package.after }, { signal });
  if (tools.length > 0) await client.request('pins/accept', { serverId, tools: tools.map(({ tool, hash }) => ({ tool, hash })) }, { signal });
  if (named.length === 0) await client.request('pins/acknowledge', { serverId }, { signal });
  const left = await changesOf(context, server);
  out.result({ server: server.name, accepted: tools.map(({ tool }) => tool), package: shown.package?.after ?? null, remaining: left.suspended.length }, () => [
    ...(shown.package === null ? [] : [context.shared.pins.package.accepted(visible(shown.package.after.version))]),
    ...tools.map(({ tool }) => context.shared.pins.accepted(visible(tool))),
    ...(shown.package === null && tools.length === 0 ? [t.pins.seen] : []),
    ...(left.suspended.length === 0 ? [] : [context.shared.pins.others(left.suspended.length)]),
  ]);
  return exitCodes.done;
}

/** What only restricts needs no second thought. */
async function keepOff(context: Context): Promise<ExitCode> {
  const { words, signal, out, shared } = context;
  const server = await connected(context);
  const tools = chosen(context, server, await changesOf(context, server), words.slice(1));
  const { client } = await context.session();
  await client.request('pins/keepOff', { serverId: server.id, tools: tools.map(({ tool, hash }) => ({ tool, hash })) }, { signal });
  out.result({ server: server.name, keptOff: tools.map(({ tool }) => tool) }, () => tools.map(({ tool }) => shared.pins.keptOff(visible(tool))));
  return exitCodes.done;
}

/** What it is now is only known of one that runs. */
async function connected(context: Context): Promise<ServerView> {
  const server = await usableServer(context, context.words[0] ?? '');
  return server.state === 'ready' || server.state === 'degraded' ? server : startServer(context, server);
}

async function changesOf({ session, signal }: Context, { id }: ServerView): Promise<Changes> {
  const { client } = await session();
  return client.request('pins/changes', { serverId: id }, { signal });
}

function chosen({ t }: Context, server: ServerView, { suspended }: Changes, names: readonly string[]): SuspendedTool[] {
  return names.map((name) => {
    const found = suspended.find(({ tool }) => tool === name);
    if (found !== undefined) return found;
    throw new CliFailure(exitCodes.notFound, 'not-found', t.pins.notSuspended(visible(server.name), visible(name)), { next: suspended.length === 0 ? t.pins.nothing : t.errors.thereAre(suspended.map(({ tool }) => visible(tool)).join(', ')) });
  });
}

function isNothing({ suspended, added, removed, server, package: drift }: Changes): boolean {
  return suspended.every(({ pin }) => pin.state === 'suspended' && pin.isKeptOff) && added.length + removed.length + server.length === 0 && drift === null;
}

/** Of everything that was shown, so that accepting it means this and nothing that came later. */
function hashOf({ suspended, added, removed, server, package: drift }: Changes): string {
  const shown = [suspended.map(({ tool, hash }) => [tool, hash]), added, removed, server.map(({ field, after }) => [field, after]), drift === null ? null : [drift.spec, drift.after.version, drift.after.integrity]];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}

function changeLines(context: Context, { suspended, added, removed, server, package: drift }: Changes): string[] {
  const { shared, t } = context;
  const words = shared.pins;
  const lines = [
    ...(drift === null ? [] : packageLines(context, drift)),
    ...suspended.flatMap((tool) => toolLines(context, tool)),
    ...server.flatMap(({ field, before, after, diff }) => (field === 'instructions' ? [words.server.instructions, ...diffLines(context, diff)] : [words.server[field](visible(before), visible(after))])),
    ...(added.length === 0 ? [] : [words.addedTools(added.map(visible).join(', '))]),
    ...(removed.length === 0 ? [] : [words.removedTools(removed.map(visible).join(', '))]),
  ];
  return lines.length === 0 ? [t.pins.nothing] : lines;
}

function packageLines({ shared, out }: Context, { spec, before, after }: PackageDrift): string[] {
  const words = shared.pins.package;
  return [out.style('bold', words.title(visible(spec), visible(before.version), visible(after.version))), words.text, `  ${words.before}: ${visible(before.version)} ${visible(before.integrity ?? words.noIntegrity)}`, `  ${words.after}: ${visible(after.version)} ${visible(after.integrity ?? words.noIntegrity)}`];
}

function toolLines(context: Context, { tool, pin, pinnedAt, changes }: SuspendedTool): string[] {
  const { shared, out, locale } = context;
  const words = shared.pins;
  const reasons = pin.state === 'suspended' ? pin.reasons.map((reason) => (reason === 'renamed' || reason === 'swapped' ? words.reasons[reason](visible(pin.other ?? '')) : words.reasons[reason])) : [];
  return [
    `${out.style('bold', visible(tool))}  ${pin.state === 'suspended' && pin.isKeptOff ? words.state.keptOff : words.state.suspended}, ${pinnedAt === null ? words.never : words.since(formatOf(locale).dateTime(pinnedAt))}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...changes.flatMap(({ field, diff, hidden }) => [`  ${words.fields[field]}${hidden === 0 ? '' : ` (${words.hidden(hidden)})`}`, ...diffLines(context, diff).map((line) => `  ${line}`)]),
  ];
}
