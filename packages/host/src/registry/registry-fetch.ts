/** The one door to a registry: its own origin, in the open for nobody, bounded in time and size, with nothing of the person's sent along. */
import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { HostError } from '@portolan/contract/errors';

export interface FetchOptions {
  signal: AbortSignal;
  /** Bytes after which the answer is refused. */
  maxBytes: number;
  timeoutMs: number;
  userAgent: string;
  accept: string;
  /** Redirects: to the same origin alone, or to any https address. */
  redirects: 'same-origin' | 'any-https';
  /** False refuses addresses inside a network: the registry named them, not the person. */
  allowsPrivate: boolean;
}

const maxRedirects = 4;

export type Take = (chunk: Buffer) => void | Promise<void>;

export interface Answer {
  status: number;
  type: string;
}

/** An address that may be asked: https, or http on this machine. Throws `registry-failed` with reason `address`. */
export function checkAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isFine = url !== null && url.username === '' && url.password === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!isFine) throw new HostError('registry-failed', { reason: 'address', registry: text.slice(0, 200) });
  return url;
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Gives out the body in pieces as they come. Throws `registry-failed`. */
export async function fetchBounded(address: string, options: FetchOptions, take: Take): Promise<Answer> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  let url = checkAddress(address);
  const { origin, hostname } = url;
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      // oxlint-disable-next-line no-await-in-loop -- each hop is decided on by the one before
      const response = await send(url, { ...options, signal });
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        response.destroy();
        const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url.href) : null;
        if (!next || (options.redirects === 'same-origin' ? next.origin !== origin : next.protocol !== 'https:' && next.origin !== origin)) throw failed('redirect', address, { to: next?.origin ?? '' });
        url = next;
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      await pour(response, options.maxBytes, address, take);
      return { status, type: headers['content-type'] ?? '' };
    }
    throw failed('redirect', address, {});
  } catch (error) {
    if (error instanceof HostError) throw error;
    options.signal.throwIfAborted();
    throw failed(signal.aborted ? 'timeout' : 'unreachable', hostname, { cause: error instanceof Error && 'code' in error ? String(error.code) : '' });
  }
}

async function pour(response: IncomingMessage, maxBytes: number, address: string, take: Take): Promise<void> {
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw failed('too-large', address, {});
    }
    await take(chunk);
  }
}

/** No cookie, no credential, no language, no referrer; asked for uncompressed, so that what is counted is what there is. */
function send(url: URL, options: FetchOptions): Promise<IncomingMessage> {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
  if (!options.allowsPrivate && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && isPrivate(url.hostname.replace(/^\[|\]$/g, ''))) return Promise.reject(failed('address', url.host, {}));
  return new Promise((resolve, reject) => {
    const request = make(url, {
      method: 'GET',
      agent: false,
      headers: { Accept: options.accept, 'Accept-Encoding': 'identity', 'User-Agent': options.userAgent },
      signal: options.signal,
      ...(options.allowsPrivate ? {} : { lookup: publicLookup }),
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
}

/** Checked where the connection is made: a name that is looked up twice may answer twice. */
const publicLookup: LookupFunction = (hostname, lookupOptions, callback) => {
  systemLookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(error ?? Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '', 4);
    else if (addresses.some(({ address }) => isPrivate(address))) callback(Object.assign(new Error('inside a network'), { code: 'EPRIVATE' }), '', 4);
    else if (lookupOptions.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const inside = new BlockList();
for (const [net, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3], ['168.63.129.16', 32]] as const) inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [['::', 96], ['::ffff:0:0', 96], ['64:ff9b::', 96], ['2002::', 16], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8]] as const) inside.addSubnet(net, bits, 'ipv6');

function isPrivate(address: string): boolean {
  const family = isIP(address);
  return family === 0 || inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export function failed(reason: string, registry: string, more: Record<string, string>): HostError {
  return new HostError('registry-failed', { reason, registry: registry.slice(0, 200), ...more });
}
