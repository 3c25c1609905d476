/**
 * Which proxy an address is asked through, by the rules of the usual environment variables: a list of exceptions with names,
 * endings, ports and networks. What runs on this computer is always reached directly.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isLoopbackName } from '../auth/public-address.ts';

/** Proxies by the scheme of the address that is asked, in the form of the usual environment variables. */
export interface ProxySettings {
  http?: string;
  https?: string;
  /** Hosts that are reached directly, separated by commas or spaces: `name`, `.ending`, `host:port`, `10.0.0.0/8`, `*`. */
  no?: string;
}

/** The proxy for one request. */
export interface ProxyHop {
  /** Scheme, host and port; never a user name or a password. */
  origin: string;
  /** Value of `Proxy-Authorization`; a secret. */
  authorization?: string;
}

/** Asked for every request, because settings change while the host runs. Undefined: directly. */
export type ProxyRoute = (url: URL) => ProxyHop | undefined | Promise<ProxyHop | undefined>;

/** The route that settings stand for; no settings lead nowhere but straight ahead. */
export function routeBy(settings: ProxySettings | undefined): ProxyRoute {
  return (url) => (settings === undefined ? undefined : proxyFor(url, settings));
}

/** Undefined for what is reached directly, and where the settings name no usable proxy. */
export function proxyFor(url: URL, settings: ProxySettings): ProxyHop | undefined {
  const address = url.protocol === 'https:' ? settings.https : url.protocol === 'http:' ? settings.http : undefined;
  if (address === undefined || address === '' || isLoopbackName(url.hostname) || isExcepted(url, settings.no ?? '')) return undefined;
  return readHop(address);
}

/** An address as people write it, taken apart. Undefined for what is no http: or https: address. */
export function readHop(address: string): ProxyHop | undefined {
  const text = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return undefined;
  return { origin, ...(username === '' && password === '' ? {} : { authorization: basicAuthorization(decoded(username), decoded(password)) }) };
}

/** RFC 7617, in UTF-8. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** A percent sign that stands for itself is what people write. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the list says that this address is reached directly. */
export function isExcepted(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => entry !== '' && matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const network = /^(.+)\/(\d{1,3})$/.exec(entry);
  if (network !== null) return isInside(host, bare(network[1] ?? ''), Number(network[2]));
  // A bare IPv6 address has colons of its own; with a port it stands in brackets.
  const withPort = isIP(entry) === 6 ? null : /^(.+):(\d{1,5})$/.exec(entry);
  if (withPort !== null && withPort[2] !== port) return false;
  const name = bare(withPort?.[1] ?? entry);
  if (name === '*' || name === host) return true;
  // `*.example.com` means what is below it; `.example.com` and `example.com` mean it as well.
  const ending = name.replace(/^\*?\./, '');
  if (ending === '') return false;
  return host.endsWith(`.${ending}`) || (host === ending && !name.startsWith('*'));
}

function isInside(host: string, net: string, bits: number): boolean {
  const family = isIP(host);
  if (family === 0 || isIP(net) !== family || bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(net, bits, isIPv4(net) ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, '').replace(/(.)\.$/, '$1');
}
