/** `servers add` and `servers edit`: a launch from options, never from one string that somebody would have to take apart. */
import { builtInLaunch } from '@portolan/contract/built-in';
import type { BuiltInName } from '@portolan/contract/built-in';
import type { LaunchView, NamedValue } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { grants } from '../sandbox-choice.ts';
import { serverNamed } from '../servers.ts';
import { showServer } from './servers.ts';

type Startup = 'launch' | 'first-use' | 'manual';
type Transport = Extract<LaunchView, { kind: 'http' }>['transport'];

export const serverEditCommands: Command[] = [
  {
    name: 'servers add',
    words: ['NAME'],
    options: ['built-in', 'folder', 'folder-write', 'url', 'header', 'transport', 'env', 'cwd', 'startup'],
    rest: 'PROGRAM [ARGUMENT…]',
    examples: ['servers add files -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 ~/notes', "servers add github --env 'TOKEN=${secret:TOKEN}' -- my-server --stdio", 'servers add notes --built-in files --folder-write ~/notes', "servers add remote --url https://example.com/mcp --header 'X-Key: ${secret:KEY}'"],
    run: async (context) => {
      const { words, signal, options } = context;
      const launch = newLaunch(context);
      const { client } = await context.session();
      const added = await client.request('servers/add', { name: words[0] ?? '', launch }, { signal });
      const server = options.startup === undefined ? added : await client.request('servers/setStartup', { serverId: added.id, startup: options.startup as Startup }, { signal });
      context.out.say(context.t.servers.added(server.name));
      return showServer(context, server);
    },
  },
  {
    name: 'servers edit',
    words: ['NAME'],
    options: ['name', 'command', 'arg', 'env', 'unset-env', 'cwd', 'url', 'header', 'transport', 'startup'],
    rest: 'PROGRAM [ARGUMENT…]',
    examples: ['servers edit files --name notes', 'servers edit files --env LOG=debug --startup first-use', 'servers edit files -- npx -y other-server'],
    run: async (context) => {
      const { words, options, signal } = context;
      const server = await serverNamed(context, words[0] ?? '');
      const { client } = await context.session();
      const launch = changedLaunch(context, server.launch);
      const changed =
        options.name === undefined && launch === null
          ? server
          : await client.request('servers/update', { serverId: server.id, ...(options.name === undefined ? {} : { name: options.name }), ...(launch === null ? {} : { launch }) }, { signal });
      const settled = options.startup === undefined ? changed : await client.request('servers/setStartup', { serverId: server.id, startup: options.startup as Startup }, { signal });
      if (server.isReviewed && !settled.isReviewed) context.out.say(context.t.servers.reviewAgain(settled.name));
      return showServer(context, settled);
    },
  },
];

function newLaunch(context: Context): LaunchView {
  const { options, rest, t } = context;
  const [command, ...args] = rest;
  if (options['built-in'] !== undefined) return builtIn(context, options['built-in'] as BuiltInName);
  refuse(context, ['folder', 'folder-write']);
  if ((command === undefined) === (options.url === undefined)) throw usage(t.usage.programOrUrl);
  if (options.url !== undefined) {
    refuse(context, ['env', 'cwd']);
    return { kind: 'http', url: options.url, headers: headersOf(context), transport: (options.transport ?? 'auto') as Transport };
  }
  refuse(context, ['header', 'transport']);
  checkSplit(context);
  return { kind: 'stdio', command: command ?? '', args, env: variablesOf(context), ...(options.cwd === undefined ? {} : { cwd: options.cwd }) };
}

/** A whole command line in quotes names no program; a path may simply have blanks in it. */
function checkSplit({ rest, t }: Context): void {
  const [line = ''] = rest;
  if (rest.length === 1 && /^[\w.@+-]+\s+\S/.test(line)) throw new CliFailure(exitCodes.usage, 'usage', t.usage.wholeLine(visible(line)), { next: t.usage.wholeLineNext(visible(line.trim())) });
}

/** One that comes with the app, as the window turns it on. */
function builtIn(context: Context, name: BuiltInName): LaunchView {
  const { options, rest, t } = context;
  refuse(context, ['url', 'header', 'transport', 'env', 'cwd']);
  if (rest.length > 0) throw usage(t.usage.programOrUrl);
  const folders = [...grants(options.folder, 'read'), ...grants(options['folder-write'], 'write')];
  const [first] = folders;
  if (name === 'files' && first === undefined) throw usage(t.usage.needsFolder);
  if (name !== 'files' && name !== 'memory') refuse(context, ['folder', 'folder-write']);
  return builtInLaunch(name, { folders, memoryFolder: first?.path ?? '~/.local/share/portolan-memory', zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

/** Null when nothing of the launch is named. Stored values that are not named are kept (`null` towards the host). */
function changedLaunch(context: Context, launch: LaunchView): LaunchView | null {
  const { options, rest, t } = context;
  const [program, ...words] = rest;
  const isAny = rest.length > 0 || (['command', 'arg', 'env', 'unset-env', 'cwd', 'url', 'header', 'transport'] as const).some((name) => options[name] !== undefined);
  if (!isAny) return null;
  if (program !== undefined && (options.command !== undefined || options.arg !== undefined)) throw usage(t.usage.programOrUrl);
  if (launch.kind === 'stdio') {
    checkSplit(context);
    refuse(context, ['url', 'header', 'transport']);
    const cwd = options.cwd ?? launch.cwd;
    return {
      kind: 'stdio',
      command: program ?? options.command ?? launch.command,
      args: program === undefined ? (options.arg ?? launch.args) : words,
      env: merged(launch.env, variablesOf(context), options['unset-env'] ?? [], (name) => name),
      ...(cwd === undefined ? {} : { cwd }),
    };
  }
  refuse(context, ['command', 'arg', 'env', 'unset-env', 'cwd']);
  if (program !== undefined) throw usage(t.usage.programOrUrl);
  return { kind: 'http', url: options.url ?? launch.url, headers: merged(launch.headers, headersOf(context), [], (name) => name.toLowerCase()), transport: (options.transport ?? launch.transport) as Transport };
}

function merged(standing: readonly NamedValue[], given: readonly NamedValue[], without: readonly string[], keyOf: (name: string) => string): NamedValue[] {
  const gone = new Set([...without, ...given.map(({ name }) => name)].map(keyOf));
  return [...standing.filter(({ name }) => !gone.has(keyOf(name))), ...given];
}

function variablesOf({ options, t }: Context): NamedValue[] {
  return (options.env ?? []).map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw usage(t.usage.noEquals(visible(pair)));
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}

function headersOf({ options, t }: Context): NamedValue[] {
  return (options.header ?? []).map((line) => {
    const at = line.indexOf(':');
    if (at < 1) throw usage(t.usage.noColon(visible(line)));
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}

function refuse({ options, t }: Context, names: readonly (keyof Context['options'])[]): void {
  const wrong = names.find((name) => options[name] !== undefined);
  if (wrong !== undefined) throw usage(t.usage.notForThisKind(`--${wrong}`));
}

function usage(what: string): CliFailure {
  return new CliFailure(exitCodes.usage, 'usage', what);
}
