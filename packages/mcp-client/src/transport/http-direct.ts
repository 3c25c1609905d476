/**
 * HTTP on a pool of our own, without the machinery that fetch needs for the web: a third of the work for the same exchange.
 * https://undici.nodejs.org/#/docs/api/Dispatcher?id=dispatcherrequestoptions-callback
 */
import type { Readable } from 'node:stream';
import { Agent, interceptors, request } from 'undici';
import { addressJudge, guardedConnector } from '../network/guarded-connector.ts';
import type { ProxyRoute } from '../network/proxy-route.ts';
import { RoutedDispatcher } from '../network/routed-dispatcher.ts';
import type { FetchInit, HttpResponse, ResponseBody } from './http-message.ts';

/** Sends requests, follows no redirect, decompresses what comes unless told otherwise. */
export interface DirectHttp {
  send(url: URL, init: FetchInit): Promise<HttpResponse>;
  close(): Promise<void>;
}

/**
 * A connection pool for one server, so that none can use up or stall the connections of another. HTTP/1.1 only: there a call
 * that breaks takes no other with it, and giving one up is closing its socket.
 * @param connectMs how long the server may take to accept a connection
 * @param isAllowed judges every address that is connected to, or that a proxy is asked for; all are where absent
 * @param unpacks false leaves a compressed body as it came, with its `content-encoding`
 */
export function createDirectHttp(connectMs: number, route?: ProxyRoute, isAllowed?: (address: string, hostname: string) => boolean, unpacks = true): DirectHttp {
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const direct = new Agent({ ...limits, connect: isAllowed === undefined ? { timeout: connectMs } : guardedConnector({ isAllowed, timeoutMs: connectMs }), allowH2: false });
  const agent = route === undefined ? direct : new RoutedDispatcher({ route, direct, connectMs, limits, ...(isAllowed === undefined ? {} : { judge: addressJudge({ isAllowed }) }) });
  // Error pages are read too, for what they say.
  const dispatcher = !unpacks ? agent : agent.compose(interceptors.decompress({ skipErrorResponses: false }));
  return {
    async send(url, { method, headers, body, signal }) {
      const response = await request(url, { dispatcher, method, signal, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers }, ...(body === undefined ? {} : { body }) });
      return { status: response.statusCode, url: '', type: 'basic', headers: new ReceivedHeaders(response.headers), body: bodyOf(response.body) };
    },
    close: () => agent.destroy(),
  };
}

class ReceivedHeaders {
  readonly #headers: Record<string, string | string[] | undefined>;

  constructor(headers: Record<string, string | string[] | undefined>) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
    return (Array.isArray(value) ? value.join(', ') : value) ?? null;
  }

  entries(): Iterable<[string, string]> {
    return Object.keys(this.#headers).map((name): [string, string] => [name, this.get(name) ?? '']);
  }
}

function bodyOf(stream: Readable): ResponseBody {
  let isCancelled = false;
  // Whoever reads is told by the reading itself; a body that is given up tells nobody.
  stream.on('error', () => {});
  const cancel = async (): Promise<void> => {
    isCancelled = true;
    stream.destroy();
  };
  return {
    getReader() {
      const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
      const read = async (): Promise<{ done: boolean; value?: Uint8Array }> => {
        try {
          const { done = false, value } = await chunks.next();
          return { done, value };
        } catch (error) {
          // As with fetch: a body that we gave up has ended, it did not break.
          if (isCancelled) return { done: true };
          throw error;
        }
      };
      return { read, cancel };
    },
    cancel,
  };
}
