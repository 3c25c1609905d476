/** The one door between a configuration and a process or an address: everything a launch needs is looked up and checked here. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { builtInCommand } from '@portolan/builtin-servers/entry';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { HttpTarget, StdioTarget } from '@portolan/mcp-client/connect';
import { inputIds } from '../../config/server-input.ts';
import type { Network } from '../../network/network.ts';
import type { LaunchConfig } from '../../ports.ts';
import type { LaunchAnswer } from '../launch-inputs.ts';
import { errnoOf } from '../errno.ts';
import { builtInOf, locateBuiltIn } from './built-in.ts';
import { splitCommandLine } from './command-line.ts';
import { inheritedEnvironment, mergeEnvironment, proxyNames } from './environment.ts';
import { expandHome, expandVariables, UnsetVariableError } from './expand.ts';
import type { ExpandOptions } from './expand.ts';
import { findCommand, isPathLike } from './find-command.ts';
import { resolveHeaders, resolveUrl } from './http-target.ts';
import { nodeFallback } from './node-fallback.ts';
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';
import type { SearchPath } from './search-path.ts';

export interface LaunchDeps {
  platform: Platform;
  searchPath: SearchPath;
  /** First part of every marker of this host, so that one search finds all its processes. */
  hostTag: string;
  /** A secret kept for one server, null when there is none. Without it no `${secret:NAME}` has a value. */
  secretOf?: (serverId: ServerId, name: string) => Promise<string | null>;
  /** The person's answer to a question of a server's launch. */
  inputOf?: (serverId: ServerId, id: string) => Promise<LaunchAnswer | null>;
  /** The way out; directly, and with the environment's own proxies for servers, where absent. */
  network?: LaunchNetwork;
}

export type LaunchNetwork = Pick<Network, 'route' | 'serverEnvironment' | 'ownEnvironment'>;

export interface ResolvedLaunch {
  target: StdioTarget | HttpTarget;
  /** Value of the marker in the child's environment; null for HTTP. */
  marker: string | null;
  /** Configured values that must not appear in logs or errors. */
  secrets: string[];
  /** What the launcher itself put before the configured arguments. */
  leading: string[];
  /** Files and folders that only the launcher knows the program needs; a container has to show them. */
  ownFiles: string[];
}

type StdioLaunch = Extract<LaunchConfig, { kind: 'stdio' }>;

/**
 * Looks up the command, expands variables and checks the folder. Starts nothing. Secrets are those kept for `serverId`
 * and no others: an entry that names another server's finds none.
 * @throws {HostError} `launch-not-found`, `launch-not-permitted`, `launch-bad-folder`, `launch-variable-unset` or
 * `invalid-input`, with the server's name and what to change.
 */
export async function resolveLaunch(launch: LaunchConfig, server: string, deps: LaunchDeps, serverId?: ServerId): Promise<ResolvedLaunch> {
  const read: string[] = [];
  const answers = await answersOf(launch, server, deps, serverId);
  const options: ExpandOptions = {
    fallback: (name) => deps.searchPath.shellVariable(name),
    input: (id) => Promise.resolve(answers.get(id)?.value),
    secret: async (name) => {
      const value = serverId === undefined ? null : ((await deps.secretOf?.(serverId, name)) ?? null);
      if (value !== null) read.push(value);
      return value ?? undefined;
    },
  };
  try {
    const resolved = await (launch.kind === 'http' ? resolveHttp(launch, server, deps, options) : resolveStdio(launch, server, deps, options));
    // Whatever its length: what stands in the secret store is a secret.
    for (const { value, isSecret } of answers.values()) if (isSecret) read.push(value);
    return { ...resolved, secrets: [...new Set([...read.filter((value) => value !== ''), ...resolved.secrets])].toSorted((a, b) => b.length - a.length) };
  } catch (error) {
    if (error instanceof UnsetVariableError) throw new HostError('launch-variable-unset', { server, variable: error.variable });
    throw error;
  }
}

/** All that is missing is told at once: a person who is asked five times gives up at the third. */
async function answersOf(launch: LaunchConfig, server: string, deps: LaunchDeps, serverId: ServerId | undefined): Promise<Map<string, LaunchAnswer>> {
  const answers = new Map<string, LaunchAnswer>();
  const missing: string[] = [];
  for (const id of inputIds(launch)) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = serverId === undefined ? null : ((await deps.inputOf?.(serverId, id)) ?? null);
    if (answer === null) missing.push(id);
    else answers.set(id, answer);
  }
  if (missing.length > 0) throw new HostError('launch-input-needed', { server, inputs: missing });
  return answers;
}

async function resolveHttp(launch: Extract<LaunchConfig, { kind: 'http' }>, server: string, deps: LaunchDeps, options: ExpandOptions): Promise<ResolvedLaunch> {
  const strict: ExpandOptions = { ...options, refuseEmpty: true };
  const url = resolveUrl(await expandVariables(launch.url, deps.platform, strict), server);
  const headers = await resolveHeaders(launch.headers, server, (text) => expandVariables(text, deps.platform, strict));
  return { target: { kind: 'http', url, headers, transport: launch.transport, ...(deps.network === undefined ? {} : { route: deps.network.route }) }, marker: null, secrets: secretsAmong(headers), leading: [], ownFiles: [] };
}

