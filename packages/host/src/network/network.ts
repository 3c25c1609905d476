/**
 * The way out, for everything the host fetches: which proxy, with which password, trusting whom. Settings are looked at for
 * every request, so a change counts from the next one on.
 */
import { HostError } from '@portolan/contract/errors';
import type { InputOf } from '@portolan/contract/contract';
import type { NetworkSettings, NetworkView, ProxyInForce } from '@portolan/contract/network';
import { isLoopbackName } from '@portolan/mcp-client/auth/public-address';
import { createServerFetch, readRequest } from '@portolan/mcp-client/auth/server-fetch';
import { isExcepted, readHop } from '@portolan/mcp-client/network/proxy-route';
import type { ProxyHop, ProxyRoute, ProxySettings } from '@portolan/mcp-client/network/proxy-route';
import type { ConfigStore, SecretStore } from '../ports.ts';
import { expandHome } from '../servers/launch/expand.ts';
import type { Platform } from '../servers/launch/platform.ts';
import { variable } from '../servers/launch/platform.ts';
import type { SearchPath } from '../servers/launch/search-path.ts';
import { authorizationOf, KeptCredentials } from './proxy-credentials.ts';
import { systemProxy } from './system-proxy.ts';
import { readCertificates, Trust } from './trust.ts';
import type { NamedFile } from './trust.ts';

export interface NetworkDeps {
  config: ConfigStore;
  secrets: SecretStore;
  platform: Platform;
  searchPath: SearchPath;
  onError: (error: unknown) => void;
}

export const defaultNetwork: NetworkSettings = { mode: 'system', proxy: '', noProxy: '', certificates: '' };
const extraCertificates = 'NODE_EXTRA_CA_CERTS';

/** Proxies with what goes along to them, and where they were found. */
interface InForce {
  source: ProxyInForce['source'];
  settings: ProxySettings;
  credentials: { authorization?: string };
}

export class Network implements AsyncDisposable {
  readonly #deps: NetworkDeps;
  readonly #credentials: KeptCredentials;
  readonly #trust = new Trust();
  readonly #http: ReturnType<typeof createServerFetch>;
  readonly #stop: () => void;
  #trusting: Promise<void>;
  #certificates: string;
  /** What only the login shell knows: asked once, when something elsewhere is first to be reached. */
  #asking: Promise<void> | null = null;
  #shellFile = '';

