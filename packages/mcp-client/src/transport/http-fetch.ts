/**
 * One HTTP exchange up to its headers: connection, redirects and trace. Time limits are the peer's, so none is set here
 * but the one for connecting.
 */
import { AuthError } from '../auth/auth-error.ts';
import type { HttpTarget } from '../connect-options.ts';
import type { JsonRpcMessage } from '../jsonrpc/message.ts';
import { createDirectHttp } from './http-direct.ts';
import type { FetchInit, HttpResponse } from './http-message.ts';
import { HttpFailure, networkLost } from './http-failure.ts';
import { redactHeaders, redactUrl } from './http-headers.ts';
import type { Tap } from './transport.ts';

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

/** A configured `fetch` is used as it is; without one, requests go over connections of this server alone. */
export function createHttpClient(target: HttpTarget, tap: Tap | undefined): HttpClient {
  const configured = target.fetch;
  if (configured !== undefined) {
    return { send: (request) => follow(request, (url, init) => configured(url.href, init), tap), async close() {} };
  }
  const direct = createDirectHttp(connectMs, target.route);
  return { send: (request) => follow(request, direct.send, tap), close: direct.close };
}

async function follow(request: HttpRequest, once: (url: URL, init: FetchInit) => Promise<HttpResponse>, tap: Tap | undefined): Promise<HttpResponse> {
  let url = request.url;
  for (let hop = 0; ; hop += 1) {
    const response = await traced({ ...request, url }, once, tap);
    // A configured fetch may have followed redirects against our wish; what it brought from elsewhere is not used.
    if (response.url !== '' && new URL(response.url).origin !== url.origin) {
      await discard(response);
      throw new HttpFailure({ kind: 'http-status', status: response.status, message: `The request to ${redactUrl(url)} was followed to ${redactUrl(new URL(response.url))}, another origin; what came from there is not used`, isUnsent: false });
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
  const { method, headers, body, signal } = request;
  const init: FetchInit = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) };
  const record = tap === undefined ? undefined : startRecord(request, tap);
  let response: HttpResponse;
  try {
    response = await once(request.url, init);
  } catch (error) {
    record?.(undefined);
    if (signal.aborted) throw error;
    const url = redactUrl(request.url);
    if (error instanceof AuthError) throw authFailure(error, url);
    throw new HttpFailure(networkLost(error, url), error);
  }
  record?.(response);
  return response;
}

/** @returns what is to be called with the response, or without one when there was none */
function startRecord(request: HttpRequest, tap: Tap): (response: HttpResponse | undefined) => void {
  const started = performance.now();
  const sent = {
    kind: 'http' as const,
    at: Date.now(),
    method: request.method,
    url: redactUrl(request.url),
    requestHeaders: redactHeaders(Object.entries(request.headers)),
    ...(request.message === undefined ? {} : { message: request.message }),
  };
  return (response) => {
    const durationMs = performance.now() - started;
    tap(response === undefined ? { ...sent, durationMs } : { ...sent, status: response.status, durationMs, responseHeaders: redactHeaders(response.headers.entries()) });
  };
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
