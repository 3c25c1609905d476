/** Addresses of the flow, as strangers give them: only what a browser and a socket may safely be pointed at. */
import { isIP } from 'node:net';
import { AuthError } from './auth-error.ts';
import { isLoopbackName, scopeOfAddress } from './public-address.ts';

/** Which networks addresses of the flow may be in, besides the internet. */
export interface NetworkRule {
  /** True only when the MCP server itself is on this machine. */
  loopback: boolean;
  /** True only when the MCP server is at a private address, or a person allowed it for this server. */
  private: boolean;
  /** The host name of the MCP server: a person entered it, so it may be where it is. */
  own?: string;
}

/** @param hostname the name that led to the address, or the address itself */
export function isAllowedAddress(address: string, hostname: string, rule: NetworkRule, isPlain: boolean): boolean {
  const scope = scopeOfAddress(address);
  if (scope === 'reserved') return false;
  const isOwn = hostname === rule.own;
  if (scope === 'loopback') return rule.loopback || (isOwn && !isPlain);
  return !isPlain && (scope === 'public' || rule.private || isOwn);
}

/** What a person's own choice of server allows. */
export function networkRuleOf(serverUrl: URL, isPrivateAllowed: boolean): NetworkRule {
  const { hostname } = serverUrl;
  return { loopback: isLoopbackName(hostname), private: isPrivateAllowed || scopeOfAddress(hostname) === 'private', own: hostname };
}

/**
 * An https: address, or an http: one of this machine when the MCP server is there too. What comes back is serialised anew,
 * with nothing in it that a command line would take for its own.
 * https://modelcontextprotocol.io/docs/2026-07-28/tutorials/security/security_best_practices#oauth-authorization-url-validation
 * @param what names the address in the error, as in "The token endpoint"
 * @throws {AuthError} `unsafe-address`
 */
export function checkOAuthUrl(value: string | URL, what: string, rule: NetworkRule): URL {
  const text = String(value);
  if (text.length > 8_192 || !URL.canParse(text)) throw unsafe(`${what} is no valid address.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unsafe(`${what} has the scheme "${url.protocol.slice(0, 40)}"; only https: is used.`);
  if (url.username !== '' || url.password !== '') throw unsafe(`${what} holds a user name or a password.`);
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) throw unsafe(`${what} has no usable host name.`);
  const isHere = isLoopbackName(url.hostname);
  if (url.protocol === 'http:' && !(isHere && rule.loopback)) throw unsafe(`${what} (${url.host}) is not served over https:.`);
  const isLiteral = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  if ((isLiteral || isHere) && !isAllowedAddress(isHere ? '127.0.0.1' : url.hostname, url.hostname, rule, url.protocol === 'http:')) {
    throw unsafe(`${what} (${url.host}) is inside this machine or its network, which the server is not.`);
  }
  url.hash = '';
  url.pathname = url.pathname.replace(/[$'()*;|!^{}`\\]/g, percent);
  url.search = url.search.replace(/[$'()*;|!^{}`\\]/g, percent);
  return url;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function unsafe(message: string): AuthError {
  return new AuthError('unsafe-address', message);
}

/**
 * The canonical URI of an MCP server: what `resource` names when its metadata does not, and what its tokens are kept under.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#canonical-server-uri
 */
export function canonicalServerUri(serverUrl: string | URL): string {
  const url = new URL(serverUrl);
  url.hash = '';
  url.username = '';
  url.password = '';
  // A query may hold a key; the authorization server has no business with it.
  url.search = '';
  return url.pathname === '/' ? url.origin : url.href;
}
