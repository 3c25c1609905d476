/** One configured server over time: started, watched, restarted, stopped. The only writer of its state. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ServerState } from '@portolan/contract/servers';
import type { Client } from '@portolan/mcp-client/client';
import type { Connection } from '@portolan/mcp-client/connect';
import { serverHash } from '../launch-hash.ts';
import type { ConnectionTrace, ServerConfig } from '../ports.ts';
import { ServerConnection } from './connection.ts';
import { ServerLog } from './log/server-log.ts';
import { openConnection } from './open-connection.ts';
import type { StartDeps } from './open-connection.ts';
import type { Policy } from './policy.ts';
import { retryOf, toHostError } from './problems.ts';
import type { ProblemContext } from './problems.ts';
import { Processes } from './processes.ts';
import { redactProblem, withoutSecrets } from './redact-problem.ts';
import { Restarts } from './restarts.ts';
import type { Refusal } from './sandbox/refusals.ts';
import type { Warden } from './warden/warden.ts';
import { Warnings } from './warnings.ts';

export interface ConnectorDeps extends StartDeps {
  warden: Warden;
  policy: Policy;
  /** Something a window sees of this server changed. */
  onChange: (connector: Connector) => void;
}

/** More than this many closed doors, and the person will look at the policy as a whole. */
const maxRefusals = 20;

/** From a start to the stop or failure that ends it, over all restarts in between. */
interface Run {
  controller: AbortController;
  /** Ends the wait of a backoff at once. */
  hurry: () => void;
  done: Promise<void>;
}

export class Connector {
  readonly log = new ServerLog();
  readonly warnings = new Warnings((text) => this.log.redact(text));
  state: ServerState = 'stopped';
  problem: Problem | null = null;
  since = Date.now();
  retryAt: number | null = null;
  /** Grows with every change of a list, over all connections. */
  generation = 0;
  connection: ServerConnection | null = null;
  #config: ServerConfig;
  #hash: string;
  #run: Run | undefined;
  #stopping: Promise<void> | undefined;
  readonly #deps: ConnectorDeps;
  readonly #restarts: Restarts;
  readonly #processes: Processes;
  /** What the container kept from it, since the start. */
  readonly refusals: Refusal[] = [];
  readonly #refused = new Set<string>();

  constructor(config: ServerConfig, deps: ConnectorDeps) {
    this.#config = config;
    this.#hash = serverHash(config);
    this.#deps = deps;
    this.#restarts = new Restarts(deps.policy);
    this.#processes = new Processes(deps.warden, () => this.#changed());
  }

  get config(): ServerConfig {
    return this.#config;
  }

  get launchHash(): string {
    return this.#hash;
  }

  /** The person has allowed exactly this launch (H07, A07). */
  get isReviewed(): boolean {
    return this.#config.reviewedHash === this.#hash;
  }

  get crashes(): number {
    return this.#restarts.crashes;
  }

  get pid(): number | null {
    return this.#processes.current;
  }

  /** True from a start until the stop, also while it waits to try again. */
  get isActive(): boolean {
    return this.#run !== undefined && this.#stopping === undefined;
  }

