/** Browsing a registry and installing from it (S06). Asks nothing of anybody by itself. */
import type { BundlePreview } from '@portolan/contract/bundles';
import { maxBundle } from '@portolan/contract/bundles';
import type { InputOf, OutputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { officialRegistry } from '@portolan/contract/registry';
import type { RegistryListing, RegistryServer, RegistryStatus } from '@portolan/contract/registry';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { BundleService } from '../bundles/bundle-service.ts';
import { openLaunch } from '../config/launch-compare.ts';
import { uniqueName } from '../config/server-name.ts';
import { launchHash } from '../launch-hash.ts';
import type { ConfigStore, ServerConfig } from '../ports.ts';
import type { LaunchSecrets } from '../servers/launch-secrets.ts';
import type { LaunchFlags } from '../servers/views/server-view.ts';
import { choicesOf } from './choices.ts';
import { RegistryClient } from './registry-client.ts';
import { checkAddress, fetchBounded, isLoopback } from './registry-fetch.ts';
import { faultsOf, findChoice, launchOf } from './registry-launch.ts';
import type { RegistryMemory } from './registry-memory.ts';
import type { ServerResponse } from './server-json.ts';

export interface RegistryDeps {
  config: ConfigStore;
  secrets: LaunchSecrets;
  bundles: BundleService;
  memory: RegistryMemory;
  flagsOf: LaunchFlags;
  version: string;
  /** The way out; directly where absent. */
  route?: ProxyRoute;
  /** Hears of downloads. */
  activity?: ActivityPort;
}

/** Servers that were looked at, so that a plan is made of what was shown. */
const mostKept = 30;
const bundleTimeoutMs = 10 * 60_000;

export class RegistryService {
  readonly #deps: RegistryDeps;
  readonly #client: RegistryClient;
  readonly #userAgent: string;
  readonly #kept = new Map<string, ServerResponse>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    this.#userAgent = `portolan/${deps.version}`;
    this.#client = new RegistryClient({ baseUrl: () => deps.config.current().settings.registryUrl || officialRegistry, userAgent: this.#userAgent, ...(deps.route === undefined ? {} : { route: deps.route }) });
  }

  async list({ search, cursor }: InputOf<'registry/list'>, signal: AbortSignal): Promise<OutputOf<'registry/list'>> {
    const registry = this.#client.baseUrl;
    const wanted = search.trim();
    try {
      const { servers, refused, nextCursor } = await this.#client.list(wanted, cursor, signal);
      const listings = servers.map(listingOf);
      const at = Date.now();
      if (cursor === undefined) this.#deps.memory.put(registry, { search: wanted, at, servers: listings });
      return { registry, servers: listings, nextCursor, refused, at, problem: null };
    } catch (error) {
      const remembered = cursor === undefined ? this.#deps.memory.get(registry, wanted) : null;
      if (!(error instanceof HostError) || !remembered) throw error;
      return { registry, servers: remembered.servers, nextCursor: null, refused: 0, at: remembered.at, problem: error.problem };
    }
  }

  async versions(name: string, signal: AbortSignal): Promise<OutputOf<'registry/versions'>> {
    const found = await this.#client.versions(name, signal);
    return { versions: found.map((each) => ({ version: each.server.version, ...metaOf(each) })).map(({ version, status, publishedAt, isLatest }) => ({ version, status, publishedAt, isLatest })) };
  }

  async server(name: string, version: string, signal: AbortSignal): Promise<RegistryServer> {
    const found = await this.#client.server(name, version, signal);
    this.#keep(found);
    const { server } = found;
    const links = ([['website', server.websiteUrl], ['repository', server.repository?.url]] as const).flatMap(([kind, url]) => (url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? [{ kind, url }] : []));
    return { name: server.name, ...(server.title === undefined ? {} : { title: server.title }), description: server.description, version: server.version, ...metaOf(found), links, choices: choicesOf(server) };
  }

  async plan(input: InputOf<'registry/plan'>, signal: AbortSignal): Promise<OutputOf<'registry/plan'>> {
    const { server } = await this.#shown(input.name, input.version, signal);
    const given = { answers: input.answers, secrets: new Set(input.secretKeys) };
    const launch = launchOf(server, input.choice, given);
    const names = new Set(this.#deps.config.current().servers.map((each) => each.name));
    return { launch: openLaunch(launch), launchHash: launchHash(launch), flags: this.#deps.flagsOf(launch), faults: faultsOf(findChoice(server, input.choice).choice, given), serverName: uniqueName(shortName(server.name), names) };
  }

  async install(input: InputOf<'registry/install'>, signal: AbortSignal): Promise<ServerConfig> {
    const { server } = await this.#shown(input.name, input.version, signal);
    const given = { answers: input.answers, secrets: new Set(input.secrets.map(({ name }) => name)) };
    const [fault] = faultsOf(findChoice(server, input.choice).choice, given);
    if (fault) throw new HostError('invalid-input', { subject: fault.key, reason: fault.reason });
    const launch = launchOf(server, input.choice, given);
    if (launchHash(launch) !== input.launchHash) throw new HostError('server-changed', { server: input.serverName });
    const { config, secrets } = this.#deps;
    if (config.current().servers.some(({ name }) => name === input.serverName)) throw new HostError('server-name-taken', { name: input.serverName });
    const added = await config.addServer({ name: input.serverName, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
    await secrets.set(added.id, input.secrets);
    return added;
  }

  /** The bytes are those whose hash the registry publishes, or nothing is kept of them. */
  async bundle(input: InputOf<'registry/bundle'>, signal: AbortSignal): Promise<BundlePreview> {
    const { server } = await this.#shown(input.name, input.version, signal);
    const { choice } = findChoice(server, input.choice);
    if (choice.kind !== 'bundle' || choice.sha256 === null) throw new HostError('registry-failed', { reason: 'not-installable', subject: input.choice });
    const { staging } = this.#deps.bundles;
    const staged = await staging.begin(choice.identifier.split('/').at(-1)?.slice(0, 200) ?? 'bundle', maxBundle);
    try {
      // A registry on this machine may name others on it; one elsewhere may not reach into the person's network.
      const allowsPrivate = isLoopback(checkAddress(this.#client.baseUrl).hostname);
      this.#deps.activity?.record({ type: 'downloaded', what: 'bundle', name: `${input.name} ${input.version}`, host: new URL(choice.identifier).host });
      const { status } = await fetchBounded(choice.identifier, { signal, maxBytes: maxBundle, timeoutMs: bundleTimeoutMs, userAgent: this.#userAgent, accept: 'application/octet-stream, */*', redirects: 'any-https', allowsPrivate, route: this.#deps.route }, (chunk) => staging.write(staged.id, chunk));
      if (status !== 200) throw new HostError('registry-failed', { reason: 'status', status: String(status), registry: new URL(choice.identifier).host });
      staging.expect(staged.id, choice.sha256);
    } catch (error) {
      await staging.discard(staged.id);
      throw error;
    }
    return this.#deps.bundles.read(staged.id);
  }

  async #shown(name: string, version: string, signal: AbortSignal): Promise<ServerResponse> {
    const kept = this.#kept.get(this.#keyOf(name, version));
    if (kept) return kept;
    const found = await this.#client.server(name, version, signal);
    this.#keep(found);
    return found;
  }

  #keep(found: ServerResponse): void {
    const key = this.#keyOf(found.server.name, found.server.version);
    this.#kept.delete(key);
    this.#kept.set(key, found);
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
  }

  #keyOf(name: string, version: string): string {
    return JSON.stringify([this.#client.baseUrl, name, version]);
  }
}

function listingOf(response: ServerResponse): RegistryListing {
  const { server } = response;
  const { status, updatedAt } = metaOf(response);
  const kinds = [...(server.packages ?? []).map(({ registryType }) => registryType), ...((server.remotes ?? []).length > 0 ? ['remote'] : [])];
  return { name: server.name, ...(server.title === undefined ? {} : { title: server.title }), description: server.description, version: server.version, status, updatedAt, kinds: [...new Set(kinds)] };
}

function metaOf({ _meta }: ServerResponse): { status: RegistryStatus; publishedAt: number | null; updatedAt: number | null; isLatest: boolean } {
  const official = _meta?.['io.modelcontextprotocol.registry/official'];
  return {
    status: (['active', 'deprecated', 'deleted'] as const).find((each) => each === official?.status) ?? 'unknown',
    publishedAt: timeOf(official?.publishedAt),
    updatedAt: timeOf(official?.updatedAt),
    isLatest: official?.isLatest ?? false,
  };
}

function timeOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) ? time : null;
}

/** `io.github.somebody/weather-mcp` is called `weather`. */
function shortName(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  const bare = last.replace(/^(?:mcp[-_]server|server|mcp)[-_]/i, '').replace(/[-_](?:mcp[-_]server|server|mcp)$/i, '');
  return (bare === '' ? last : bare).slice(0, 64);
}