async function resolveStdio(launch: StdioLaunch, server: string, deps: LaunchDeps, options: ExpandOptions): Promise<ResolvedLaunch> {
  const { platform } = deps;
  const expand = async (text: string) => expandHome(await expandVariables(text, platform, options), platform);
  const configured: Record<string, string> = {};
  for (const [name, value] of Object.entries(launch.env)) configured[name] = await expand(value);
  // Home, not wherever the host runs: npx would look into that folder's node_modules first.
  const cwd = launch.cwd === undefined || launch.cwd === '' ? platform.home : await expand(launch.cwd);
  await checkFolder(cwd, server, platform);
  const args: string[] = [];
  for (const arg of launch.args) args.push(await expand(arg));

  const command = await expand(launch.command);
  const located = command === builtInCommand ? await locateOwn(args, { server, cwd, configured, deps }) : await locate(command, args, { server, cwd, configured, deps });
  const marker = `${deps.hostTag}-${randomBytes(12).toString('hex')}`;
  const inherited = inheritedEnvironment(platform);
  inherited['PATH'] = located.folders.join(platform.os === 'win32' ? ';' : ':');
  const isOwnFetch = builtInOf(launch) === 'fetch';
  const own = isOwnFetch ? await deps.network?.ownEnvironment() : undefined;
  // It goes the way that the settings say and no other.
  if (own !== undefined) for (const name of proxyNames) delete inherited[name];
  Object.assign(inherited, own === undefined ? await deps.network?.serverEnvironment() : own.environment);
  const env = mergeEnvironment(platform, inherited, configured, marker);
  return {
    target: { kind: 'stdio', command: located.command, args: [...located.leading, ...args], env, cwd },
    marker,
    secrets: [...secretsAmong(configured), ...(own?.secrets ?? [])],
    leading: located.leading,
    ownFiles: located.reads ?? located.leading,
  };
}

interface LocateContext {
  server: string;
  cwd: string;
  configured: Record<string, string>;
  deps: LaunchDeps;
}

interface Located {
  command: string;
  leading: string[];
  folders: string[];
  /** What has to be readable besides, where that is more than `leading`. */
  reads?: string[];
}

/** A server of ours is run by the Node that runs us, or where that is none (Electron) by the one that is found. */
async function locateOwn(args: string[], context: LocateContext): Promise<Located> {
  const { platform } = context.deps;
  const own = await locateBuiltIn(args, platform);
  const node = platform.isNode ? { command: platform.execPath, folders: await context.deps.searchPath.folders() } : await locate('node', args, context);
  return { ...node, ...own };
}

async function locate(command: string, args: string[], context: LocateContext): Promise<Located> {
  const { server, cwd, configured, deps } = context;
  const { platform, searchPath } = deps;
  const pathExt = variable(platform, 'PATHEXT');
  const configuredPath = Object.entries(configured).find(([name]) => name === 'PATH' || (platform.os === 'win32' && name.toUpperCase() === 'PATH'))?.[1];
  const extra = configuredPath?.split(platform.os === 'win32' ? ';' : ':') ?? [];
  let folders = searchPath.own();
  let found = await findCommand(command, { os: platform.os, folders: [...extra, ...folders], cwd, pathExt });
  // From a terminal the PATH is the person's own, and the shell need not be asked when it holds the command.
  if (found.kind !== 'found' || !searchPath.isFromTerminal) {
    folders = await searchPath.folders();
    found = await findCommand(command, { os: platform.os, folders: [...extra, ...folders], cwd, pathExt });
  }
  if (found.kind === 'found') return { command: found.file, leading: [], folders };
  if (found.kind === 'not-permitted') throw new HostError('launch-not-permitted', { server, command: found.file });
  const fallback = nodeFallback(command, platform);
  if (fallback !== undefined) return { ...fallback, folders: [...folders, path.dirname(fallback.command)] };
  const searched = isPathLike(command, platform.os) ? [path.dirname(path.resolve(cwd, command))] : [...extra, ...folders];
  const line = args.length === 0 ? splitCommandLine(command, platform.os) : null;
  throw new HostError('launch-not-found', {
    server,
    command,
    folders: searched,
    hint: hintFor(line?.command ?? command),
    ...(line === null ? {} : { suggestedCommand: line.command, suggestedArgs: line.args }),
  });
}

/** Which tool is missing; the catalogues say how to get it. */
function hintFor(command: string): string {
  const name = path.basename(command).toLowerCase().replace(/\.(cmd|exe)$/, '');
  if (['node', 'npx', 'npm', 'pnpm', 'yarn'].includes(name)) return 'node';
  if (['uv', 'uvx'].includes(name)) return 'uv';
  if (/^(python|pip)[\d.]*$/.test(name)) return 'python';
  if (['docker', 'podman', 'bun', 'deno'].includes(name)) return name;
  if (name === 'bunx') return 'bun';
  return isPathLike(command, process.platform) ? 'file' : 'other';
}

async function checkFolder(cwd: string, server: string, platform: Platform): Promise<void> {
  const isAbsolute = platform.os === 'win32' ? path.win32.isAbsolute(cwd) : path.posix.isAbsolute(cwd);
  const problem = isAbsolute ? await folderProblem(cwd) : 'relative';
  if (problem !== null) throw new HostError('launch-bad-folder', { server, folder: cwd, reason: problem });
}

async function folderProblem(folder: string): Promise<'missing' | 'not-a-folder' | 'not-permitted' | null> {
  try {
    return (await stat(folder)).isDirectory() ? null : 'not-a-folder';
  } catch (error) {
    return errnoOf(error) === 'EACCES' ? 'not-permitted' : 'missing';
  }
}

/** Short values are left alone: hiding every `1` or `true` would make a log unreadable and protect nothing. */
function secretsAmong(values: Record<string, string>): string[] {
  return Object.values(values)
    .flatMap((value) => [value, value.replace(/^\w+\s+/, '')])
    .filter((value, at, all) => value.length >= 8 && !value.startsWith('/') && all.indexOf(value) === at)
    .toSorted((a, b) => b.length - a.length);
}
