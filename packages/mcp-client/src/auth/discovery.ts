/**
 * From an MCP server to the authorization server that gives out its tokens.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery
 */
import { AuthError } from './auth-error.ts';
import { scopeList } from './challenge.ts';
import type { Challenge } from './challenge.ts';
import { canonicalServerUri, checkOAuthUrl } from './oauth-url.ts';
import type { NetworkRule } from './oauth-url.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { hostOf, loadSdk } from './sdk.ts';
import type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata, OAuthSdk } from './sdk.ts';

export interface AuthorizationServer {
  /** What tokens, registrations and answers are bound to. */
  issuer: string;
  /** Where its metadata was looked for. */
  url: string;
  /** Absent only for servers of 2025-03-26 without metadata, which are their own authorization server. */
  metadata: AuthorizationServerMetadata | undefined;
}

export interface Discovery {
  server: AuthorizationServer;
  /** What `resource` names in every request. */
  indicator: string;
  scopesSupported: string[] | undefined;
  /** The MCP server says that it takes tokens bound to a key. */
  takesDpop: boolean;
}

export interface DiscoveryOptions {
  serverUrl: URL;
  challenge: Challenge | undefined;
  /** Preferred where the server names several: tokens or credentials exist for these. */
  knownIssuers: string[];
  network: GuardedNetwork;
  rule: NetworkRule;
}

/** A server may name several authorization servers; more are not looked at. */
const maxCandidates = 4;

/** @throws {AuthError} `discovery`, `unsafe-address`, `issuer-mismatch`, `resource-mismatch`, `unavailable` */
export async function discover(options: DiscoveryOptions): Promise<Discovery> {
  const sdk = await loadSdk();
  const { serverUrl, challenge, rule } = options;
  const metadata = await findServerMetadata(options, sdk);
  const canonical = canonicalServerUri(serverUrl);
  if (metadata !== undefined && !covers(metadata.resource, canonical)) {
    throw new AuthError('resource-mismatch', `The authorization metadata of ${serverUrl.host} is of another server, ${hostOf(metadata.resource)}; it was not used.`);
  }
  const named = (metadata?.authorization_servers ?? []).slice(0, maxCandidates);
  for (const each of named) checkOAuthUrl(each, 'The authorization server', rule);
  const known = named.filter((each) => options.knownIssuers.some((issuer) => isSameIssuer(issuer, each)));
  const candidates = [...known, ...named.filter((each) => !known.includes(each))];
  const server = candidates.length > 0 ? await firstUsable(candidates, options, sdk) : await ownServer(options, metadata !== undefined, sdk);
  return {
    server,
    indicator: metadata?.resource ?? canonical,
    scopesSupported: scopeList(metadata?.scopes_supported?.join(' ')),
    takesDpop: challenge?.scheme === 'dpop' || metadata?.dpop_bound_access_tokens_required === true || (metadata?.dpop_signing_alg_values_supported ?? []).length > 0,
  };
}

/** RFC 9728. Undefined when the server has none. */
async function findServerMetadata({ serverUrl, challenge, network, rule }: DiscoveryOptions, sdk: OAuthSdk): Promise<OAuthProtectedResourceMetadata | undefined> {
  const announced = challenge?.resourceMetadata;
  const places = announced === undefined ? [undefined] : [announcedUrl(announced, serverUrl, rule), undefined];
  for (const resourceMetadataUrl of places) {
    const watched = watchStatus(network);
    try {
      return await sdk.discoverOAuthProtectedResourceMetadata(serverUrl, resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }, watched.fetch);
    } catch (error) {
      if (error instanceof AuthError) throw error;
      const status = watched.lastStatus();
      if (status >= 500) throw new AuthError('unavailable', `${serverUrl.host} could not say who gives out its tokens (HTTP ${status}).`);
      // A page where the metadata is only looked for by convention is no metadata; a document with mistakes is.
      const isPage = error instanceof SyntaxError && resourceMetadataUrl === undefined;
      if (status < 300 && !isPage) throw new AuthError('discovery', `${serverUrl.host} sent authorization metadata that cannot be read.`);
    }
  }
  return undefined;
}

