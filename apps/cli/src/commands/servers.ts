/** `servers list`, `show`, `enable`, `disable`, `review`, `start`, `stop`, `restart`, `remove`, `restore`. */
import { HostError } from '@portolan/contract/errors';
import type { ServerView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure, problemText } from '../failure.ts';
import { launchLines, launchSummary } from '../launch-lines.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { allowByHash, reviewOnTerminal, saysYes } from '../review.ts';
import { chosenSandbox, sandboxOptions } from '../sandbox-choice.ts';
import { allServers, serverJson, serverNamed, startServer, untilSettled } from '../servers.ts';

const byName = { words: ['NAME'] } as const;

export const serverCommands: Command[] = [
  {
    name: 'servers list',
    words: [],
    options: [],
    examples: ['servers list', 'servers list --json | jq -r ".servers[].name"'],
    run: async (context) => {
      const servers = await allServers(context);
      context.out.result({ servers: servers.map(serverJson) }, () => (servers.length === 0 ? [context.t.errors.noServersYet] : columns(servers.map((server) => row(context, server)))));
      return exitCodes.done;
    },
  },
  {
    name: 'servers show',
    ...byName,
    options: [],
    examples: ['servers show files'],
    run: async (context) => showServer(context, await named(context)),
  },
  {
    name: 'servers enable',
    ...byName,
    options: [],
    examples: ['servers enable files'],
    run: (context) => setEnabled(context, true),
  },
  {
    name: 'servers disable',
    ...byName,
    options: [],
    examples: ['servers disable files'],
    run: (context) => setEnabled(context, false),
  },
  {
    name: 'servers review',
    ...byName,
    options: ['hash', 'start', ...sandboxOptions],
    examples: ['servers review files', 'servers review files --hash "$(portolan servers show files --json | jq -r .server.launchHash)"', 'servers review files --folder ~/notes --no-network'],
    run: review,
  },
  {
    name: 'servers start',
    ...byName,
    options: [],
    examples: ['servers start files'],
    run: async (context) => {
      const server = await named(context);
      const reviewed = server.isReviewed ? server : await reviewOnTerminal(context, server);
      const started = await startServer(context, reviewed);
      const { isAttached } = await context.session();
      if (!isAttached) context.out.say(context.t.servers.startedAlone(server.name));
      return showServer(context, started);
    },
  },
  {
    name: 'servers stop',
    ...byName,
    options: [],
    examples: ['servers stop files'],
    run: async (context) => {
      const { id } = await named(context);
      const { client, isAttached } = await context.session();
      if (!isAttached) context.out.say(context.t.servers.nothingRuns);
      return showServer(context, await client.request('servers/stop', { serverId: id }, { signal: context.signal }));
    },
  },
  {
    name: 'servers restart',
    ...byName,
    options: [],
    examples: ['servers restart files'],
    run: async (context) => {
      const server = await named(context);
      const reviewed = server.isReviewed ? server : await reviewOnTerminal(context, server);
      const { client } = await context.session();
      await client.request('servers/restart', { serverId: reviewed.id }, { signal: context.signal });
      return showServer(context, await untilSettled(context, reviewed));
    },
  },
  {
    name: 'servers remove',
    ...byName,
    options: ['yes'],
    examples: ['servers remove files', 'servers remove files --yes'],
    run: remove,
  },
  {
    name: 'servers restore',
    words: ['NAME'],
    options: [],
    examples: ['servers restore files', 'servers restore nVYkUq…'],
    run: async (context) => {
      return showServer(context, await restore(context, context.words[0] ?? ''));
    },
  },
];

function named(context: Context): Promise<ServerView> {
  return serverNamed(context, context.words[0] ?? '');
}

/** The one document of every command that changes one server. */
export function showServer(context: Context, server: ServerView): ExitCode {
  context.out.result({ server: serverJson(server) }, () => serverLines(context, server));
  return exitCodes.done;
}

