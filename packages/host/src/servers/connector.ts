/** One configured server over time: does what its lifecycle says and tells it what came of it. The only writer of its state. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CompleteLimits, ServerState, ServerView } from '@portolan/contract/servers';
import type { Client, TimeLimits, Tool } from '@portolan/mcp-client/client';
import { launchHash, serverHash } from '../launch-hash.ts';
import type { PinnedServer, PinsPort } from '../pins/pins-port.ts';
import { serverEvent } from '../activity/server-events.ts';
import type { AsksPort, ConnectionTrace, ServerConfig } from '../ports.ts';
import { Attempt } from './attempt.ts';
import type { AttemptServer } from './attempt.ts';
import { ChangeWaits } from './change-waits.ts';
import type { ServerConnection } from './connection.ts';
import { KeptLists } from './kept-lists.ts';
import { reduce, recentCrashes, stoppedLifecycle } from './lifecycle/lifecycle.ts';
import type { Effect, Lifecycle, LifecycleEvent, StartBy } from './lifecycle/lifecycle.ts';
import type { ListMemory, RememberedOffer } from './list-memory.ts';
import { ServerLog } from './log/server-log.ts';
import type { StartDeps } from './open-connection.ts';
import type { Policy } from './policy.ts';
import { inNote, ProblemWords } from './problem-words.ts';
import { Processes } from './processes.ts';
import { ClosedDoors } from './sandbox/closed-doors.ts';
import type { Refusal } from './sandbox/refusals.ts';
import { ServerAsks } from './server-asks.ts';
import { completeLimits } from './server-limits.ts';
import type { Warden } from './warden/warden.ts';
import { Warnings } from './warnings.ts';
import { WatchedResources } from './watched-resources.ts';

export interface ConnectorDeps extends StartDeps {
  warden: Warden;
  policy: Policy;
  memory: ListMemory;
  /** Absent where nobody can be asked. */
  asks?: AsksPort;
  /** What was pinned of servers (H03). */
  pins?: PinsPort;
  /** Something a window sees of this server changed. */
  onChange: (connector: Connector) => void;
}

export class Connector {
  readonly log = new ServerLog();
  readonly warnings = new Warnings((text) => this.log.redact(text));
  /** Resources somebody looks at, over all connections. */
  readonly watched = new WatchedResources();
  since = Date.now();
  retryAt: number | null = null;
  /** Grows with every change of a list, over all connections. */
  generation = 0;
  connection: ServerConnection | null = null;
  #config: ServerConfig;
  #hash: string;
  #life: Lifecycle = stoppedLifecycle;
  #attempt: Attempt | undefined;
  #closing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #waits = new ChangeWaits();
  readonly #asks: ServerAsks;
  readonly #deps: ConnectorDeps;
  readonly #processes: Processes;
  readonly #kept: KeptLists;
  readonly #words: ProblemWords;
  readonly #doors = new ClosedDoors();
  #comparedTools: readonly Tool[] = [];

