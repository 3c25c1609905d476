/** Which network an address belongs to, so that metadata of strangers cannot point this machine at its own network. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * `private` are the ranges people use at home and at work; `reserved` is everything that no server on the internet has:
 * link-local, shared and test ranges, multicast, the addresses under which clouds hand out credentials.
 */
export type AddressScope = 'public' | 'loopback' | 'private' | 'reserved';

/** @param subnets `address/prefix`; each as IANA's special-purpose registries have it */
function blockList(...subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix = ''] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const loopback4 = blockList('127.0.0.0/8');
const private4 = blockList('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16');
const reserved4 = blockList(
  '0.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's host: a public address that only ever answers from inside.
  '168.63.129.16/32',
);
const private6 = blockList('fc00::/7');
// The part of fc00::/7 where AWS serves instance credentials.
const reservedInPrivate6 = blockList('fd00:ec2::/32');
const global6 = blockList('2000::/3');
// Teredo, ORCHID, benchmarking; documentation; 6to4; AS112.
const reserved6 = blockList('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');
const mapped = blockList('::ffff:0:0/96');
const nat64 = blockList('64:ff9b::/96');

/** @param address an IPv4 or IPv6 address, brackets and zone allowed; anything else is `reserved` */
export function scopeOfAddress(address: string): AddressScope {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 4) return scopeOf4(bare);
  if (family === 6) return scopeOf6(bare);
  return 'reserved';
}

function scopeOf4(address: string): AddressScope {
  if (loopback4.check(address)) return 'loopback';
  if (private4.check(address)) return 'private';
  return reserved4.check(address) ? 'reserved' : 'public';
}

function scopeOf6(address: string): AddressScope {
  const is = (list: BlockList): boolean => list.check(address, 'ipv6');
  if (canonical6(address) === '::1') return 'loopback';
  // On networks with IPv6 only, every IPv4 host appears behind this prefix: what counts is where it leads.
  if (is(mapped) || is(nat64)) return scopeOf4(lastFour(address));
  if (is(private6)) return is(reservedInPrivate6) ? 'reserved' : 'private';
  return is(global6) && !is(reserved6) ? 'public' : 'reserved';
}

/** The form that URLs use: lower case, shortest, no dotted quad. */
function canonical6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function lastFour(address: string): string {
  const text = canonical6(address);
  const [head = '', tail = ''] = text.includes('::') ? text.split('::') : ['', text];
  const groups = [...(head === '' ? [] : head.split(':')), ...(tail === '' ? [] : tail.split(':'))].map((group) => Number.parseInt(group, 16));
  // With `::` in the last two groups, what is not written is zero.
  const last = tail === '' ? 0 : (groups.at(-1) ?? 0);
  const beforeLast = tail.includes(':') ? (groups.at(-2) ?? 0) : 0;
  return [beforeLast >> 8, beforeLast & 255, last >> 8, last & 255].join('.');
}

/** A host name that means this machine by its own rules (RFC 6761), or a loopback address. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || scopeOfAddress(hostname) === 'loopback';
}
