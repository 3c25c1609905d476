/** One start of one server: its turn, its launch looked up, its process or address connected to. */
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import type { Implementation } from '@portolan/mcp-client/client';
import type { Connect, Connection, HttpTarget, StdioTarget } from '@portolan/mcp-client/connect';
import type { TapEvent } from '@portolan/mcp-client/transport/transport';
import { appsCapability } from '../apps/ui-meta.ts';
import { launchHash } from '../launch-hash.ts';
import { ConnectError } from '@portolan/mcp-client/errors';
import type { ActivityPort } from '../activity/activity-port.ts';
import { runnerOf } from '../config/package-spec.ts';
import type { AskConnection } from '../interactions/ask-server.ts';
import type { JobKeeper } from '../jobs/jobs-port.ts';
import type { ConnectionTrace, LaunchConfig, ServerConfig, SignInPort, TracePort } from '../ports.ts';
import type { EraMemory } from './era-memory.ts';
import { resolveLaunch } from './launch/resolve-launch.ts';
import type { LaunchDeps, ResolvedLaunch } from './launch/resolve-launch.ts';
import type { ServerLog } from './log/server-log.ts';
import type { Processes } from './processes.ts';
import type { Sandbox } from './sandbox/contain.ts';
import type { FindPackage } from './packages/package-finder.ts';
import { offlineEnvironment, prepare, prepareArguments } from './sandbox/prepare.ts';
import { refusalsIn } from './sandbox/refusals.ts';
import type { Refusal } from './sandbox/refusals.ts';
import type { StartQueue } from './start-queue.ts';

export interface StartDeps {
  connect: Connect;
  /** How we introduce ourselves. */
  client: Implementation;
  launch: LaunchDeps;
  sandbox: Sandbox;
  eras: Pick<EraMemory, 'get' | 'set'>;
  queue: StartQueue;
  trace: TracePort;
  signIn: SignInPort;
  /** Which package a server runs that names none with a fixed version; without it that is not told. */
  findPackage?: FindPackage;
  /** Hears of starts, stops, crashes and downloads. */
  activity: ActivityPort;
  /** Keeps calls that servers make tasks of; without it modern servers are not told that they may. */
  jobs?: JobKeeper;
}

/** Where what is seen of a start goes. */
export interface StartSinks {
  log: ServerLog;
  processes: Processes;
  trace: ConnectionTrace;
  /** What it may ask of the person; a trial may ask nothing. */
  asks?: AskConnection;
  /** A contained server ran into one of its walls. */
  onRefused: (refusal: Refusal) => void;
  /** The server wrote something: to stderr, noise, or a message. */
  onSign: () => void;
}

/** Lines that are no protocol are kept this far, in characters. */
const junkLength = 4000;
/** A longer answer is data, not a complaint. In bytes. */
const complaintLimit = 32 * 1024;

/**
 * Starts or reaches the server and performs the handshake. What the process writes goes to `log`, its pids to `processes`.
 * @param limitMs of the whole handshake, in milliseconds
 * Rejects with the engine's errors, or with a HostError when the launch can't be looked up.
 */
export async function openConnection(config: ServerConfig, deps: StartDeps, sinks: StartSinks, { signal, limitMs }: { signal: AbortSignal; limitMs: number }): Promise<Connection> {
  const { log, processes, trace, asks, onRefused, onSign } = sinks;
  const { launch, name } = config;
  const hash = launchHash(launch);
  const endTurn = launch.kind === 'stdio' ? await deps.queue.turn(signal) : undefined;
  try {
    const resolved = await resolveLaunch(launch, name, deps.launch, config.id);
    const { marker, secrets } = resolved;
    signal.throwIfAborted();
    log.hide(secrets);
    deps.trace.learn(expandedLaunch(launch, resolved.target));
    const policy = policyOf(config);
    const target = policy === null ? resolved.target : await contained(config, policy, resolved, { ...deps, log, processes, signal });
    signal.throwIfAborted();
    const lookForWalls = (text: string): void => {
      if (policy !== null) for (const refusal of refusalsIn(text, { policy, platform: deps.launch.platform })) onRefused(refusal);
    };
    const verdict = deps.eras.get(hash);
    const open = (to: StdioTarget | HttpTarget): Promise<Connection> => deps.connect({
      target: to,
      client: deps.client,
      capabilities: { ...asks?.capabilities, extensions: appsCapability },
      handlers: asks?.handlers ?? {},
      ...(deps.jobs === undefined ? {} : { tasks: { store: deps.jobs.storeOf({ id: config.id, name, launchHash: hash }) } }),
      ...(verdict === undefined ? {} : { verdict }),
      handshakeMs: limitMs,
      logLevel: 'info',
      signal,
      tap: (event) => {
        keepInLog(event, log);
        if (event.kind === 'junk' || (event.kind === 'message' && event.direction === 'in')) onSign();
        trace.tap(event);
        if (policy !== null) lookForWalls(complaintOf(event));
      },
      onStderr: (chunk) => {
        onSign();
        log.stderr(chunk);
      },
      onProcess: (event) => {
        if (event.type === 'spawned') {
          log.begin();
          processes.add(event.pid, marker ?? '', name);
        } else {
          log.endOfStderr();
          processes.remove(event.pid);
        }
      },
    });
    const connection = await openSignedIn(config, target, deps.signIn, open);
    deps.eras.set(hash, connection.verdict);
    trace.established(connection.client.era, connection.client.protocolVersion);
    return connection;
  } finally {
    endTurn?.();
  }
}

