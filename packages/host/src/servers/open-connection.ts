/** One start of one server: its turn, its launch looked up, its process or address connected to. */
import type { Implementation } from '@portolan/mcp-client/client';
import type { Connect, Connection, HttpTarget, StdioTarget } from '@portolan/mcp-client/connect';
import type { TapEvent } from '@portolan/mcp-client/transport/transport';
import { launchHash } from '../launch-hash.ts';
import type { ConnectionTrace, LaunchConfig, ServerConfig, TracePort } from '../ports.ts';
import type { EraMemory } from './era-memory.ts';
import { resolveLaunch } from './launch/resolve-launch.ts';
import type { LaunchDeps } from './launch/resolve-launch.ts';
import type { ServerLog } from './log/server-log.ts';
import type { Processes } from './processes.ts';
import type { StartQueue } from './start-queue.ts';

export interface StartDeps {
  connect: Connect;
  /** How we introduce ourselves. */
  client: Implementation;
  launch: LaunchDeps;
  eras: EraMemory;
  queue: StartQueue;
  trace: TracePort;
  policy: { handshakeMs: number };
}

/** Where what is seen of a start goes. */
export interface StartSinks {
  log: ServerLog;
  processes: Processes;
  trace: ConnectionTrace;
}

/** Lines that are no protocol are kept this far, in characters. */
const junkLength = 4000;

/**
 * Starts or reaches the server and performs the handshake. What the process writes goes to `log`, its pids to `processes`.
 * Rejects with the engine's errors, or with a HostError when the launch can't be looked up.
 */
export async function openConnection(config: ServerConfig, deps: StartDeps, { log, processes, trace }: StartSinks, signal: AbortSignal): Promise<Connection> {
  const { launch, name } = config;
  const hash = launchHash(launch);
  const endTurn = launch.kind === 'stdio' ? await deps.queue.turn(signal) : undefined;
  try {
    const { target, marker, secrets } = await resolveLaunch(launch, name, deps.launch, config.id);
    signal.throwIfAborted();
    log.hide(secrets);
    deps.trace.learn(expandedLaunch(launch, target));
    const verdict = deps.eras.get(hash);
    const connection = await deps.connect({
      target,
      client: deps.client,
      capabilities: {},
      ...(verdict === undefined ? {} : { verdict }),
      handshakeMs: deps.policy.handshakeMs,
      logLevel: 'info',
      signal,
      tap: (event) => {
        keepInLog(event, log);
        trace.tap(event);
      },
      onStderr: (chunk) => log.stderr(chunk),
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
    deps.eras.set(hash, connection.verdict);
    trace.established(connection.client.era, connection.client.protocolVersion);
    return connection;
  } finally {
    endTurn?.();
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
  else if (event.kind === 'lifecycle') log.lifecycle(event.text);
}
