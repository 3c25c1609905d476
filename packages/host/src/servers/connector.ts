/** One configured server over time: does what its lifecycle says and tells it what came of it. The only writer of its state. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { defaultLimits } from '@portolan/contract/servers';
import type { CompleteLimits, LifecycleNote, ServerState, ServerView } from '@portolan/contract/servers';
import type { Client, TimeLimits } from '@portolan/mcp-client/client';
import type { Connection } from '@portolan/mcp-client/connect';
import { launchHash, serverHash } from '../launch-hash.ts';
import type { AskConnection } from '../interactions/ask-server.ts';
import type { AsksPort, ConnectionTrace, ServerConfig } from '../ports.ts';
import { ServerConnection } from './connection.ts';
import { reduce, recentCrashes, stoppedLifecycle } from './lifecycle/lifecycle.ts';
import type { Effect, Lifecycle, LifecycleEvent, StartBy } from './lifecycle/lifecycle.ts';
import type { ListMemory, RememberedOffer } from './list-memory.ts';
import { ServerLog } from './log/server-log.ts';
import { openConnection } from './open-connection.ts';
import type { StartDeps } from './open-connection.ts';
import type { Policy } from './policy.ts';
import { retryOf, toHostError } from './problems.ts';
import type { ProblemContext, Retry } from './problems.ts';
import { Processes } from './processes.ts';
import { redactProblem, withoutSecrets } from './redact-problem.ts';
import type { Refusal } from './sandbox/refusals.ts';
import { ServerAsks } from './server-asks.ts';
import { StartPatience } from './start-patience.ts';
import type { Warden } from './warden/warden.ts';
import { Warnings } from './warnings.ts';

export interface ConnectorDeps extends StartDeps {
  warden: Warden;
  policy: Policy;
  memory: ListMemory;
  /** Absent where nobody can be asked. */
  asks?: AsksPort;
  /** Something a window sees of this server changed. */
  onChange: (connector: Connector) => void;
}

/** More than this many closed doors, and the person will look at the policy as a whole. */
const maxRefusals = 20;

/** From one `open` to its end. */
interface Attempt {
  controller: AbortController;
  patience: StartPatience | null;
  isFirst: boolean;
  isSlow: boolean;
  done: Promise<void>;
}

/** How long lists have to stay the same before they are kept, in milliseconds. */
const settleMs = 400;

export class Connector {
  readonly log = new ServerLog();
  readonly warnings = new Warnings((text) => this.log.redact(text));
  since = Date.now();
  retryAt: number | null = null;
  /** Grows with every change of a list, over all connections. */
  generation = 0;
  connection: ServerConnection | null = null;
  /** What it offered the last time; null when that is not known, or not read yet. */
  remembered: RememberedOffer | null = null;
  #config: ServerConfig;
  #hash: string;
  #life: Lifecycle = stoppedLifecycle;
  #attempt: Attempt | undefined;
  #closing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #keepTimer: NodeJS.Timeout | undefined;
  /** Keeps what is not kept yet. */
  #keep: () => void = () => {};
  #wakers: (() => void)[] = [];
  readonly #asks: ServerAsks;
  readonly #deps: ConnectorDeps;
  readonly #processes: Processes;
  /** What the container kept from it, since the start. */
  readonly refusals: Refusal[] = [];
  readonly #refused = new Set<string>();