/**
 * With the tokens of the server, where it wants some. One that was not known to is asked once more with what signing in can
 * do: then its refusal says who gives out its tokens. No browser opens by this.
 */
async function openSignedIn(config: ServerConfig, target: StdioTarget | HttpTarget, signIn: SignInPort, open: (target: StdioTarget | HttpTarget) => Promise<Connection>): Promise<Connection> {
  if (target.kind === 'stdio') return open(target);
  const known = await signIn.fetchFor(config.id, target);
  if (known !== undefined) return open({ ...target, fetch: known });
  try {
    return await open(target);
  } catch (error) {
    const isRefused = error instanceof ConnectError && error.kind === 'needs-authorization' && error.status === 401;
    const withTokens = isRefused ? await signIn.fetchAfterRefusal(config.id, target) : undefined;
    if (withTokens === undefined) throw error;
    return open({ ...target, fetch: withTokens });
  }
}

/** What was configured, as it is really used. */
function expandedLaunch(launch: LaunchConfig, target: StdioTarget | HttpTarget): LaunchConfig {
  if (target.kind === 'http') return { kind: 'http', url: target.url, headers: target.headers, transport: 'auto' };
  const configured = launch.kind === 'stdio' ? new Set(Object.keys(launch.env).map((name) => name.toUpperCase())) : new Set();
  const env = Object.fromEntries(Object.entries(target.env).filter(([name]) => configured.has(name.toUpperCase())));
  return { kind: 'stdio', command: target.command, args: target.args, env };
}

function keepInLog(event: TapEvent, log: ServerLog): void {
  if (event.kind === 'junk') log.append({ source: 'junk', text: event.text.slice(0, junkLength) });
  else if (event.kind === 'lifecycle') log.lifecycle(event.code, event.details);
}

/** Null when it runs with the person's rights, by decision or because nobody decided. */
function policyOf({ launch, sandbox }: ServerConfig): SandboxPolicy | null {
  return launch.kind !== 'stdio' || sandbox === undefined || sandbox === 'off' ? null : sandbox;
}

/** The launch inside its container; what it would download is there when this resolves. */
async function contained({ id, name, launch }: ServerConfig, policy: SandboxPolicy, { target, ownFiles, leading, marker }: ResolvedLaunch, deps: StartDeps & Pick<StartSinks, 'log' | 'processes'> & { signal: AbortSignal }): Promise<StdioTarget> {
  if (target.kind !== 'stdio' || launch.kind !== 'stdio') throw new TypeError('only a program can be contained');
  const { sandbox, log, processes, signal } = deps;
  const request = { serverId: id, server: name, ownFiles, shellVariable: (variable: string) => deps.launch.searchPath.shellVariable(variable) };
  const download = policy.network === 'none' ? prepareArguments(launch) : null;
  if (download !== null) {
    const bare: SandboxPolicy = { folders: [], network: 'all', environment: [] };
    const contain = (args: string[]): Promise<StdioTarget> => sandbox.contain({ ...request, policy: bare, target: { ...target, args: [...leading, ...args], cwd: deps.launch.platform.home }, configured: [] });
    const record = (): void => deps.activity.record({ type: 'downloaded', what: 'package', name: runnerOf(launch.command, launch.args)?.spec ?? '', host: null }, { serverId: id, serverName: name, by: 'host' });
    await prepare({ server: name, folder: sandbox.folderOf(id), args: download, contain, marker: marker ?? '', log, processes, signal, onDownloaded: record });
  }
  const env = download === null ? target.env : { ...target.env, ...offlineEnvironment };
  return sandbox.contain({ ...request, policy, target: { ...target, env }, configured: [...Object.keys(launch.env), ...Object.keys(offlineEnvironment)] });
}

/** Where a server says that something failed: its stderr, an error, a result marked as one. */
function complaintOf(event: TapEvent): string {
  if (event.kind === 'stderr') return event.text;
  if (event.kind !== 'message' || event.direction !== 'in' || event.bytes > complaintLimit) return '';
  const { message } = event;
  if ('error' in message) return message.error.message;
  const result = 'result' in message ? message.result : undefined;
  return typeof result === 'object' && result !== null && Reflect.get(result, 'isError') === true ? JSON.stringify(result) : '';
}
