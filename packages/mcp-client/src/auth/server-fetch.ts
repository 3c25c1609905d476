/** Requests to the MCP server itself, when the host brings no fetch of its own. */
import { Agent, fetch as undiciFetch } from 'undici';
import type { ProxyRoute } from '../network/proxy-route.ts';
import { RoutedDispatcher } from '../network/routed-dispatcher.ts';

/** A request that can be sent again as it is. */
export interface ServerRequest {
  method: string;
  headers: [string, string][];
  redirect?: 'follow' | 'error' | 'manual';
  signal?: AbortSignal;
  body?: string;
}

export interface ServerFetch {
  send(url: string, request: ServerRequest): Promise<Response>;
  close(): Promise<void>;
}

/** Time limits are the caller's: streams of this protocol stay open and silent for hours. */
export function createServerFetch(configured: typeof fetch | undefined, ca: string[] | undefined, route?: ProxyRoute): ServerFetch {
  if (configured !== undefined) return { send: (url, request) => configured(url, request), close: async () => undefined };
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const direct = new Agent({ ...limits, connect: { timeout: 10_000, ...(ca === undefined ? {} : { ca }) }, allowH2: false });
  const agent = route === undefined ? direct : new RoutedDispatcher({ route, direct, ca, limits });
  return {
    send: (url, request) => undiciFetch(url, { ...request, dispatcher: agent }),
    close: () => agent.destroy(),
  };
}

/** What was given to `fetch`, as a request that can be sent more than once. @throws {TypeError} for a body that is not text */
export async function readRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<{ url: URL; request: ServerRequest; headers: Headers }> {
  const given = input instanceof Request ? input : undefined;
  const body = init?.body ?? (given === undefined || given.body === null ? undefined : await given.text());
  if (body !== undefined && typeof body !== 'string') throw new TypeError('A request with authorization has to have a body of text: it may have to be sent again.');
  const signal = init?.signal ?? given?.signal;
  const redirect = init?.redirect ?? given?.redirect;
  const headers = new Headers(init?.headers ?? given?.headers);
  const request: ServerRequest = { method: init?.method ?? given?.method ?? 'GET', headers: [...headers.entries()] };
  if (redirect !== undefined) request.redirect = redirect;
  if (signal !== undefined && signal !== null) request.signal = signal;
  if (body !== undefined) request.body = body;
  return { url: new URL(input instanceof Request ? input.url : input), request, headers };
}