  /** Takes over a changed configuration. A changed launch is not what was allowed, so what runs is stopped. */
  update(config: ServerConfig): void {
    const hash = serverHash(config);
    const isSameLaunch = hash === this.#hash;
    this.#config = config;
    this.#hash = hash;
    if (!isSameLaunch || !config.isEnabled || !this.isReviewed) {
      if (this.#run !== undefined) void this.stop();
      else if (!isSameLaunch && this.state === 'failed') this.#set('stopped');
    }
    this.#changed();
  }

  /**
   * Starts, or tries again at once what waits for its next try. Past failures are forgiven. Resolves when the start is
   * under way, not when it is done.
   * @throws {HostError} `server-not-reviewed`; such a server is never contacted, whoever asks
   */
  async start(): Promise<void> {
    await this.#stopping;
    if (!this.isReviewed) throw new HostError('server-not-reviewed', { server: this.#config.name });
    this.#restarts.reset();
    if (this.#run === undefined) this.#begin();
    else this.#run.hurry();
  }

  /** Ends the connection and every process of it. Resolves when they are gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  /**
   * Runs one request on the connection as it stands.
   * @throws {HostError} `server-not-ready` or `server-not-reviewed` without contacting anybody, else what came of it
   */
  async request<T>(what: { tool?: string }, run: (client: Client, trace: ConnectionTrace) => Promise<T>): Promise<T> {
    try {
      return await this.requireConnection().request(what, run);
    } catch (error) {
      if (error instanceof HostError) throw HostError.fromProblem(this.#clean(error.problem));
      throw error;
    }
  }

  /** @throws {HostError} when there is no connection */
  requireConnection(): ServerConnection {
    if (this.connection !== null) return this.connection;
    const server = this.#config.name;
    if (!this.isReviewed) throw new HostError('server-not-reviewed', { server });
    throw new HostError('server-not-ready', { server, state: this.state });
  }

  #begin(): void {
    const controller = new AbortController();
    const run: Run = { controller, hurry: () => {}, done: Promise.resolve() };
    this.#run = run;
    this.#set('starting');
    run.done = this.#keepRunning(run).finally(() => {
      if (this.#run === run) this.#run = undefined;
    });
  }

  async #end(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) {
      this.#set('stopping');
      run.controller.abort(new HostError('cancelled', { server: this.#config.name }));
      // From now on nothing new is asked of it.
      const live = this.connection;
      this.connection = null;
      await live?.close();
      await run.done;
    }
    await this.#processes.gone(this.#deps.policy.goneMs);
    this.#restarts.reset();
    if (this.state !== 'stopped') {
      this.log.lifecycle('stopped');
      this.#set('stopped');
    }
  }

  /** Never rejects. Returns when the run was stopped or has failed for good. */
  async #keepRunning(run: Run): Promise<void> {
    const { signal } = run.controller;
    for (;;) {
      const problem = await this.#once(signal);
      this.connection = null;
      if (signal.aborted) return;
      const retry = retryOf(problem);
      const step = retry === 'never' ? ({ kind: 'give-up' } as const) : this.#restarts.failed(retry);
      this.log.lifecycle(`ended: ${problem.code}${step.kind === 'retry' ? `; next try in ${step.delayMs} ms` : ''}`);
      if (step.kind === 'give-up') {
        // Before anybody can see it and ask for a new start.
        this.#run = undefined;
        this.#set('failed', problem);
        return;
      }
      this.#set('backoff', problem, Date.now() + step.delayMs);
      await this.#waitFor(step.delayMs, run);
      // Never two processes of one server: what is left of the last try goes first.
      await this.#processes.gone(this.#deps.policy.goneMs);
      if (signal.aborted) return;
      this.#set('starting', problem);
    }
  }

  /** One start and, when it succeeds, the whole life of its connection. @returns why it is over */
  async #once(signal: AbortSignal): Promise<Problem> {
    this.warnings.clear();
    this.refusals.length = 0;
    this.#refused.clear();
    const slow = setTimeout(() => this.#noteSlowStart(), this.#deps.policy.slowStartMs);
    const trace = this.#deps.trace.connection(this.#config.id);
    let connection: Connection;
    try {
      connection = await openConnection(this.#config, this.#deps, { log: this.log, processes: this.#processes, trace, onRefused: (refusal) => this.#noteRefusal(refusal) }, signal);
    } catch (error) {
      trace.end();
      return this.#clean(toHostError(error, this.#startContext()).problem);
    } finally {
      clearTimeout(slow);
      this.warnings.remove('slow-start');
    }
    const { client } = connection;
    const live = new ServerConnection(client, {
      policy: this.#deps.policy,
      context: this.#subject(),
      log: this.log,
      trace,
      warnings: this.warnings,
      onLists: () => {
        this.generation += 1;
        this.#changed();
      },
      onChange: () => this.#showHealth(),
    });
    if (signal.aborted) {
      await live.close();
      return (await live.over).problem;
    }
    this.connection = live;
    this.#restarts.ready();
    this.log.lifecycle(`ready: ${client.transport}, protocol ${client.protocolVersion}`);
    this.#set('ready');
    void live.lists.load();
    return this.#clean((await live.over).problem);
  }

  /** Also called while the connection is being set up, for what was tolerated during the handshake. */
  #showHealth(): void {
    const ailment = this.connection?.ailment ?? null;
    if (this.state !== 'ready' && this.state !== 'degraded') this.#changed();
    else if (ailment !== null) this.#set('degraded', this.#clean(ailment));
    else if (this.state === 'degraded') this.#set('ready');
    else this.#changed();
  }

  /** Each wall once; what is behind it is for the person to open. */
  #noteRefusal({ kind, subject }: Refusal): void {
    const key = `${kind} ${subject}`;
    if (this.#refused.has(key) || this.#refused.size >= maxRefusals) return;
    this.#refused.add(key);
    this.refusals.push({ kind, subject: this.log.redact(subject) });
    this.#changed();
  }

  #noteSlowStart(): void {
    const { launch } = this.#config;
    const message = launch.kind === 'stdio' ? 'The server is not ready yet. A first start may be downloading what it needs.' : 'The server has not answered yet.';
    this.warnings.set('slow-start', { message });
    this.log.lifecycle(message);
    this.#changed();
  }

  #subject(): ProblemContext {
    const { name, launch } = this.#config;
    return { server: name, ...(launch.kind === 'stdio' ? { command: launch.command } : { url: withoutSecrets(launch.url) }) };
  }

  /** What a failed start is told with: the last the process said, above all. */
  #startContext(): ProblemContext {
    this.log.endOfStderr();
    const log = this.#config.launch.kind === 'stdio' ? { log: this.log.lastStderr(200) } : {};
    return { ...this.#subject(), ...log, seconds: this.#deps.policy.handshakeMs / 1000 };
  }

  #clean(problem: Problem): Problem {
    return redactProblem(problem, (text) => this.log.redact(text));
  }

  #set(state: ServerState, problem: Problem | null = null, retryAt: number | null = null): void {
    if (state !== this.state) this.since = Date.now();
    this.state = state;
    this.problem = problem;
    this.retryAt = retryAt;
    this.#changed();
  }

  #changed(): void {
    this.#deps.onChange(this);
  }

  #waitFor(ms: number, run: Run): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        run.hurry = () => {};
        run.controller.signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      run.hurry = finish;
      run.controller.signal.addEventListener('abort', finish, { once: true });
    });
  }
}
