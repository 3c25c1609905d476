/**
 * One page of the public web. Every hop is judged at the socket (D16: private, loopback, link-local and reserved networks in
 * any notation, names that change their mind); bounded in bytes, time and redirects.
 */
import type { lookup as dnsLookup } from 'node:dns';
import { Agent, fetch as undiciFetch } from 'undici';
import type { Dispatcher } from 'undici';
import { scopeOfAddress } from '@portolan/mcp-client/auth/public-address';
import { addressJudge, guardedConnector, isAddressRefused } from '@portolan/mcp-client/network/guarded-connector';
import { proxyErrorIn } from '@portolan/mcp-client/network/proxy-error';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import { RoutedDispatcher } from '@portolan/mcp-client/network/routed-dispatcher';
import { Refusal } from '../tool-result.ts';

export const userAgent = 'PortolanFetch/1.0 (reads for one person, on request)';
/** The part of it that a robots.txt would name. */
export const robotName = 'PortolanFetch';

export interface GetLimits {
  bytes: number;
  ms: number;
  redirects: number;
}
export const getLimits: GetLimits = { bytes: 5 * 1024 * 1024, ms: 20_000, redirects: 5 };

export interface Fetched {
  /** Where it came from in the end. */
  url: string;
  status: number;
  /** Without parameters, lower case; empty when none was sent. */
  mimeType: string;
  charset: string | undefined;
  bytes: Uint8Array;
  isCut: boolean;
}

export interface WebOptions {
  /** Replaced by tests: everything but the public internet is refused. */
  isAllowed?: (address: string) => boolean;
  lookup?: typeof dnsLookup;
  /** The way of each hop; directly where absent. */
  route?: ProxyRoute;
  limits?: Partial<GetLimits>;
}

export class Web {
  readonly #agent: Dispatcher;
  readonly #limits: GetLimits;

  constructor({ isAllowed = (address) => scopeOfAddress(address) === 'public', lookup, route, limits }: WebOptions = {}) {
    this.#limits = { ...getLimits, ...limits };
    const guard = { isAllowed, ...(lookup === undefined ? {} : { lookup }) };
    const shared = { maxHeaderSize: 32 * 1024, keepAliveTimeout: 1_000, headersTimeout: this.#limits.ms, bodyTimeout: this.#limits.ms };
    const direct = new Agent({ ...shared, connect: guardedConnector(guard), allowH2: false });
    this.#agent = route === undefined ? direct : new RoutedDispatcher({ route, direct, judge: addressJudge(guard), limits: shared });
  }

  /**
   * @param before asked before each hop, with where it would lead
   * @throws {Refusal} for an address that is none, leads into a private network, or does not answer
   */
  async get(text: string, signal: AbortSignal, { before, maxBytes = this.#limits.bytes }: { before?: (url: URL) => Promise<void>; maxBytes?: number } = {}): Promise<Fetched> {
    const timeout = AbortSignal.timeout(this.#limits.ms);
    const both = AbortSignal.any([signal, timeout]);
    let url = checkUrl(text);
    try {
      for (let hop = 0; hop <= this.#limits.redirects; hop += 1) {
        await before?.(url);
        const response = await undiciFetch(url, { redirect: 'manual', dispatcher: this.#agent, signal: both, headers: { 'user-agent': userAgent, accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5' } });
        const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
        if (location === null) {
          const { bytes, isCut } = await readUpTo(response.body, maxBytes);
          const [mimeType = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
          const charset = parameters.map((each) => /^\s*charset=\s*"?([\w-]+)/.exec(each)?.[1]).find((each) => each !== undefined);
          return { url: url.href, status: response.status, mimeType: mimeType.trim(), charset, bytes, isCut };
        }
        await response.body?.cancel();
        url = checkUrl(location, url);
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      signal.throwIfAborted();
      throw explain(error, url, timeout.aborted);
    }
    throw new Refusal(`${text} leads from one address to the next, more than ${this.#limits.redirects} times.`);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function checkUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new Refusal(`“${text.slice(0, 200)}” is not an address.`);
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal(`Only http and https addresses are read, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new Refusal('The address has a user name or password in it; such addresses are not read.');
  // A name with a dot at its end is the same name to the system and another one to every list.
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

interface ByteSource {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };
}

async function readUpTo(body: ByteSource | null, maxBytes: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  if (body === null) return { bytes: new Uint8Array(), isCut: false };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return { bytes: Buffer.concat(chunks), isCut: false };
    chunks.push(value.subarray(0, left));
    left -= value.byteLength;
    if (left < 0) {
      await reader.cancel().catch(() => undefined);
      return { bytes: Buffer.concat(chunks), isCut: true };
    }
  }
}

function explain(error: unknown, url: URL, isLate: boolean): Refusal {
  if (isAddressRefused(error)) return new Refusal(`${url.host} leads into this computer or a private network. Only the public web is read; nothing was sent.`);
  const proxy = proxyErrorIn(error);
  if (proxy !== undefined) return new Refusal(`${url.host} was not reached: ${proxy.message}. It is set under Settings, Network.`);
  if (isLate) return new Refusal(`${url.host} did not answer in time.`);
  let reason = 'the request failed';
  for (let cause: unknown = error, hops = 0; cause instanceof Error && hops < 8; hops += 1) {
    if (cause.message !== '') reason = cause.message;
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return new Refusal(`${url.host} could not be reached: ${reason.slice(0, 200)}.`);
}
