/** Sign-ins of all servers over HTTP: one each, made and ended with the configuration. */
import { HostError } from '@portolan/contract/errors';
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { HttpTarget } from '@portolan/mcp-client/connect';
import type { ClientMetadata } from '@portolan/mcp-client/auth/registration';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import type { Tap } from '@portolan/mcp-client/transport/transport';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import { bareAddress } from '../activity/clean-entry.ts';
import { Broadcast } from '../broadcast.ts';
import type { ConfigState, ConfigStore, SecretStore, SignInPort } from '../ports.ts';
import { ServerSignIn } from './server-sign-in.ts';

/** What sign-ins need of the servers. */
export interface SignInServers {
  /** Where a server is, with variables expanded. @throws {HostError} `server-not-reviewed`, and what a launch can lack */
  target(id: ServerId): Promise<HttpTarget>;
  /** There are tokens now: a server that waited for them is started, one that runs is looked at. */
  signedIn(id: ServerId): void;
  /** Its tokens are gone: what runs on them is ended. */
  signedOut(id: ServerId): Promise<void>;
}

export interface SignInsOptions {
  config: ConfigStore;
  secrets: SecretStore;
  servers: SignInServers;
  client: ClientMetadata;
  tapOf: (id: ServerId) => Tap;
  openLink?: ((href: string) => Promise<boolean>) | undefined;
  /** The way out; directly where absent. */
  route?: ProxyRoute;
  /** Hears of each page that is opened. */
  activity?: ActivityPort;
  onError: (error: unknown) => void;
  /** Milliseconds; ten minutes unless a test says otherwise. */
  lifetimeMs?: number;
}

type WatchEvent = EventOf<'signIn/watch'>;

export class SignIns implements SignInPort, AsyncDisposable {
  readonly #options: SignInsOptions;
  readonly #signIns = new Map<ServerId, ServerSignIn>();
  readonly #events = new Broadcast<WatchEvent>({ resync: () => [this.#snapshot()] });
  readonly #stopListening: () => void;

  constructor(options: SignInsOptions) {
    this.#options = options;
    this.#apply(options.config.current());
    this.#stopListening = options.config.onChange((state) => this.#apply(state));
  }

  /** Reads what is kept once more: it could not be read before. */
  reload(): void {
    for (const { id, launch } of this.#options.config.current().servers) if (launch.kind === 'http') this.#load(id, launch.url);
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.#snapshot()]);
  }

  /** @throws {HostError} `server-unknown` for anything but a server over HTTP */
  get(id: ServerId): ServerSignIn {
    const found = this.#signIns.get(id);
    if (found === undefined) throw new HostError('server-unknown', { serverId: id });
    return found;
  }

  async fetchFor(serverId: ServerId, target: HttpTarget): Promise<typeof fetch | undefined> {
    const signIn = this.#signIns.get(serverId);
    if (signIn === undefined || hasCredential(target) || !(signIn.isWanted || signIn.hasTokens(target.url))) return undefined;
    await signIn.load(target.url);
    return signIn.fetchAt(target.url);
  }

  async fetchAfterRefusal(serverId: ServerId, target: HttpTarget): Promise<typeof fetch | undefined> {
    const signIn = this.#signIns.get(serverId);
    if (signIn === undefined || hasCredential(target)) return undefined;
    signIn.noteWanted();
    return signIn.fetchAt(target.url);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopListening();
    await Promise.all([...this.#signIns.values()].map((signIn) => signIn.close()));
    this.#events.close();
  }

  #apply({ servers }: ConfigState): void {
    const wanted = new Map(servers.filter(({ launch }) => launch.kind === 'http').map((server) => [server.id, server]));
    for (const [id, signIn] of this.#signIns) {
      if (wanted.has(id)) continue;
      this.#signIns.delete(id);
      this.#events.publish({ type: 'removed', serverId: id });
      void signIn.close().catch(this.#options.onError);
    }
    for (const [id, { launch }] of wanted) {
      if (this.#signIns.has(id) || launch.kind !== 'http') continue;
      this.#add(id);
      this.#load(id, launch.url);
    }
  }

  #load(id: ServerId, url: string): void {
    // With variables the address is known only when the server starts.
    if (url.includes('${') || !URL.canParse(url) || !/^https?:/i.test(url)) return;
    void this.#signIns.get(id)?.load(url).catch((error: unknown) => {
      // A window is told that secrets are locked; it is no fault of ours.
      if (!(error instanceof HostError)) this.#options.onError(error);
    });
  }

  #add(serverId: ServerId): ServerSignIn {
    const { config, secrets, client, openLink, route, tapOf, servers, lifetimeMs = 10 * 60_000 } = this.#options;
    const signIn = new ServerSignIn({
      serverId,
      serverName: () => config.current().servers.find(({ id }) => id === serverId)?.name ?? serverId,
      secrets,
      client,
      openLink,
      route,
      onOpen: (href) => (this.#options.activity ?? noActivity).record({ type: 'link-opened', address: bareAddress(href) }, { serverId }),
      lifetimeMs,
      tap: tapOf(serverId),
      onChange: () => {
        if (this.#signIns.get(serverId) === signIn) this.#events.publish({ type: 'changed', signIn: signIn.view() });
      },
      onSignedIn: () => servers.signedIn(serverId),
    });
    this.#signIns.set(serverId, signIn);
    this.#events.publish({ type: 'changed', signIn: signIn.view() });
    return signIn;
  }

  #snapshot(): WatchEvent {
    return { type: 'snapshot', signIns: [...this.#signIns.values()].map((signIn) => signIn.view()) };
  }
}

/** Whoever wrote a credential into the settings means that one. */
function hasCredential({ headers }: HttpTarget): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
