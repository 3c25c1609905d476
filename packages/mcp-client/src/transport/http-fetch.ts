/**
 * One HTTP exchange up to its headers: connection, redirects and trace. Time limits are the peer's, so none is set here
 * but the one for connecting.
 */
import { Agent, fetch as undiciFetch } from 'undici';
import { AuthError } from '../auth/auth-error.ts';
import type { HttpTarget } from '../connect.ts';
import type { JsonRpcMessage } from '../jsonrpc/message.ts';
import { HttpFailure, networkLost } from './http-failure.ts';
import { redactHeaders, redactUrl } from './http-headers.ts';
import type { Tap } from './transport.ts';

/** The part of a fetch response that is used here; both undici's and Node's own fit. */
export interface HttpResponse {
  readonly status: number;
  readonly url: string;
  readonly type: string;
  readonly headers: Headers | { get(name: string): string | null; entries(): Iterable<[string, string]> };
  readonly body: ResponseBody | null;
}

export interface ResponseBody {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(reason?: unknown): Promise<void> };
  cancel(reason?: unknown): Promise<void>;
}

interface FetchInit {
  method: string;
  headers: Record<string, string>;
  redirect: 'manual';
  signal: AbortSignal;
  body?: string;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** What the exchange is for, so that the trace can tell them together. */
  message?: JsonRpcMessage;
}

/** Sends requests of one server. `close` ends every connection at once. */
export interface HttpClient {
  /** @throws {HttpFailure} for network errors and refused redirects; the abort reason when `signal` was aborted. */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

const connectMs = 10_000;
const maxRedirects = 5;

/**
 * A connection pool of its own for each server, so that none can use up or stall the connections of another. HTTP/1.1 only:
 * there a call that breaks takes no other with it, and giving one up is closing its socket.
 */
export function createHttpClient(target: HttpTarget, tap: Tap | undefined): HttpClient {
  const configured = target.fetch;
  const agent = configured === undefined ? new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0, allowH2: false }) : undefined;
  const once = (url: URL, init: FetchInit): Promise<HttpResponse> =>
    configured === undefined ? undiciFetch(url, agent === undefined ? init : { ...init, dispatcher: agent }) : configured(url.href, init);
  return {
    send: (request) => follow(request, once, tap),
    async close() {
      await agent?.destroy();
    },
  };
}

async function follow(request: HttpRequest, once: (url: URL, init: FetchInit) => Promise<HttpResponse>, tap: Tap | undefined): Promise<HttpResponse> {
  let url = request.url;
  for (let hop = 0; ; hop += 1) {
    const response = await traced({ ...request, url }, once, tap);
    // A configured fetch may have followed redirects against our wish; what it brought from elsewhere is not used.
    if (response.url !== '' && new URL(response.url).origin !== url.origin) {
      await discard(response);
      throw redirectFailure(url, new URL(response.url), response.status);
    }
    if (response.type === 'opaqueredirect' || !isRedirect(response.status)) return response;
    await discard(response);
    const location = response.headers.get('location');
    const next = location === null || !URL.canParse(location, url.href) ? undefined : new URL(location, url);
    if (next === undefined) throw new HttpFailure({ kind: 'http-status', status: response.status, message: `${redactUrl(url)} redirects (HTTP ${response.status}) without a usable Location`, isUnsent: false });
    if (next.origin !== url.origin || next.username !== '' || next.password !== '') throw redirectFailure(url, next, response.status);
    // 303 asks for a GET of something else; a JSON-RPC message has no such thing.
    if (response.status === 303 && request.method === 'POST') throw new HttpFailure({ kind: 'http-status', status: 303, message: `${redactUrl(url)} answers with "see other" (HTTP 303): this is no MCP endpoint`, isUnsent: false });
    if (hop >= maxRedirects) throw new HttpFailure({ kind: 'http-status', status: response.status, message: `${redactUrl(request.url)} redirects more than ${maxRedirects} times`, isUnsent: false });
    next.hash = '';
    url = next;
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Nothing was sent to the other origin: neither headers, which may hold credentials, nor the message. */
function redirectFailure(from: URL, to: URL, status: number): HttpFailure {
  const advice = to.hostname === from.hostname && to.protocol === 'https:' ? 'use the https: address' : 'if that server is meant, change the address to it';
  return new HttpFailure({ kind: 'http-status', status, message: `${redactUrl(from)} redirects to ${redactUrl(to)} (HTTP ${status}), another origin; nothing was sent there: ${advice}`, isUnsent: false });
}

async function traced(request: HttpRequest, once: (url: URL, init: FetchInit) => Promise<HttpResponse>, tap: Tap | undefined): Promise<HttpResponse> {
  const at = Date.now();
  const started = performance.now();
  const url = redactUrl(request.url);
  const sent = { kind: 'http' as const, at, method: request.method, url, requestHeaders: redactHeaders(Object.entries(request.headers)), ...(request.message === undefined ? {} : { message: request.message }) };
  try {
    const { method, headers, body, signal } = request;
    const response = await once(request.url, { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) });
    tap?.({ ...sent, status: response.status, durationMs: performance.now() - started, responseHeaders: redactHeaders(response.headers.entries()) });
    return response;
  } catch (error) {
    tap?.({ ...sent, durationMs: performance.now() - started });
    if (request.signal.aborted) throw error;
    if (error instanceof AuthError) throw authFailure(error, url);
    throw new HttpFailure(networkLost(error, url), error);
  }
}

/** A server does nothing for a request that it refuses for want of a token. */
function authFailure(error: AuthError, url: string): HttpFailure {
  const status = error.kind === 'insufficient-scope' ? 403 : 401;
  return new HttpFailure({ kind: 'http-status', status, message: `${url}: ${error.message}`, isUnsent: true, cause: error }, error);
}

/** Frees the connection of a response whose body is not wanted. Never throws. */
export async function discard(response: HttpResponse): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