  constructor(config: ServerConfig, deps: ConnectorDeps) {
    this.#config = config;
    this.#hash = serverHash(config);
    this.#deps = deps;
    this.#kept = new KeptLists(deps.memory, () => this.#hash);
    this.#words = new ProblemWords(() => this.#config, this.log);
    this.#processes = new Processes(deps.warden, () => this.#changed());
    this.#asks = new ServerAsks({
      port: deps.asks,
      config: () => this.#config,
      server: {
        launchHash: () => this.#hash,
        changed: () => this.#changed(),
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

  /** What the container kept from it, since the start. */
  get refusals(): readonly Refusal[] {
    return this.#doors.list;
  }

  /** What it offered the last time; null when that is not known, or not read yet. */
  get remembered(): RememberedOffer | null {
    return this.#kept.offer;
  }

  /** What it may ask of the person. */
  get asks(): ServerView['asks'] {
    return this.#asks.view;
  }

  get limits(): CompleteLimits {
    return completeLimits(this.#config);
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
    if (this.state !== 'starting' || attempt === undefined || attempt.limitAt === null) return null;
    return { isSlow: attempt.isSlow, isFirst: attempt.isFirst, lastLine: this.log.lastLine, limitAt: attempt.limitAt };
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
      if (error instanceof HostError) throw HostError.fromProblem(this.#words.clean(error.problem));
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
      await this.#waits.next(signal, this.#config.name);
    }
    if (this.connection === null && this.state === 'failed' && this.problem !== null) throw HostError.fromProblem(this.problem);
    return this.requireConnection();
  }

  #dispatch(event: LifecycleEvent): void {
    const { policy } = this.#deps;
    const step = reduce(this.#life, event, { policy, now: performance.now(), chance: Math.random(), restarts: this.limits.restarts });
    const { next, effects } = step;
    const told = serverEvent(this.#life, event, step);
    if (told !== null) this.#deps.activity.record(told.event, { serverId: this.#config.id, serverName: this.#config.name, ...(told.by === undefined ? {} : { by: told.by }) });
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
    const attempt = new Attempt(this.#attemptServer(), eras.get(launchHash(this.#config.launch)) === undefined || this.#life.timeouts > 0);
    this.#attempt = attempt;
    attempt.done = (async () => {
      // Never two processes of one server: what is left of the last try goes first.
      await this.#processes.gone(policy.goneMs);
      if (attempt.signal.aborted) return;
      this.warnings.clear();
      this.#doors.clear();
      const ended = await attempt.run();
      // Before its connection is forgotten: what its lists held at the end.
      this.#kept.keepNow();
      if (this.#attempt === attempt) this.#attempt = undefined;
      this.connection = null;
      if (attempt.signal.aborted || ended === null) return;
      this.log.lifecycle('ended', { ...inNote(ended.problem.details), problem: ended.problem.code });
      this.#dispatch({ type: 'ended', ...ended });
      if (this.retryAt !== null) this.log.lifecycle('retry', { milliseconds: Math.max(0, this.retryAt - Date.now()) });
    })();
  }

  #attemptServer(): AttemptServer {
    return {
      deps: this.#deps,
      log: this.log,
      warnings: this.warnings,
      processes: this.#processes,
      asks: this.#asks,
      words: this.#words,
      config: () => this.#config,
      limits: () => this.limits,
      // What is behind a wall is for the person to open.
      refused: (refusal) => {
        if (this.#doors.note(refusal, this.log.redact(refusal.subject))) this.#changed();
      },
      ready: (live, fetched) => {
        this.connection = live;
        this.watched.connected(live.client);
        const { server, instructions } = live.client;
        this.#deps.pins?.heard(this.#asPinned(), { name: server.name, version: server.version, instructions: instructions ?? '' }, fetched);
        this.#dispatch({ type: 'ready' });
        void this.#deps.jobs?.connected(this.#asPinned(), live.client);
      },
      listed: (live) => {
        this.#compareTools(live);
        this.generation += 1;
        this.#kept.keepSoon(live);
        this.#changed();
      },
      health: () => this.#showHealth(),
      changed: () => this.#changed(),
    };
  }

  async #close(): Promise<void> {
    const attempt = this.#attempt;
    attempt?.abort();
    // From now on nothing new is asked of it.
    const live = this.connection;
    this.#kept.keepNow();
    this.connection = null;
    await live?.close();
    await attempt?.done;
    await this.#processes.gone(this.#deps.policy.goneMs);
  }

  /** Before anybody is told of the list: a tool that is something else by now is offered to nobody (H03). */
  #compareTools({ lists: { tools } }: ServerConnection): void {
    if (!tools.isLoaded || tools.items === this.#comparedTools) return;
    this.#comparedTools = tools.items;
    this.#deps.pins?.seen(this.#asPinned(), tools.items, !tools.isTruncated);
  }

  #asPinned(): PinnedServer {
    const { id, name, launch } = this.#config;
    return { id, name, launchHash: launchHash(launch) };
  }

  /** How its tools stand to what was pinned; undefined while there is nothing to look at. */
  get pins(): ServerView['pins'] {
    return this.#deps.pins?.counts(this.#config.id);
  }

  /** What was suspended, or is so no longer, is part of every list. */
  pinsChanged(): void {
    this.generation += 1;
    this.#changed();
  }

  /** What it may ask was decided anew. */
  asksChanged(): void {
    this.#changed();
  }

  /** Also called while the connection is being set up, for what was tolerated during the handshake. */
  #showHealth(): void {
    const ailment = this.connection?.ailment ?? null;
    if (ailment !== null) this.#dispatch({ type: 'ailing', problem: this.#words.clean(ailment) });
    else this.#dispatch({ type: 'well' });
  }

  async #remember(): Promise<void> {
    if (!(await this.#kept.read())) return;
    this.generation += 1;
    this.#changed();
  }

  #applyLimits(): void {
    this.log.keep(this.limits.logLines);
  }

  #changed(): void {
    this.#waits.wake();
    this.#deps.onChange(this);
  }
}
