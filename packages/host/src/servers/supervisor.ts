/** All servers of the configuration: one connector each, started in parallel, ended together. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { Implementation } from '@portolan/mcp-client/client';
import type { Connect, HttpTarget } from '@portolan/mcp-client/connect';
import { Broadcast } from '../broadcast.ts';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { JobKeeper } from '../jobs/jobs-port.ts';
import type { PinsPort } from '../pins/pins-port.ts';
import type { AsksPort, ConfigState, ConfigStore, NoticesPort, ServerConfig, SignInPort, TracePort } from '../ports.ts';
import { Connector } from './connector.ts';
import type { ConnectorDeps } from './connector.ts';
import { EraMemory } from './era-memory.ts';
import { ListMemory } from './list-memory.ts';
import type { StartBy } from './lifecycle/lifecycle.ts';
import { currentPlatform } from './launch/platform.ts';
import type { Platform } from './launch/platform.ts';
import { resolveLaunch } from './launch/resolve-launch.ts';
import type { LaunchDeps } from './launch/resolve-launch.ts';
import { SearchPath } from './launch/search-path.ts';
import { defaultPolicy } from './policy.ts';
import type { FindPackage } from './packages/package-finder.ts';
import type { Policy } from './policy.ts';
import { Sandbox } from './sandbox/contain.ts';
import { StartQueue } from './start-queue.ts';
import type { TrialDeps } from './trial.ts';
import { toServerView } from './views/server-view.ts';
import type { LaunchFlags } from './views/server-view.ts';
import { reapLeftovers } from './warden/reap.ts';
import { Warden } from './warden/warden.ts';

export interface SupervisorOptions {
  config: ConfigStore;
  connect: Connect;
  /** How we introduce ourselves to servers. */
  client: Implementation;
  /** `run/servers.json` and `state/eras.json` are kept here. */
  dataDir: string;
  notices: NoticesPort;
  trace: TracePort;
  signIn: SignInPort;
  /** What servers may ask of the person; without it they are told that nobody can be asked. */
  asks?: AsksPort;
  /** What was pinned of servers; without it nothing is ever suspended. */
  pins?: PinsPort;
  /** Which package a server runs that names none with a fixed version (A14). */
  findPackage?: FindPackage;
  /** Hears of starts, stops and crashes. */
  activity?: ActivityPort;
  jobs?: JobKeeper;
  flagsOf: LaunchFlags;
  /** What `${secret:NAME}` of a server stands for; see launch-secrets.ts. */
  secretOf?: (serverId: ServerId, name: string) => Promise<string | null>;
  inputOf?: LaunchDeps['inputOf'];
  /** The way out for servers over HTTP and for our own. */
  network?: LaunchDeps['network'];
  /** Key of this installation, for what is kept and believed again. */
  sealKey?: () => Buffer;
  policy?: Partial<Policy>;
  /** False: nothing starts by itself, neither now nor when the configuration changes (default true). */
  startsServers?: boolean;
  platform?: Platform;
  /** Where programs are looked for; made from the platform unless told. */
  searchPath?: SearchPath;
  /** Something of our own did not work and no window is told: the list of running servers can't be written. */
  onError?: (error: unknown) => void;
}

type WatchEvent = EventOf<'servers/watch'>;

/** Without a key nothing kept by another run is believed. */
const noKey = randomBytes(32);

/** Changes of one server within this many milliseconds reach a window as one. */
const coalesceMs = 33;

