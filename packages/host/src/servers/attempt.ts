/** One start of one server and, when it succeeds, the whole life of its connection. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CompleteLimits } from '@portolan/contract/servers';
import type { Connection } from '@portolan/mcp-client/connect';
import type { AskConnection } from '../interactions/ask-server.ts';
import type { ConnectionTrace, ServerConfig } from '../ports.ts';
import { mayDownload } from '../config/package-spec.ts';
import { ServerConnection } from './connection.ts';
import type { ServerLog } from './log/server-log.ts';
import { openConnection } from './open-connection.ts';
import type { StartDeps } from './open-connection.ts';
import type { ResolvedPackage } from './packages/resolved-version.ts';
import type { Policy } from './policy.ts';
import type { ProblemWords } from './problem-words.ts';
import { retryOf, toHostError } from './problems.ts';
import type { Retry } from './problems.ts';
import type { Processes } from './processes.ts';
import type { Refusal } from './sandbox/refusals.ts';
import type { ServerAsks } from './server-asks.ts';
import { StartPatience } from './start-patience.ts';
import type { Warnings } from './warnings.ts';

/** The server it is a start of: where what is seen of it goes, and what is decided meanwhile. */
export interface AttemptServer {
  readonly deps: StartDeps & { policy: Policy };
  readonly log: ServerLog;
  readonly warnings: Warnings;
  readonly processes: Processes;
  readonly asks: ServerAsks;
  readonly words: ProblemWords;
  config: () => ServerConfig;
  limits: () => CompleteLimits;
  /** A contained server ran into one of its walls. */
  refused: (refusal: Refusal) => void;
  /** The handshake is done; from now on it can be used. `fetched`: what it runs, where its launch names no fixed version. */
  ready: (connection: ServerConnection, fetched: ResolvedPackage | null) => void;
  /** One of its lists was read anew. */
  listed: (connection: ServerConnection) => void;
  /** How it is doing may have changed; also called during the handshake. */
  health: () => void;
  /** How the start is getting on changed. */
  changed: () => void;
}

/** Why it is over, and what that means for the next. */
export interface Ended {
  problem: Problem;
  retry: Retry;
}

export class Attempt {
  /** It has not run before, so that more is waited for. */
  readonly isFirst: boolean;
  isSlow = false;
  /** Resolves when nothing of it is left to do; set by whoever runs it. */
  done: Promise<void> = Promise.resolve();
  readonly #server: AttemptServer;
  readonly #controller = new AbortController();
  #patience: StartPatience | null = null;

  constructor(server: AttemptServer, isFirst: boolean) {
    this.#server = server;
    this.isFirst = isFirst;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** When the start will have taken too long, as a time in milliseconds; null when it is not being waited for. */
  get limitAt(): number | null {
    return this.#patience?.limitAt ?? null;
  }

  abort(): void {
    this.#controller.abort(new HostError('cancelled', { server: this.#server.config().name }));
  }

  /** @returns why it is over; null when we ended it */
  async run(): Promise<Ended | null> {
    const { deps, asks, log, processes, words } = this.#server;
    const { signal } = this;
    const config = this.#server.config();
    const trace = deps.trace.connection(config.id);
    const asking = asks.open();
    const limitMs = this.#limitMs(config);
    const heard = { at: performance.now() };
    const patience = new StartPatience({ limitMs, mostMs: Math.max(limitMs, deps.policy.startMaxMs), slowMs: deps.policy.slowStartMs, onSlow: () => this.#noteSlow() });
    this.#patience = patience;
    let connection: Connection;
    let fetched: ResolvedPackage | null = null;
    try {
      const sinks = {
        log,
        processes,
        trace,
        ...(asking === undefined ? {} : { asks: asking }),
        onRefused: (refusal: Refusal) => this.#server.refused(refusal),
        onSign: () => {
          heard.at = performance.now();
          if (this.#patience === null) return;
          patience.sign();
          if (this.isSlow) this.#server.changed();
        },
      };
      connection = await openConnection(config, deps, sinks, { signal: AbortSignal.any([signal, patience.signal]), limitMs: Math.max(limitMs, deps.policy.startMaxMs) });
      fetched = (await deps.findPackage?.(config)) ?? null;
    } catch (error) {
      trace.end();
      asks.close(asking);
      if (signal.aborted) return null;
      const failure = patience.isOver ? new HostError('server-timeout', { server: this.#server.config().name, seconds: limitMs / 1000 }, words.lastWords()) : toHostError(error, words.ofStart(deps.policy.handshakeMs));
      const problem = words.clean(failure.problem);
      return { problem, retry: retryOf(problem) };
    } finally {
      this.#patience = null;
      patience[Symbol.dispose]();
    }
    try {
      return await this.#live(connection, { trace, asking, fetched }, () => heard.at);
    } finally {
      asks.close(asking);
    }
  }

  async #live({ client }: Connection, { trace, asking, fetched }: { trace: ConnectionTrace; asking: AskConnection | undefined; fetched: ResolvedPackage | null }, heardAt: () => number): Promise<Ended | null> {
    const { deps, log, warnings, words, limits } = this.#server;
    const live = new ServerConnection(client, {
      policy: deps.policy,
      context: words.subject,
      log,
      trace,
      warnings,
      onElicitationComplete: (elicitationId) => asking?.completed(elicitationId),
      heardAt,
      limits,
      onLists: () => this.#server.listed(live),
      onChange: () => this.#server.health(),
      onLatency: () => this.#server.changed(),
    });
    if (this.signal.aborted) {
      await live.close();
      return null;
    }
    log.lifecycle('ready', { transport: client.transport, protocol: client.protocolVersion });
    this.#server.ready(live, fetched);
    void live.lists.load();
    const problem = words.clean((await live.over).problem);
    const retry = retryOf(problem);
    // One that stood and then answered no more has failed as surely as one that crashed.
    return { problem, retry: retry === 'timeout' ? 'crash' : retry };
  }

  #limitMs({ care, launch }: ServerConfig): number {
    const own = care?.limits?.connectSeconds;
    if (own !== undefined) return own * 1000;
    const { handshakeMs, firstStartMs } = this.#server.deps.policy;
    // Only what may have to be downloaded first is worth the long wait.
    return this.isFirst && mayDownload(launch) ? firstStartMs : handshakeMs;
  }

  #noteSlow(): void {
    const { log, deps } = this.#server;
    this.isSlow = true;
    log.lifecycle('slow-start', { seconds: Math.round(deps.policy.slowStartMs / 1000) });
    this.#server.changed();
  }
}
