/**
 * The fetch for every address that metadata names: refused at the socket when it leads into a network it has no business
 * in, whatever its name resolves to; bounded in bytes and time; no redirect followed by itself.
 */
import { lookup as dnsLookup } from 'node:dns';
import { Agent, fetch as undiciFetch } from 'undici';
import type { buildConnector, Dispatcher } from 'undici';
import { addressJudge, guardedConnector, isAddressRefused, isInternetName } from '../network/guarded-connector.ts';
import { proxyErrorIn } from '../network/proxy-error.ts';
import type { ProxyRoute } from '../network/proxy-route.ts';
import { RoutedDispatcher } from '../network/routed-dispatcher.ts';
import { redactHeaders } from '../transport/http-headers.ts';
import type { Tap } from '../transport/transport.ts';
import { AuthError } from './auth-error.ts';
import { checkOAuthUrl, isAllowedAddress } from './oauth-url.ts';
import type { NetworkRule } from './oauth-url.ts';

export interface GuardedNetwork {
  /** @throws {AuthError} `unsafe-address`, `unavailable`, `discovery` (body too large), `cancelled` */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface GuardLimits {
  /** For documents. */
  readMs: number;
  /** For what an authorization server has to work on: codes, tokens, registrations. */
  writeMs: number;
  bytes: number;
}

export const defaultGuardLimits: GuardLimits = { readMs: 5_000, writeMs: 15_000, bytes: 64 * 1024 };

export interface GuardOptions {
  rule: NetworkRule;
  /** Certificates of private authorities, trusted besides the known ones. */
  ca?: string[];
  limits?: Partial<GuardLimits>;
  /** Replaces the system's name lookup. */
  lookup?: typeof dnsLookup;
  /** The way of each request; directly where absent. */
  route?: ProxyRoute;
  /** Sees every exchange, without its secrets. */
  tap?: Tap;
}

export function createGuardedNetwork({ rule, ca, limits, lookup = dnsLookup, route, tap }: GuardOptions): GuardedNetwork {
  const plain = createConnector(rule, true, undefined, lookup);
  const secure = createConnector(rule, false, ca, lookup);
  const direct = new Agent({
    connect: (options, callback) => (options.protocol === 'http:' ? plain : secure)(options, callback),
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: 1_000,
  });
  // An http: address is one of this machine, which no proxy is asked for.
  const judge = addressJudge({ isAllowed: (address, hostname) => isAllowedAddress(address, hostname, rule, false), isNameAllowed: (hostname) => hostname === rule.own || rule.private || isInternetName(hostname), lookup });
  const agent = route === undefined ? direct : new RoutedDispatcher({ route, direct, judge, ca, connectMs: 5_000, limits: { maxHeaderSize: 16 * 1024, keepAliveTimeout: 1_000 } });
  return {
    fetch: async (url, init = {}) => {
      const checked = checkOAuthUrl(url, 'An address of the sign-in', rule);
      const exchange = guardedFetch(checked, init, agent, { ...defaultGuardLimits, ...limits });
      return tap === undefined ? exchange : tapped(exchange, checked, init, tap);
    },
    close: () => agent.destroy(),
  };
}

async function tapped(exchange: Promise<Response>, url: URL, init: RequestInit, tap: Tap): Promise<Response> {
  const started = performance.now();
  // The query of an address may hold a code; nothing of it is needed to see what went on.
  const event = { kind: 'http' as const, at: Date.now(), method: init.method ?? 'GET', url: `${url.origin}${url.pathname}`, requestHeaders: redactHeaders(new Headers(init.headers).entries()) };
  try {
    const response = await exchange;
    tap({ ...event, status: response.status, durationMs: performance.now() - started, responseHeaders: redactHeaders(response.headers.entries()) });
    return response;
  } catch (error) {
    tap({ ...event, durationMs: performance.now() - started });
    throw error;
  }
}

function createConnector(rule: NetworkRule, isPlain: boolean, ca: string[] | undefined, lookup: typeof dnsLookup): buildConnector.connector {
  return guardedConnector({ isAllowed: (address, hostname) => isAllowedAddress(address, hostname, rule, isPlain), ca, lookup });
}

async function guardedFetch(url: URL, init: RequestInit, agent: Dispatcher, limits: GuardLimits): Promise<Response> {
  const method = init.method ?? 'GET';
  const timeout = AbortSignal.timeout(method === 'GET' ? limits.readMs : limits.writeMs);
  const signal = init.signal === undefined || init.signal === null ? timeout : AbortSignal.any([init.signal, timeout]);
  try {
    const response = await undiciFetch(url, {
      method,
      headers: [...new Headers(init.headers).entries()],
      redirect: 'manual',
      credentials: 'omit',
      dispatcher: agent,
      signal,
      ...(init.body === undefined || init.body === null ? {} : { body: bodyText(init.body) }),
    });
    const text = await readAll(response.body, limits.bytes, url);
    const headers = new Headers([...response.headers.entries()]);
    // The body is decompressed and whole by now.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
    const hasNoBody = response.status === 204 || response.status === 205 || response.status === 304;
    return new Response(hasNoBody ? null : text, { status: response.status, headers });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (init.signal?.aborted === true) throw new AuthError('cancelled', 'Signing in was cancelled.');
    throw explain(error, url, timeout.aborted);
  }
}

/** Only what the OAuth functions send: forms and JSON. */
function bodyText(body: NonNullable<RequestInit['body']>): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('A request of the sign-in has a body that is neither a form nor text.');
}

interface ByteSource {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };
}

async function readAll(body: ByteSource | null, maxBytes: number, url: URL): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value === undefined) continue;
    left -= value.byteLength;
    if (left < 0) {
      await reader.cancel().catch(() => undefined);
      throw new AuthError('discovery', `${url.host} sent more than ${maxBytes} bytes where a small document belongs.`);
    }
    chunks.push(value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function explain(error: unknown, url: URL, isLate: boolean): AuthError {
  if (isAddressRefused(error)) return new AuthError('unsafe-address', `${url.host} leads into this machine or its network, which the server is not part of; nothing was sent.`);
  const proxy = proxyErrorIn(error);
  if (proxy !== undefined) return new AuthError('unavailable', `${proxy.message}.`, { cause: error });
  if (isLate) return new AuthError('unavailable', `${url.host} did not answer in time.`);
  return new AuthError('unavailable', `${url.host} could not be reached: ${reasonOf(error)}.`, { cause: error });
}

/** The deepest message; a socket's own words, never a body's. */
function reasonOf(error: unknown): string {
  let reason = 'the request failed';
  for (let cause: unknown = error, hops = 0; cause instanceof Error && hops < 8; hops += 1) {
    if (cause.message !== '') reason = cause.message;
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return reason.slice(0, 200);
}