export class Supervisor implements AsyncDisposable {
  /** What puts local servers into containers, and what this computer has for it. */
  readonly sandbox: Sandbox;
  readonly #options: SupervisorOptions;
  readonly #connectors = new Map<ServerId, Connector>();
  readonly #warden: Warden;
  readonly #eras: EraMemory;
  readonly #deps: ConnectorDeps;
  readonly #events = new Broadcast<WatchEvent>({ resync: () => [this.#snapshot()] });
  readonly #dirty = new Set<ServerId>();
  /** Stops of servers that are no longer configured. */
  readonly #leaving = new Set<Promise<void>>();
  #flushTimer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => {};
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const policy = { ...defaultPolicy, ...options.policy };
    const platform = options.platform ?? currentPlatform();
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    this.#warden = new Warden({ runFile: this.#runFile, onProblem: (error) => options.onError?.(error) });
    this.sandbox = new Sandbox(platform, options.dataDir);
    this.#eras = new EraMemory(path.join(options.dataDir, 'state', 'eras.json'));
    this.#deps = {
      connect: options.connect,
      client: options.client,
      launch: { platform, searchPath: options.searchPath ?? new SearchPath(platform), hostTag: this.#warden.hostTag, ...(options.secretOf ? { secretOf: options.secretOf } : {}), ...(options.inputOf ? { inputOf: options.inputOf } : {}), ...(options.network ? { network: options.network } : {}) },
      sandbox: this.sandbox,
      warden: this.#warden,
      eras: this.#eras,
      memory: new ListMemory(path.join(options.dataDir, 'state', 'lists'), options.sealKey ?? (() => noKey)),
      queue: new StartQueue(policy.parallelStarts, policy.startSlotMs),
      policy,
      trace: options.trace,
      signIn: options.signIn,
      ...(options.asks === undefined ? {} : { asks: options.asks }),
      ...(options.pins === undefined ? {} : { pins: options.pins }),
      ...(options.findPackage === undefined ? {} : { findPackage: options.findPackage }),
      activity: options.activity ?? noActivity,
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      onChange: (connector) => this.#markDirty(connector.config.id),
    };
    for (const server of options.config.current().servers) this.#add(server);
  }

  get dataDir(): string {
    return this.#options.dataDir;
  }

  /** What every start is looked up with; for the doctor. */
  get launch(): LaunchDeps {
    return this.#deps.launch;
  }

  /** For a launch that is tried before it is saved. */
  get trialDeps(): TrialDeps {
    return this.#deps;
  }

  get #runFile(): string {
    return path.join(this.#options.dataDir, 'run', 'servers.json');
  }

  /**
   * Ends what an earlier host left running, then starts every server that is enabled and reviewed. Resolves when the
   * starts are under way; no server is waited for (try-out 35).
   */
  async start(): Promise<void> {
    this.#stopListening = this.#options.config.onChange((state) => this.#apply(state));
    const { servers } = await reapLeftovers(this.#runFile);
    if (servers.length > 0) {
      this.#options.notices.add({ id: 'servers-reaped', kind: 'servers-reaped', problem: null, details: { count: String(servers.length), servers: servers.join(', ').slice(0, 500) } });
    }
    await this.sandbox.keepOnly([...this.#connectors.keys()]);
    if (this.#isClosed) return;
    for (const connector of this.#connectors.values()) this.#startIfWanted(connector, 'launch');
    await this.#deps.memory.tidy(new Set([...this.#connectors.values()].map((connector) => connector.launchHash)));
  }

  /** @throws {HostError} `server-unknown` */
  get(id: ServerId): Connector {
    const connector = this.#connectors.get(id);
    if (connector === undefined) throw new HostError('server-unknown', { serverId: id });
    return connector;
  }

  find(id: ServerId): Connector | null {
    return this.#connectors.get(id) ?? null;
  }

  /**
   * Where a server over HTTP is, with variables expanded. Contacts nobody.
   * @throws {HostError} `server-not-reviewed`, what its launch lacks, `server-unknown` for a program
   */
  async targetOf(id: ServerId): Promise<HttpTarget> {
    const connector = this.get(id);
    const { launch, name } = connector.config;
    if (!connector.isReviewed) throw new HostError('server-not-reviewed', { server: name });
    const { target } = await resolveLaunch(launch, name, this.#deps.launch, id);
    if (target.kind !== 'http') throw new HostError('server-unknown', { server: name });
    return target;
  }

  /** Secrets can be read that could not: what failed for want of one is started. */
  secretsUnlocked(): void {
    for (const connector of this.#connectors.values()) {
      const { state, problem } = connector;
      if (state === 'failed' && (problem?.code === 'secrets-locked' || problem?.details['reason'] === 'storage')) this.#startIfAllowed(connector, 'launch');
    }
  }

  /** There are tokens for it now: one that runs is looked at, one that should run is started. */
  signedIn(id: ServerId): void {
    const connector = this.#connectors.get(id);
    if (connector === undefined) return;
    if (connector.connection !== null) void connector.connection.look();
    else this.#startIfAllowed(connector, 'person');
  }

  /** Its tokens are gone: what runs on them ends, and says that a sign-in is needed. */
  async signedOut(id: ServerId): Promise<void> {
    const connector = this.#connectors.get(id);
    if (connector === undefined || !connector.isActive) return;
    await connector.stop(false);
    this.#startIfAllowed(connector, 'person');
  }

  /** Sorted by name. */
  all(): Connector[] {
    return [...this.#connectors.values()].toSorted((a, b) => compareNames(a.config.name, b.config.name));
  }

  /** A snapshot, then what changes, coalesced. */
  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.#snapshot()]);
  }

  /**
   * The machine woke up or the network changed: every connection is asked for a sign of life and every wait is cut short,
   * spread over a moment.
   */
  resumed(): void {
    for (const connector of this.#connectors.values()) connector.resumed();
  }

  /** Ends every server. Resolves when no process of ours is left. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopListening();
    await Promise.all([...[...this.#connectors.values()].map((connector) => connector.stop(false)), ...this.#leaving]);
    this.#eras.close();
    await this.#warden.close();
    clearTimeout(this.#flushTimer);
    this.#flush();
    this.#events.close();
  }

  /** Kills every process of every server, at once and without waiting: for a close that takes too long. */
  killNow(): void {
    this.#warden.killNow();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Takes over a configuration, whoever changed it. */
  #apply({ servers }: ConfigState): void {
    if (this.#isClosed) return;
    const wanted = new Map(servers.map((server) => [server.id, server]));
    for (const [id, connector] of this.#connectors) if (!wanted.has(id)) this.#remove(id, connector);
    for (const server of servers) {
      const connector = this.#connectors.get(server.id);
      if (connector === undefined) {
        this.#startIfWanted(this.#add(server), 'person');
        continue;
      }
      const { launchHash: before, isReviewed: wasReviewed } = connector;
      const wasEnabled = connector.config.isEnabled;
      connector.update(server);
      // A launch that was changed and allowed in one stroke from outside is not started: only the person's own review does that (A08).
      if (!wasEnabled && wasReviewed && connector.launchHash === before) this.#startIfWanted(connector, 'person');
    }
  }

  #add(server: ServerConfig): Connector {
    const connector = new Connector(server, this.#deps);
    this.#connectors.set(server.id, connector);
    this.#markDirty(server.id);
    return connector;
  }

  #remove(id: ServerId, connector: Connector): void {
    this.#connectors.delete(id);
    this.#dirty.delete(id);
    this.#events.publish({ type: 'removed', serverId: id });
    const leaving = connector.stop(false).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #startIfWanted(connector: Connector, by: StartBy): void {
    if (connector.startup === 'launch' && this.#options.startsServers !== false) this.#startIfAllowed(connector, by);
  }

  #startIfAllowed(connector: Connector, by: StartBy): void {
    if (!connector.config.isEnabled || !connector.isReviewed) return;
    // A configuration that changes in between makes it not reviewed, and then nothing is to be started.
    connector.start(by).catch((error: unknown) => {
      if (!(error instanceof HostError)) this.#options.onError?.(error);
    });
  }

  #snapshot(): WatchEvent {
    return { type: 'snapshot', servers: this.all().map((connector) => toServerView(connector, this.#options.flagsOf)) };
  }

  #markDirty(id: ServerId): void {
    this.#dirty.add(id);
    this.#flushTimer ??= setTimeout(() => this.#flush(), coalesceMs).unref();
  }

  #flush(): void {
    this.#flushTimer = undefined;
    const ids = [...this.#dirty];
    this.#dirty.clear();
    if (this.#events.size === 0) return;
    for (const id of ids) {
      const connector = this.#connectors.get(id);
      if (connector !== undefined) this.#events.publish({ type: 'changed', server: toServerView(connector, this.#options.flagsOf) });
    }
  }
}

/** The same order on every machine. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
