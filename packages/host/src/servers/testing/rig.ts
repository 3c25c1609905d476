/** The servers part of a host, whole, on real processes and sockets; only the configuration is in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActivityEvent } from '@portolan/contract/activity';
import type { CallContext, HandlersFor } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { pins as pinsContract } from '@portolan/contract/pins';
import type { primitives } from '@portolan/contract/primitives';
import type { serverAsks } from '@portolan/contract/server-asks';
import type { serverCare } from '@portolan/contract/server-care';
import type { servers as serversContract, ServerState, ServerView } from '@portolan/contract/servers';
import type { Notice } from '@portolan/contract/settings';
import { stdioFixture } from '@portolan/fixture-servers/start';
import type { FixtureName, FixtureOptions } from '@portolan/fixture-servers/start';
import { connect } from '@portolan/mcp-client/connect';
import { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import type { ActivityAbout } from '../../activity/activity-port.ts';
import { linkDoor } from '../../app/links.ts';
import { askRoutes } from '../../interactions/ask-routes.ts';
import { Asks } from '../../interactions/asks.ts';
import { ScriptedModels } from '../../sampling/testing/scripted-models.ts';
import { InteractionQueue } from '../../interactions/interaction-queue.ts';
import { SqlitePackageStore } from '../../pins/package-store.ts';
import { SqlitePinStore } from '../../pins/pin-store.ts';
import { Pins } from '../../pins/pins.ts';
import { pinRoutes } from '../../pins/routes.ts';
import type { LaunchConfig, NoticesPort } from '../../ports.ts';
import { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations.ts';
import { KnownSecrets } from '../../trace/known-secrets.ts';
import { createTracePort } from '../../trace/trace-port.ts';
import { TraceStore } from '../../trace/trace-store.ts';
import { SqliteSamplingStore } from '../../storage/sampling-store.ts';
import type { Platform } from '../launch/platform.ts';
import type { Policy } from '../policy.ts';
import { careRoutes } from '../care-routes.ts';
import { serversRoutes } from '../routes.ts';
import { ServersService } from '../service.ts';
import type { ResolvedPackage } from '../packages/resolved-version.ts';
import { Supervisor } from '../supervisor.ts';
import { MemoryConfig, serverConfig } from './memory-config.ts';

type Routes = HandlersFor<typeof serversContract & typeof primitives & typeof serverCare & typeof serverAsks & typeof pinsContract>;

/** Short waits, so that a test of restarts takes no minutes. */
const quick: Partial<Policy> = { firstDelayMs: 20, maxDelayMs: 100, handshakeMs: 20_000 };

export class Rig implements AsyncDisposable {
  readonly config = new MemoryConfig();
  readonly notices: Notice[] = [];
  readonly noticesPort: NoticesPort = {
    add: (notice) => this.notices.push(notice),
    dismiss: (id) => void this.notices.splice(0, this.notices.length, ...this.notices.filter((notice) => notice.id !== id)),
  };
  readonly #database: Database;
  readonly pins: Pins;
  readonly traces = new TraceStore();
  readonly secrets = new KnownSecrets();
  /** More time than a person would be kept waiting: the machine that runs tests is busy. */
  readonly schemas = new SchemaChecker({ limitMs: 1000 });
  readonly queue = new InteractionQueue();
  /** What its servers' doors said to the activity log. */
  readonly told: { event: ActivityEvent; about: ActivityAbout }[] = [];
  /** Addresses that went through the one door for links. */
  readonly opened: string[] = [];
  /** In memory, by the real statements. */
  readonly samplings = new SqliteSamplingStore(new Database({ path: ':memory:', migrations, backupFolder: '' }));
  /** Which package every server of the rig runs, as far as its starts can tell. */
  fetched: ResolvedPackage | null = null;
  readonly asks: Asks;
  /** Answers what it was given, and keeps it. */
  readonly models = new ScriptedModels();
  readonly supervisor: Supervisor;
  readonly service: ServersService;
  readonly routes: Routes;
  readonly dataDir: string;
  readonly #ending = new AbortController();

