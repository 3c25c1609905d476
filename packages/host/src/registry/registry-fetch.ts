/** The one door to a registry: its own origin, in the open for nobody, bounded in time and size, with nothing of the person's sent along. */
import { HostError } from '@portolan/contract/errors';
import { scopeOfAddress } from '@portolan/mcp-client/auth/public-address';
import { isAddressRefused } from '@portolan/mcp-client/network/guarded-connector';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import { createDirectHttp } from '@portolan/mcp-client/transport/http-direct';
import type { DirectHttp } from '@portolan/mcp-client/transport/http-direct';
import type { HttpResponse } from '@portolan/mcp-client/transport/http-message';
import { proxyProblemIn } from '../network/network-problem.ts';

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
  /** The way out; directly where absent. */
  route?: ProxyRoute | undefined;
}

const maxRedirects = 4;
const connectMs = 10_000;

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
  // Checked where the connection is made: a name that is looked up twice may answer twice.
  const isAllowed = options.allowsPrivate ? undefined : (found: string) => scopeOfAddress(found) === 'public';
  const http = createDirectHttp(connectMs, options.route, isAllowed);
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      // oxlint-disable-next-line no-await-in-loop -- each hop is decided on by the one before
      const response = await send(http, url, options, signal);
      const { status } = response;
      const location = status >= 300 && status < 400 ? response.headers.get('location') : null;
      if (location !== null) {
        // oxlint-disable-next-line no-await-in-loop
        await response.body?.cancel();
        const next = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
        if (!next || (options.redirects === 'same-origin' ? next.origin !== origin : next.protocol !== 'https:' && next.origin !== origin)) throw failed('redirect', address, { to: next?.origin ?? '' });
        url = next;
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      await pour(response, options.maxBytes, address, take);
      return { status, type: response.headers.get('content-type') ?? '' };
    }
    throw failed('redirect', address, {});
  } catch (error) {
    if (error instanceof HostError) throw error;
    options.signal.throwIfAborted();
    const proxy = proxyProblemIn(error);
    if (proxy !== null) throw HostError.fromProblem(proxy);
    if (isAddressRefused(error)) throw failed('address', hostname, {});
    throw failed(signal.aborted ? 'timeout' : 'unreachable', hostname, { cause: error instanceof Error && 'code' in error ? String(error.code) : '' });
  } finally {
    await http.close();
  }
}

async function pour({ body }: HttpResponse, maxBytes: number, address: string, take: Take): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const { done, value } = await reader.read();
    if (done || value === undefined) return;
    size += value.length;
    if (size > maxBytes) {
      // oxlint-disable-next-line no-await-in-loop
      await reader.cancel();
      throw failed('too-large', address, {});
    }
    // oxlint-disable-next-line no-await-in-loop
    await take(Buffer.from(value));
  }
}

/** No cookie, no credential, no language, no referrer; asked for uncompressed, so that what is counted is what there is. */
function send(http: DirectHttp, url: URL, { accept, userAgent }: FetchOptions, signal: AbortSignal): Promise<HttpResponse> {
  return http.send(url, { method: 'GET', headers: { accept, 'accept-encoding': 'identity', 'user-agent': userAgent }, redirect: 'manual', signal });
}

export function failed(reason: string, registry: string, more: Record<string, string>): HostError {
  return new HostError('registry-failed', { reason, registry: registry.slice(0, 200), ...more });
}