  constructor(config: ServerConfig, deps: ConnectorDeps) {
    this.#config = config;
    this.#hash = serverHash(config);
    this.#deps = deps;
    this.#processes = new Processes(deps.warden, () => this.#changed());
    this.#asks = new ServerAsks({
      port: deps.asks,
      config: () => this.#config,
      server: {
        launchHash: () => this.#hash,
        note: (code, details) => this.log.lifecycle(code, details),
        warn: (kind, message) => {
          this.warnings.set(kind, { message });
          this.#changed();
        },
      },
    });
    this.#applyLimits();
    void this.#remember();
  }

  get config(): ServerConfig {
    return this.#config;
  }

  get launchHash(): string {
    return this.#hash;
  }

  get state(): ServerState {
    return this.#life.state;
  }

  get problem(): Problem | null {
    return this.#life.problem;
  }

  /** True from a start until the stop or failure that ends it, also while it waits to try again. */
  get isActive(): boolean {
    return this.state === 'starting' || this.state === 'ready' || this.state === 'degraded' || this.state === 'backoff';
  }

  /** The person has allowed exactly this launch (H07, A07). */
  get isReviewed(): boolean {
    return this.#config.reviewedHash === this.#hash;
  }

  get startup(): ServerView['startup'] {
    return this.#config.care?.startup ?? 'launch';
  }

  /** What it may ask of the person. */
  get asks(): ServerView['asks'] {
    return this.#asks.view;
  }

  get limits(): CompleteLimits {
    const { connectSeconds, callSeconds, callTotalSeconds, callsAtOnce, logLines, restarts } = this.#config.care?.limits ?? {};
    return {
      connectSeconds: connectSeconds ?? defaultLimits.connectSeconds,
      callSeconds: callSeconds ?? defaultLimits.callSeconds,
      callTotalSeconds: callTotalSeconds ?? defaultLimits.callTotalSeconds,
      callsAtOnce: callsAtOnce ?? defaultLimits.callsAtOnce,
      logLines: logLines ?? defaultLimits.logLines,
      restarts: restarts ?? defaultLimits.restarts,
    };
  }

  get crashes(): number {
    return recentCrashes(this.#life, { policy: this.#deps.policy, now: performance.now() }).length;
  }

  get pid(): number | null {
    return this.#processes.current;
  }

  /** How a start that is under way is getting on. */
  get startView(): ServerView['start'] {
    const attempt = this.#attempt;
    if (this.state !== 'starting' || attempt === undefined || attempt.patience === null) return null;
    return { isSlow: attempt.isSlow, isFirst: attempt.isFirst, lastLine: this.log.lastLine, limitAt: attempt.patience.limitAt };
  }

  /**
   * True when a use of something it offers may wait for it: it is starting or comes back by itself, or it is stopped, was not
   * stopped by the person, and starts when it is used (S16).
   */
  get canWake(): boolean {
    if (!this.#config.isEnabled || !this.isReviewed) return false;
    if (this.state === 'stopped') return this.startup === 'first-use' && !this.#life.isHeld;
    return this.state === 'starting' || this.state === 'backoff';
  }

  /** Takes over a changed configuration. A changed launch is not what was allowed, so what runs is stopped. */
  update(config: ServerConfig): void {
    const hash = serverHash(config);
    const isOtherRoots = JSON.stringify(config.care?.roots) !== JSON.stringify(this.#config.care?.roots);
    const isSameLaunch = hash === this.#hash;
    // What is on and off is part of every list.
    if (JSON.stringify([config.disabledTools, config.care]) !== JSON.stringify([this.#config.disabledTools, this.#config.care])) this.generation += 1;
    this.#config = config;
    this.#hash = hash;
    if (isOtherRoots && this.#asks.hearsOfRoots) this.connection?.client.rootsChanged();
    this.#applyLimits();
    if (!isSameLaunch) void this.#remember();
    if (!config.isEnabled || !this.isReviewed || !isSameLaunch) {
      if (this.state !== 'stopped' && (this.state !== 'failed' || !isSameLaunch)) this.#dispatch({ type: 'stop', byPerson: false });
    }
    this.#changed();
  }

  /**
   * Starts, or tries again at once what waits for its next try. Whatever the person asks for forgives past failures.
   * Resolves when the start is under way, not when it is done.
   * @throws {HostError} `server-not-reviewed`; such a server is never contacted, whoever asks
   */
  async start(by: StartBy = 'person'): Promise<void> {
    if (!this.isReviewed) throw new HostError('server-not-reviewed', { server: this.#config.name });
    this.#dispatch({ type: 'start', by });
    await this.#closing;
  }

  /** Ends the connection and every process of it. Resolves when they are gone. */
  async stop(byPerson = true): Promise<void> {
    this.#dispatch({ type: 'stop', byPerson });
    await this.#closing;
    if (this.state === 'stopped') await this.#processes.gone(this.#deps.policy.goneMs);
  }

  /** The machine was asleep or the network changed. */
  resumed(): void {
    if (this.state !== 'stopped') this.log.lifecycle('woke');
    this.#dispatch({ type: 'resumed' });
  }

  /**
   * Runs one request on the connection as it stands.
   * @throws {HostError} `server-not-ready` or `server-not-reviewed` without contacting anybody, else what came of it
   */
  async request<T>(what: { tool?: string; signal?: AbortSignal }, run: (client: Client, trace: ConnectionTrace, limits: TimeLimits) => Promise<T>): Promise<T> {
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

  /**
   * The connection, starting the server for it when it is one that starts when it is used, and waiting while it starts.
   * @throws {HostError} why there is none
   */
  async wake(signal: AbortSignal): Promise<ServerConnection> {
    if (this.connection === null && this.canWake) await this.start('use');
    while (this.connection === null && this.canWake) {
      // Each change of state is looked at once.
      // oxlint-disable-next-line no-await-in-loop
      await this.#nextChange(signal);
    }
    if (this.connection === null && this.state === 'failed' && this.problem !== null) throw HostError.fromProblem(this.problem);
    return this.requireConnection();
  }

  #dispatch(event: LifecycleEvent): void {
    const { policy } = this.#deps;
    const { next, effects } = reduce(this.#life, event, { policy, now: performance.now(), chance: Math.random(), restarts: this.limits.restarts });
    const wasStopping = this.#life.state === 'stopping';
    if (next.state !== this.#life.state) this.since = Date.now();
    this.#life = next;
    if (next.state !== 'backoff') this.retryAt = null;
    if (wasStopping && next.state !== 'stopping') this.log.lifecycle('stopped');
    for (const effect of effects) this.#perform(effect);
    this.#changed();
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'open':
        clearTimeout(this.#timer);
        this.#open();
        return;
      case 'close':
        clearTimeout(this.#timer);
        this.#closing = this.#close().finally(() => {
          this.#closing = undefined;
          this.#dispatch({ type: 'gone' });
        });
        return;
      case 'wait':
        clearTimeout(this.#timer);
        this.retryAt = Date.now() + effect.ms;
        this.#timer = setTimeout(() => this.#dispatch({ type: 'due' }), effect.ms);
        return;
      case 'look':
        setTimeout(() => void this.connection?.revalidate(), effect.ms).unref();
    }
  }

  #open(): void {
    const { eras, policy } = this.#deps;
    const attempt: Attempt = { controller: new AbortController(), patience: null, isFirst: eras.get(launchHash(this.#config.launch)) === undefined || this.#life.timeouts > 0, isSlow: false, done: Promise.resolve() };
    this.#attempt = attempt;
    attempt.done = (async () => {
      // Never two processes of one server: what is left of the last try goes first.
      await this.#processes.gone(policy.goneMs);
      if (attempt.controller.signal.aborted) return;
      const ended = await this.#once(attempt);
      if (this.#attempt === attempt) this.#attempt = undefined;
      this.connection = null;
      if (attempt.controller.signal.aborted || ended === null) return;
      this.log.lifecycle('ended', { ...inNote(ended.problem.details), problem: ended.problem.code });
      this.#dispatch({ type: 'ended', ...ended });
      if (this.retryAt !== null) this.log.lifecycle('retry', { milliseconds: Math.max(0, this.retryAt - Date.now()) });
    })();
  }

  async #close(): Promise<void> {
    const attempt = this.#attempt;
    attempt?.controller.abort(new HostError('cancelled', { server: this.#config.name }));
    // From now on nothing new is asked of it.
    const live = this.connection;
    this.#keep();
    this.connection = null;
    await live?.close();
    await attempt?.done;
    await this.#processes.gone(this.#deps.policy.goneMs);
  }

  /** One start and, when it succeeds, the whole life of its connection. @returns why it is over; null when we ended it */
  async #once(attempt: Attempt): Promise<{ problem: Problem; retry: Retry } | null> {
    this.warnings.clear();
    this.refusals.length = 0;
    this.#refused.clear();
    const { signal } = attempt.controller;
    const trace = this.#deps.trace.connection(this.#config.id);
    const asks = this.#asks.open();
    const limitMs = this.#patienceMs(attempt);
    const heard = { at: performance.now() };
    const patience = new StartPatience({ limitMs, mostMs: Math.max(limitMs, this.#deps.policy.startMaxMs), slowMs: this.#deps.policy.slowStartMs, onSlow: () => this.#noteSlow(attempt) });
    attempt.patience = patience;
    let connection: Connection;
    try {
      const sinks = {
        log: this.log,
        processes: this.#processes,
        trace,
        ...(asks === undefined ? {} : { asks }),
        onRefused: (refusal: Refusal) => this.#noteRefusal(refusal),
        onSign: () => {
          heard.at = performance.now();
          if (attempt.patience === null) return;
          patience.sign();
          if (attempt.isSlow) this.#changed();
        },
      };
      connection = await openConnection(this.#config, this.#deps, sinks, { signal: AbortSignal.any([signal, patience.signal]), limitMs: Math.max(limitMs, this.#deps.policy.startMaxMs) });
    } catch (error) {
      trace.end();
      this.#asks.close(asks);
      if (signal.aborted) return null;
      const failure = patience.isOver ? new HostError('server-timeout', { server: this.#config.name, seconds: limitMs / 1000 }, this.#lastWords()) : toHostError(error, this.#startContext());
      const problem = this.#clean(failure.problem);
      return { problem, retry: retryOf(problem) };
    } finally {
      attempt.patience = null;
      patience[Symbol.dispose]();
    }
    try {
      return await this.#live(connection, { trace, asks }, signal, () => heard.at);
    } finally {
      this.#asks.close(asks);
    }
  }

  async #live({ client }: Connection, { trace, asks }: { trace: ConnectionTrace; asks: AskConnection | undefined }, signal: AbortSignal, heardAt: () => number): Promise<{ problem: Problem; retry: Retry } | null> {
    const live = new ServerConnection(client, {
      policy: this.#deps.policy,
      context: this.#subject(),
      log: this.log,
      trace,
      warnings: this.warnings,
      onElicitationComplete: (elicitationId) => asks?.completed(elicitationId),
      heardAt,
      limits: () => this.limits,
      onLists: () => {
        this.generation += 1;
        this.#keepSoon(live);
        this.#changed();
      },
      onChange: () => this.#showHealth(),
    });
    if (signal.aborted) {
      await live.close();
      return null;
    }
    this.connection = live;
    this.log.lifecycle('ready', { transport: client.transport, protocol: client.protocolVersion });
    this.#dispatch({ type: 'ready' });
    void live.lists.load();
    const problem = this.#clean((await live.over).problem);
    this.#keep();
    const retry = retryOf(problem);
    // One that stood and then answered no more has failed as surely as one that crashed.
    return { problem, retry: retry === 'timeout' ? 'crash' : retry };
  }

  /** What it may ask was decided anew. */
  asksChanged(): void {
    this.#changed();
  }

  #patienceMs({ isFirst }: Attempt): number {
    const own = this.#config.care?.limits?.connectSeconds;
    if (own !== undefined) return own * 1000;
    const { handshakeMs, firstStartMs } = this.#deps.policy;
    // Nothing has to be downloaded to reach an address.
    return isFirst && this.#config.launch.kind === 'stdio' ? firstStartMs : handshakeMs;
  }

  /** Also called while the connection is being set up, for what was tolerated during the handshake. */
  #showHealth(): void {
    const ailment = this.connection?.ailment ?? null;
    if (ailment !== null) this.#dispatch({ type: 'ailing', problem: this.#clean(ailment) });
    else this.#dispatch({ type: 'well' });
  }

  /** Each wall once; what is behind it is for the person to open. */
  #noteRefusal({ kind, subject }: Refusal): void {
    const key = `${kind} ${subject}`;
    if (this.#refused.has(key) || this.#refused.size >= maxRefusals) return;
    this.#refused.add(key);
    this.refusals.push({ kind, subject: this.log.redact(subject) });
    this.#changed();
  }

  #noteSlow(attempt: Attempt): void {
    attempt.isSlow = true;
    this.log.lifecycle('slow-start', { seconds: Math.round(this.#deps.policy.slowStartMs / 1000) });
    this.#changed();
  }

  async #remember(): Promise<void> {
    const hash = this.#hash;
    const offer = await this.#deps.memory.read(hash);
    if (hash !== this.#hash) return;
    this.remembered = offer;
    this.generation += 1;
    this.#changed();
  }

  /** Lists come one after the other: they are kept once they have been quiet, or when the connection ends before. */
  #keepSoon(live: ServerConnection): void {
    clearTimeout(this.#keepTimer);
    const hash = this.#hash;
    this.#keep = () => {
      clearTimeout(this.#keepTimer);
      this.#keep = () => {};
      if (hash === this.#hash) this.remembered = this.#deps.memory.write(hash, live.client, live.lists);
    };
    this.#keepTimer = setTimeout(() => this.#keep(), settleMs).unref();
  }

  #subject(): ProblemContext {
    const { name, launch } = this.#config;
    return { server: name, ...(launch.kind === 'stdio' ? { command: launch.command } : { url: withoutSecrets(launch.url) }) };
  }

  /** What a failed start is told with: the last the process said, above all. */
  #startContext(): ProblemContext {
    return { ...this.#subject(), ...this.#lastWords(), seconds: this.#deps.policy.handshakeMs / 1000 };
  }

  #lastWords(): { log?: string } {
    this.log.endOfStderr();
    const log = this.#config.launch.kind === 'stdio' ? this.log.lastStderr(200) : '';
    return log === '' ? {} : { log };
  }

  #clean(problem: Problem): Problem {
    return redactProblem(problem, (text) => this.log.redact(text));
  }

  #applyLimits(): void {
    this.log.keep(this.limits.logLines);
  }

  #changed(): void {
    for (const wake of this.#wakers.splice(0)) wake();
    this.#deps.onChange(this);
  }

  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new HostError('cancelled', { server: this.#config.name }));
      if (signal.aborted) {
        leave();
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#wakers.push(() => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });
  }
}

/** Details of a problem as a note can hold them. */
function inNote(details: Problem['details']): LifecycleNote['details'] {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : value]));
}