  private constructor(dataDir: string, policy: Partial<Policy>, platform?: Platform) {
    this.dataDir = dataDir;
    this.#database = new Database({ path: ':memory:', migrations, backupFolder: '' });
    const openLink = linkDoor((href) => {
      this.opened.push(href);
      return Promise.resolve(true);
    });
    const tell = (event: ActivityEvent, about: ActivityAbout = {}): void => void this.told.push({ event, about });
    this.asks = new Asks({ activity: { record: tell, require: tell }, queue: this.queue, openLink, schemas: this.schemas, sampling: { models: this.models, store: this.samplings }, chatOf: () => null });
    this.pins = new Pins({
      store: new SqlitePinStore(this.#database),
      packages: new SqlitePackageStore(this.#database),
      notices: this.noticesPort,
      isConfigured: (id) => this.config.current().servers.some((server) => server.id === id),
      onChange: (id) => this.supervisor.find(id)?.pinsChanged(),
    });
    this.supervisor = new Supervisor({
      activity: { record: tell, require: tell },
      config: this.config,
      pins: this.pins,
      findPackage: () => Promise.resolve(this.fetched),
      connect,
      client: { name: 'portolan-test', version: '0' },
      dataDir,
      notices: this.noticesPort,
      trace: createTracePort(this.traces, this.secrets),
      signIn: { fetchFor: () => Promise.resolve(undefined), fetchAfterRefusal: () => Promise.resolve(undefined) },
      asks: this.asks,
      flagsOf: () => [],
      policy: { ...quick, firstStartMs: policy.handshakeMs ?? 20_000, ...policy },
      sealKey: () => Buffer.alloc(32, 5),
      ...(platform === undefined ? {} : { platform }),
    });
    this.service = new ServersService({
      supervisor: this.supervisor,
      schemas: this.schemas,
      pins: this.pins,
      describeForModel: (serverName, tool) => ({ name: `${serverName}__${tool.name}`, changes: [] }),
    });
    this.routes = {
      ...pinRoutes({ pins: this.pins, servers: this.service, kind: () => 'openai-compatible' }),
      ...askRoutes({ config: this.config, supervisor: this.supervisor, asks: this.asks, flagsOf: () => [] }),
      ...careRoutes({ config: this.config, supervisor: this.supervisor, flagsOf: () => [] }),
      ...serversRoutes({
      config: this.config,
      supervisor: this.supervisor,
      service: this.service,
      flagsOf: () => [],
      parsePaste: () => ({ format: 'none', candidates: [] }),
    }),
    };
  }

  static async create(policy: Partial<Policy> = {}, dataDir?: string, platform?: Platform): Promise<Rig> {
    const rig = new Rig(dataDir ?? (await mkdtemp(path.join(tmpdir(), 'servers-'))), policy, platform);
    await rig.supervisor.start();
    return rig;
  }

  /** Adds a server that is reviewed, which starts it. */
  async add(name: string, launch: LaunchConfig, more: Parameters<typeof serverConfig>[2] = {}): Promise<ServerId> {
    return (await this.config.addServer(serverConfig(name, launch, more))).id;
  }

  async addFixture(name: FixtureName, options: FixtureOptions = {}, more: Parameters<typeof serverConfig>[2] = {}): Promise<ServerId> {
    return this.add(name, fixtureLaunch(name, options), more);
  }

  context(signal: AbortSignal = this.#ending.signal): CallContext {
    return { connection: 'test', signal };
  }

  async untilState(id: ServerId, ...states: ServerState[]): Promise<ServerView> {
    return this.until(id, (view) => states.includes(view.state));
  }

  /** Waits for what a window would see. */
  async until(id: ServerId, isReached: (view: ServerView) => boolean): Promise<ServerView> {
    const leaving = new AbortController();
    const timer = setTimeout(() => leaving.abort(), 25_000);
    let last: ServerView | undefined;
    try {
      for await (const event of this.supervisor.watch(leaving.signal)) {
        const view = event.type === 'snapshot' ? event.servers.find((server) => server.id === id) : event.type === 'changed' && event.server.id === id ? event.server : undefined;
        last = view ?? last;
        if (view !== undefined && isReached(view)) return view;
      }
    } finally {
      clearTimeout(timer);
      leaving.abort();
    }
    throw new Error(`not reached; last seen: ${JSON.stringify({ state: last?.state, problem: last?.problem, warnings: last?.warnings })}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.supervisor.close();
    await this.schemas.close();
    this.#database.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export function fixtureLaunch(name: FixtureName, options: FixtureOptions = {}): LaunchConfig {
  return { kind: 'stdio', ...stdioFixture(name, options), env: {} };
}
