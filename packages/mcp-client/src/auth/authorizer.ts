/**
 * Authorization for one MCP server over HTTP: tokens for its requests, answers to its 401 and 403, signing in and out.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
import type { ProxyRoute } from '../network/proxy-route.ts';
import type { Tap } from '../transport/transport.ts';
import { AuthError } from './auth-error.ts';
import type { AuthStatus } from './auth-status.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import { AuthorizationSession } from './authorization-session.ts';
import type { DpopMode } from './dpop.ts';
import { createGuardedNetwork } from './guarded-fetch.ts';
import type { GuardLimits } from './guarded-fetch.ts';
import type { MachineGrant } from './machine-grant.ts';
import { networkRuleOf } from './oauth-url.ts';
import { defaultReceiverPage } from './redirect-receiver.ts';
import type { ClientMetadata, Preregistered } from './registration.ts';
import { resilientStore } from './resilient-store.ts';
import { createServerFetch } from './server-fetch.ts';
import type { OnAuthorize, OpenUrl, RedirectSettings } from './sign-in.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthorizerOptions {
  /** The MCP endpoint, as `connect` gets it. */
  serverUrl: string;
  store: TokenStore;
  clientMetadata: ClientMetadata;
  onAuthorize: OnAuthorize;
  openUrl: OpenUrl;
  /** Somebody came back from the browser; what they brought is being looked at. */
  onReturn?: () => void;
  preregistered?: Preregistered;
  /** Tokens without a person; `onAuthorize` is never asked then. */
  machine?: MachineGrant;
  redirect?: Partial<RedirectSettings>;
  dpop?: DpopMode;
  /** A person's word that the authorization server of this server may be in their own network. */
  allowPrivateNetwork?: boolean;
  /** Replaces the fetch for the MCP server itself; addresses of the sign-in never go through it. */
  fetch?: typeof fetch;
  /** PEM certificates of private authorities, trusted besides the known ones. */
  ca?: string[];
  /** The way of each request, of the sign-in and to the server; directly where absent. */
  route?: ProxyRoute;
  /** Sees the exchanges of signing in, for the trace; those with the server itself go through the connection's own. */
  tap?: Tap;
  /** Called after every change of what `status` says. */
  onChange?: (status: AuthStatus) => void;
  limits?: Partial<GuardLimits>;
}

export interface Authorizer {
  /** For `HttpTarget.fetch`. @throws {AuthError} instead of a 401, or a 403 that more scopes would turn */
  readonly fetch: typeof fetch;
  /** A person's action: one sign-in, in the browser, even when there are tokens already. @throws {AuthError} */
  signIn(signal?: AbortSignal): Promise<AuthStatus>;
  /** Forgets the tokens, and tells the authorization server when it can be told. @throws {AuthError} `storage` */
  signOut(): Promise<void>;
  status(): Promise<AuthStatus>;
  /** Ends connections and a sign-in under way. Tokens stay. */
  close(): Promise<void>;
}

const defaultRedirect: RedirectSettings = { host: '127.0.0.1', path: '/callback', lifetimeMs: 10 * 60_000, page: defaultReceiverPage };

/** @throws {AuthError} `unsafe-address` when the server's address is no http: or https: URL */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const serverUrl = readServerUrl(options.serverUrl);
  const rule = networkRuleOf(serverUrl, options.allowPrivateNetwork === true);
  const network = createGuardedNetwork({ rule, ...(options.ca === undefined ? {} : { ca: options.ca }), ...(options.limits === undefined ? {} : { limits: options.limits }), ...(options.tap === undefined ? {} : { tap: options.tap }), ...(options.route === undefined ? {} : { route: options.route }) });
  const server = createServerFetch(options.fetch, options.ca, options.route);
  const session = new AuthorizationSession({
    serverUrl,
    rule,
    network,
    store: options.store,
    registration: { client: options.clientMetadata, preregistered: options.preregistered, store: resilientStore(options.store), network },
    redirect: { ...defaultRedirect, ...options.redirect },
    onAuthorize: options.onAuthorize,
    openUrl: options.openUrl,
    onReturn: options.onReturn,
    machine: options.machine,
    dpop: options.dpop ?? 'auto',
    onChange: options.onChange,
  });
  return {
    fetch: createAuthorizedFetch(serverUrl, session, server),
    signIn: (signal) => session.signIn(signal),
    signOut: () => session.signOut(),
    status: () => session.status(),
    async close() {
      session.close();
      await Promise.all([network.close(), server.close()]);
    },
  };
}

function readServerUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new AuthError('unsafe-address', 'The address of the server is no http: or https: URL.');
  url.hash = '';
  return url;
}