async function setEnabled(context: Context, isEnabled: boolean): Promise<ExitCode> {
  const { id } = await named(context);
  const { client } = await context.session();
  return showServer(context, await client.request('servers/setEnabled', { serverId: id, isEnabled }, { signal: context.signal }));
}

/** With --hash exactly that launch is allowed, by whoever has read it elsewhere; without, the launch is shown and asked about. */
async function review(context: Context): Promise<ExitCode> {
  const server = await named(context);
  const { hash, start } = context.options;
  const isDone = server.isReviewed && (hash === undefined || hash === server.launchHash) && (await chosenSandbox(context, server)) === null;
  const reviewed = isDone ? server : hash === undefined ? await reviewOnTerminal(context, server) : await allowByHash(context, server, hash);
  return showServer(context, start ? await startServer(context, reviewed) : reviewed);
}

async function remove(context: Context): Promise<ExitCode> {
  const { t, out, terminal, options, signal } = context;
  const server = await named(context);
  if (!options.yes) {
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
    if (!(await saysYes(context, t.servers.removeQuestion(visible(server.name))))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  }
  const { client, isAttached } = await context.session();
  const { undo } = await client.request('servers/remove', { serverId: server.id }, { signal });
  // The token is good for as long as this host runs: a host of our own ends with the command.
  out.result({ removed: serverJson(server), undo: isAttached ? undo : null }, () => [t.servers.removed(server.name), t.servers.undo(isAttached ? undo : JSON.stringify(server.name))]);
  return exitCodes.done;
}

/** What `servers remove` gave while its Portolan runs, or a name: then the newest copy of the configuration that has it counts. */
async function restore(context: Context, what: string): Promise<ServerView> {
  const { signal, t } = context;
  const { client } = await context.session();
  try {
    return await client.request('servers/restore', { undo: what }, { signal });
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.code !== 'server-unknown') throw error;
  }
  try {
    const { serverId } = await client.request('configuration/restoreServer', { name: what }, { signal });
    const restored = (await allServers(context)).find(({ id }) => id === serverId);
    if (restored !== undefined) return restored;
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.code !== 'server-unknown') throw error;
  }
  throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.nothingToRestore(visible(what)), { next: t.errors.noBackupNext });
}

/** As the window calls it. */
export function stateText({ shared }: Pick<Context, 'shared'>, server: ServerView): string {
  const { state } = shared.servers;
  if (!server.isReviewed) return state.unreviewed;
  if (server.isEnabled && server.problem?.code === 'server-needs-authorization') return state.needsSignIn;
  if (server.isEnabled && server.problem?.code === 'launch-input-needed') return state.needsInput;
  return server.isEnabled ? state[server.state] : state.disabled;
}

function row(context: Context, server: ServerView): string[] {
  const { out } = context;
  const style = server.problem ? 'red' : !server.isReviewed ? 'yellow' : server.state === 'ready' ? 'green' : 'dim';
  return [out.style('bold', visible(server.name)), out.style(style, stateText(context, server)), launchSummary(server.launch)];
}

function serverLines(context: Context, server: ServerView): string[] {
  const { t, out, shared } = context;
  return [
    `${out.style('bold', visible(server.name))}  ${stateText(context, server)}`,
    ...(server.problem ? [out.style('red', visible(problemText(server.problem, shared)))] : []),
    ...launchLines(context, server).map((line) => `  ${line}`),
    ...(server.protocolVersion === null ? [] : [`  ${t.servers.protocol}: ${visible(server.protocolVersion)} (${server.transport ?? '?'})`]),
    ...(server.info === null ? [] : [`  ${t.servers.saysItIs}: ${visible(server.info.name)} ${visible(server.info.version)}`]),
    ...(server.lists.source === 'none' ? [] : [`  ${t.servers.offers(server.counts.tools, server.counts.resources + server.counts.resourceTemplates, server.counts.prompts)}`]),
  ];
}