  constructor(deps: NetworkDeps) {
    this.#deps = deps;
    this.#credentials = new KeptCredentials(deps.secrets);
    this.#http = createServerFetch(undefined, undefined, this.route);
    this.#certificates = this.#settings.certificates;
    this.#trusting = this.#renewTrust();
    this.#stop = deps.config.onChange(() => {
      if (this.#settings.certificates === this.#certificates) return;
      this.#certificates = this.#settings.certificates;
      this.#trusting = this.#renewTrust();
    });
  }

  /** For whoever opens connections of their own. */
  readonly route: ProxyRoute = (url) => (isLoopbackName(url.hostname) ? undefined : this.#hop(url));

  /** Like the global one, for bodies of text, without a limit of time of its own. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { url, request } = await readRequest(input, init);
    // Nobody waits for a shell to reach what runs here.
    await (isLoopbackName(url.hostname) ? this.#trusting : this.#ready());
    return this.#http.send(url.href, request);
  };

  async view(): Promise<NetworkView> {
    await this.#ready();
    const settings = this.#settings;
    const { source, settings: proxies, credentials } = await this.#inForce();
    const shown = (address: string | undefined) => (address === undefined ? null : (readHop(address)?.origin ?? null));
    const isWithCredentials = credentials.authorization !== undefined || [proxies.http, proxies.https].some((address) => address !== undefined && readHop(address)?.authorization !== undefined);
    const hop = readHop(settings.proxy);
    const kept = hop === undefined ? null : await this.#credentials.get(hop.origin);
    return {
      settings: { ...settings, proxy: hop === undefined ? settings.proxy : hop.origin },
      credentials: kept === null ? null : { username: kept.username },
      proxy: { source, http: shown(proxies.http), https: shown(proxies.https), no: proxies.no ?? '', hasCredentials: isWithCredentials },
      certificateFiles: [...this.#trust.files],
      trusted: this.#trust.count,
    };
  }

  /** @throws {HostError} `invalid-input` with what is wrong; nothing is changed then */
  async save({ username, password, ...changed }: InputOf<'network/save'>): Promise<NetworkView> {
    const settings: NetworkSettings = { ...this.#settings, ...definedOf(changed) };
    const hop = readHop(settings.proxy.trim());
    if (settings.proxy.trim() !== '' && hop === undefined) throw new HostError('invalid-input', { subject: 'proxy', reason: 'proxy-address' });
    if (settings.mode === 'address' && hop === undefined) throw new HostError('invalid-input', { subject: 'proxy', reason: 'proxy-address' });
    // A colon would end the user name early (RFC 7617).
    if (username?.includes(':') === true) throw new HostError('invalid-input', { subject: 'username', reason: 'username-colon' });
    await this.#checkCertificates(settings.certificates.trim());
    if (hop !== undefined) await this.#keep(hop.origin, settings.proxy.trim(), username, password);
    await this.#deps.config.updateSettings({ network: { mode: settings.mode, proxy: hop?.origin ?? '', noProxy: settings.noProxy.trim(), certificates: settings.certificates.trim() } });
    return this.view();
  }

  /** For a program of ours that fetches by itself: the usual variables, with the password if there is one. */
  async ownEnvironment(): Promise<{ environment: Record<string, string>; secrets: string[] }> {
    await this.#ready();
    const { settings, credentials } = await this.#inForce();
    const full = (address: string | undefined) => (address === undefined ? undefined : withAuthorization(address, credentials.authorization));
    const http = full(settings.http);
    const https = full(settings.https);
    const secrets = [http, https].flatMap((address) => {
      const secret = address === undefined ? '' : new URL(address).password;
      return secret === '' ? [] : [secret, decodeURIComponent(secret)];
    });
    return { environment: { ...environmentOf({ ...(http === undefined ? {} : { http }), ...(https === undefined ? {} : { https }), no: settings.no ?? '' }), ...this.#certificateEnvironment() }, secrets: [...new Set(secrets)] };
  }

  /** For servers: a proxy that was set here and needs no password, and the certificates; what the environment has they get from there. */
  async serverEnvironment(): Promise<Record<string, string>> {
    await this.#ready();
    const { mode, proxy, noProxy } = this.#settings;
    const hop = mode === 'address' ? readHop(proxy) : undefined;
    return { ...(hop === undefined ? {} : environmentOf({ http: hop.origin, https: hop.origin, no: noProxy })), ...this.#certificateEnvironment() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    await this.#http.close();
  }

  get #settings(): NetworkSettings {
    return this.#deps.config.current().settings.network ?? defaultNetwork;
  }

  async #hop(url: URL): Promise<ProxyHop | undefined> {
    await this.#ready();
    const { settings, credentials } = await this.#inForce();
    const address = url.protocol === 'https:' ? settings.https : settings.http;
    if (address === undefined || isExcepted(url, settings.no ?? '')) return undefined;
    const hop = readHop(address);
    return hop === undefined ? undefined : { ...hop, ...credentials };
  }

  async #inForce(): Promise<InForce> {
    const { mode, proxy, noProxy } = this.#settings;
    if (mode === 'none') return { source: 'none', settings: {}, credentials: {} };
    if (mode === 'address') {
      const hop = readHop(proxy);
      // A slip in the file must not send around a proxy what was to go through one.
      if (hop === undefined) throw new HostError('proxy-failed', { proxy: '', reason: 'not-set' });
      return { source: 'settings', settings: { http: proxy, https: proxy, no: noProxy }, credentials: authorizationOf(await this.#credentials.get(hop.origin)) };
    }
    const found = await systemProxy(this.#deps.platform, this.#deps.searchPath);
    return found === undefined ? { source: 'none', settings: {}, credentials: {} } : { ...found, credentials: {} };
  }

  async #keep(origin: string, written: string, username: string | undefined, password: string | undefined): Promise<void> {
    const inAddress = credentialsIn(written);
    const former = await this.#credentials.get(origin);
    if (username === '') await this.#credentials.remove();
    else if (username !== undefined || password !== undefined) await this.#credentials.set(origin, { username: username ?? former?.username ?? '', password: password ?? (username === former?.username ? (former?.password ?? '') : '') });
    else if (inAddress !== null) await this.#credentials.set(origin, inAddress);
  }

  async #checkCertificates(file: string): Promise<void> {
    if (file === '' || file === this.#settings.certificates) return;
    const { view } = await readCertificates({ source: 'settings', file: expandHome(file, this.#deps.platform) });
    if (view.problem !== null) throw new HostError('invalid-input', { subject: 'certificates', reason: `certificates-${view.problem}`, file: view.file });
  }

  async #ready(): Promise<void> {
    this.#asking ??= this.#askShell();
    await this.#asking;
    await this.#trusting;
  }

  async #askShell(): Promise<void> {
    const { platform, searchPath } = this.#deps;
    if (searchPath.isFromTerminal || (variable(platform, extraCertificates) ?? '') !== '') return;
    this.#shellFile = (await searchPath.shellVariable(extraCertificates)) ?? '';
    if (this.#shellFile !== '') this.#trusting = this.#renewTrust();
  }

  async #renewTrust(): Promise<void> {
    try {
      const { platform } = this.#deps;
      const files: NamedFile[] = [];
      const chosen = this.#certificates.trim();
      if (chosen !== '') files.push({ source: 'settings', file: expandHome(chosen, platform) });
      const inherited = variable(platform, extraCertificates) ?? '';
      if (inherited !== '') files.push({ source: 'environment', file: inherited });
      else if (this.#shellFile !== '') files.push({ source: 'login-shell', file: this.#shellFile });
      await this.#trust.use(files);
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  #certificateEnvironment(): Record<string, string> {
    const chosen = this.#trust.files.find(({ source, problem }) => source !== 'environment' && problem === null);
    return chosen === undefined || variable(this.#deps.platform, extraCertificates) !== undefined ? {} : { [extraCertificates]: chosen.file };
  }
}

function environmentOf({ http, https, no }: ProxySettings): Record<string, string> {
  return { ...(http === undefined ? {} : { HTTP_PROXY: http, http_proxy: http }), ...(https === undefined ? {} : { HTTPS_PROXY: https, https_proxy: https }), ...(no === undefined || no === '' ? {} : { NO_PROXY: no, no_proxy: no }) };
}

/** An address with its password, as variables have it. */
function withAuthorization(address: string, authorization: string | undefined): string {
  if (authorization === undefined) return address;
  const [username = '', ...rest] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString().split(':');
  const url = new URL(address);
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(rest.join(':'));
  return url.href;
}

function credentialsIn(address: string): { username: string; password: string } | null {
  const text = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(text)) return null;
  const { username, password } = new URL(text);
  if (username === '' && password === '') return null;
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return { username: decoded(username), password: decoded(password) };
}

function definedOf<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