function announcedUrl(announced: string, serverUrl: URL, rule: NetworkRule): URL {
  const what = 'The address of the server’s metadata';
  return checkOAuthUrl(URL.canParse(announced, serverUrl.href) ? new URL(announced, serverUrl) : announced, what, rule);
}

/** The official functions tell apart neither statuses nor what failed by them. */
function watchStatus(network: GuardedNetwork): { fetch: GuardedNetwork['fetch']; lastStatus(): number } {
  let status = 0;
  return {
    async fetch(url, init) {
      const response = await network.fetch(url, init);
      status = response.status;
      return response;
    },
    lastStatus: () => status,
  };
}

function covers(resource: string, serverUri: string): boolean {
  return URL.canParse(resource) && !resource.includes('#') && isWithin(new URL(serverUri), new URL(resource));
}

/** The same origin, and a path at or above that of the server. */
function isWithin(server: URL, resource: URL): boolean {
  if (server.origin !== resource.origin) return false;
  const prefix = resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`;
  return `${server.pathname}/`.startsWith(prefix);
}

async function firstUsable(candidates: string[], options: DiscoveryOptions, sdk: OAuthSdk): Promise<AuthorizationServer> {
  let failure: unknown;
  for (const candidate of candidates) {
    try {
      const server = await readServer(candidate, options, sdk);
      if (server !== undefined) return server;
      failure ??= new AuthError('discovery', `${hostOf(candidate)}, which gives out the tokens of ${options.serverUrl.host}, has no metadata.`);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Before 2025-06-18, a server was its own authorization server, and could do without metadata. */
async function ownServer(options: DiscoveryOptions, hasServerMetadata: boolean, sdk: OAuthSdk): Promise<AuthorizationServer> {
  const { serverUrl, challenge } = options;
  const url = `${serverUrl.origin}/`;
  checkOAuthUrl(url, 'The authorization server', options.rule);
  const server = await readServer(url, options, sdk);
  if (server !== undefined) return server;
  if (hasServerMetadata || challenge === undefined) throw new AuthError('discovery', `${serverUrl.host} does not say who gives out its tokens.`);
  return { issuer: serverUrl.origin, url, metadata: undefined };
}

/** The metadata of one authorization server (RFC 8414, or OpenID Connect Discovery), with every address in it checked. */
export async function readServer(url: string, { network, rule }: Pick<DiscoveryOptions, 'network' | 'rule'>, sdk: OAuthSdk): Promise<AuthorizationServer | undefined> {
  let metadata: AuthorizationServerMetadata | undefined;
  const watched = watchStatus(network);
  try {
    metadata = await sdk.discoverAuthorizationServerMetadata(url, { fetchFn: watched.fetch });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (watched.lastStatus() >= 500) throw new AuthError('unavailable', `${hostOf(url)} does not work at the moment (HTTP ${watched.lastStatus()}).`, { issuer: url });
    if (error instanceof sdk.IssuerMismatchError) throw new AuthError('issuer-mismatch', `The metadata found at ${hostOf(url)} claims to be of another authorization server; it was not used.`, { issuer: url });
    throw new AuthError('discovery', `The metadata of ${hostOf(url)} cannot be read.`, { issuer: url });
  }
  if (metadata === undefined) return undefined;
  checkOAuthUrl(metadata.authorization_endpoint, 'The authorization endpoint', rule);
  checkOAuthUrl(metadata.token_endpoint, 'The token endpoint', rule);
  if (metadata.registration_endpoint !== undefined) checkOAuthUrl(metadata.registration_endpoint, 'The registration endpoint', rule);
  return { issuer: metadata.issuer, url, metadata };
}

/** One narrow tolerance, as the official package has it: addresses made from an origin end in a slash, issuers often do not. */
export function isSameIssuer(a: string, b: string): boolean {
  return a === b || `${a}/` === b || a === `${b}/`;
}

/**
 * PKCE with S256 has to be offered in so many words.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection
 * @throws {AuthError} `pkce-unsupported`
 */
export function requirePkce({ issuer, metadata }: AuthorizationServer): void {
  if (metadata === undefined || metadata.code_challenge_methods_supported?.includes('S256') === true) return;
  throw new AuthError('pkce-unsupported', `${hostOf(issuer)} does not offer PKCE with S256, without which a sign-in can be stolen; it was not begun.`, { issuer });
}
