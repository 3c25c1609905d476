/**
 * One entry of the lists in which a server says where its app wants to go (I13): an origin on the public internet, over an
 * encrypted connection, or nothing. What is granted is written anew from what was parsed, never copied.
 */
import type { DropReason } from '@portolan/contract/apps';
import { scopeOfAddress } from '@portolan/mcp-client/auth/public-address';
import { parse } from 'tldts';

export type OriginReading = { origin: string } | { reason: DropReason };

const longest = 300;
/** Scheme, an optional `*.`, a host, an optional port: nothing else may stand there, so nothing has to be cut off. */
const shape = /^([a-z][a-z0-9+.-]*):\/\/(\*\.)?((?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)*[a-z0-9](?:[a-z0-9-]{0,62})|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?\/?$/i;

/**
 * `*.` is granted below a name somebody registered, and below nothing wider.
 * @param schemes without the colon; those of the directive it is for
 */
export function readOrigin(entry: string, schemes: readonly string[]): OriginReading {
  if (entry === '*' || /^[a-z]+:(?:\/\/)?\*?$/i.test(entry)) return { reason: 'too-wide' };
  const match = entry.length > longest ? null : shape.exec(entry);
  if (match === null) return { reason: 'not-an-origin' };
  const [, scheme = '', wildcard = '', host = '', port] = match;
  const name = scheme.toLowerCase();
  if (name === 'http' || name === 'ws') return { reason: 'not-encrypted' };
  if (!schemes.includes(name)) return { reason: 'not-an-origin' };
  const text = `${name}://${host}${port === undefined ? '' : `:${port}`}`;
  if (!URL.canParse(text)) return { reason: 'not-an-origin' };
  const url = new URL(text);
  const isAddress = url.hostname.startsWith('[') || /^[0-9.]+$/.test(url.hostname);
  if (isAddress) return wildcard === '' && scopeOfAddress(url.hostname) === 'public' ? { origin: `${name}://${url.host}` } : { reason: 'not-public' };
  const known = parse(url.hostname, { allowPrivateDomains: true });
  // A name below no public suffix is one of the local network, of this computer, or of nobody.
  if (known.isIcann !== true && known.isPrivate !== true) return { reason: 'not-public' };
  // A suffix itself belongs to everybody below it.
  if (known.domain === null) return { reason: wildcard === '' ? 'not-public' : 'too-wide' };
  return { origin: `${name}://${wildcard}${url.host}` };
}
