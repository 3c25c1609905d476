/** The registry API, v0.1: lists with a cursor, versions of a server, one version. Answers are hostile until parsed. */
import { HostError } from '@portolan/contract/errors';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import { failed, fetchBounded, checkAddress } from './registry-fetch.ts';
import { ServerList, ServerResponse } from './server-json.ts';

export interface RegistryClientOptions {
  /** The base address of the registry, as it stands in the settings. */
  baseUrl: () => string;
  userAgent: string;
  route?: ProxyRoute;
}

export interface RegistryPage {
  servers: ServerResponse[];
  refused: number;
  nextCursor: string | null;
}

const pageSize = 30;
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 15_000;
const maxCursor = 2048;

export class RegistryClient {
  readonly #options: RegistryClientOptions;

  constructor(options: RegistryClientOptions) {
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#options.baseUrl();
  }

  async list(search: string, cursor: string | undefined, signal: AbortSignal): Promise<RegistryPage> {
    const query = new URLSearchParams({ limit: String(pageSize), version: 'latest', ...(search === '' ? {} : { search }), ...(cursor === undefined ? {} : { cursor }) });
    const page = this.#page(await this.#json(`servers?${query.toString()}`, signal));
    // A cursor that leads to itself, or is longer than any real one, leads nowhere.
    return page.nextCursor === cursor || (page.nextCursor?.length ?? 0) > maxCursor ? { ...page, nextCursor: null } : page;
  }

  async versions(name: string, signal: AbortSignal): Promise<ServerResponse[]> {
    return this.#page(await this.#json(`servers/${encodeURIComponent(name)}/versions`, signal)).servers.filter(({ server }) => server.name === name);
  }

  /** @throws {HostError} `registry-failed`, with reason `unknown-server` when there is no such version */
  async server(name: string, version: string, signal: AbortSignal): Promise<ServerResponse> {
    const parsed = ServerResponse.safeParse(await this.#json(`servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`, signal));
    if (!parsed.success) throw failed('not-a-server', this.baseUrl, { subject: parsed.error.issues[0]?.path.join('.') ?? '' });
    // It must be what was asked for: what is installed is named after it.
    if (parsed.data.server.name !== name || (version !== 'latest' && parsed.data.server.version !== version)) throw failed('not-a-server', this.baseUrl, { subject: 'name' });
    return parsed.data;
  }

  #page(value: unknown): RegistryPage {
    const list = ServerList.safeParse(value);
    if (!list.success) throw failed('not-a-registry', this.baseUrl, {});
    const entries = list.data.servers ?? [];
    const servers = entries.flatMap((entry) => ServerResponse.safeParse(entry).data ?? []);
    return { servers, refused: entries.length - servers.length, nextCursor: list.data.metadata?.nextCursor || null };
  }

  async #json(path: string, signal: AbortSignal): Promise<unknown> {
    const base = checkAddress(this.baseUrl);
    const address = `${base.origin}${base.pathname.replace(/\/+$/, '')}/v0.1/${path}`;
    const chunks: Buffer[] = [];
    const { status, type } = await fetchBounded(
      address,
      { signal, maxBytes, timeoutMs, userAgent: this.#options.userAgent, accept: 'application/json', redirects: 'same-origin', allowsPrivate: true, route: this.#options.route },
      (chunk) => void chunks.push(chunk),
    );
    if (status === 404 && path.includes('/')) throw failed('unknown-server', this.baseUrl, {});
    if (status < 200 || status >= 300) throw failed('status', this.baseUrl, { status: String(status) });
    if (!/\bjson\b/i.test(type)) throw failed('not-a-registry', this.baseUrl, {});
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
    } catch (error) {
      throw new HostError('registry-failed', { reason: 'not-a-registry', registry: this.baseUrl }, { cause: error });
    }
  }
}
