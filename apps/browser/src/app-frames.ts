/**
 * The second listener of browser mode: the pages of apps, each under a host name of its own (`<instance>.localhost`), so that
 * neither cookies, which no port keeps apart, nor storage nor a process is shared with the window or between two apps (I12).
 * It serves that one page, to a frame, and knows nothing else.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appFrameHeaders, appFramePage } from '@portolan/host/process/app-frame-page';
import { ownHost } from './guard.ts';

export interface AppFrames {
  readonly port: number;
  /** For the window's policy: where the frames are. */
  readonly source: string;
  /** For the host: an address with `{instance}` in it. */
  readonly address: string;
  /** Until then nothing is served: the window, which alone may show the pages, has no address yet. */
  shownBy(windowPort: number): void;
  serve(instance: string, policy: string): void;
  end(instance: string): void;
  endAll(): void;
  close(): Promise<void>;
}

/** More than the host ever has open. */
const mostPages = 200;

export async function startAppFrames(): Promise<AppFrames> {
  const policies = new Map<string, string>();
  let window: string | null = null;
  const { servers, port } = await listenOnBoth((request, respond) => {
    const verdict = judge(request, port, policies);
    if (typeof verdict === 'number' || window === null) return respond(typeof verdict === 'number' ? verdict : 503, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', Connection: 'close' }, '');
    respond(200, appFrameHeaders(verdict.policy, window), appFramePage(window));
  });
  return {
    port,
    source: `http://*.localhost:${port}`,
    address: `http://{instance}.localhost:${port}/`,
    shownBy: (windowPort) => {
      window = `http://${ownHost(windowPort)}`;
    },
    serve: (instance, policy) => {
      if (policies.size < mostPages) policies.set(instance, policy);
    },
    end: (instance) => void policies.delete(instance),
    endAll: () => policies.clear(),
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise<void>((resolve) => server.close(() => resolve()));
        }),
      );
    },
  };
}

/** The page that is asked for, or the status of the refusal. Exported for its test. */
export function judge(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>, port: number, policies: ReadonlyMap<string, string>): { policy: string } | number {
  const [, instance = ''] = /^([a-z0-9]{1,63})\.localhost:([0-9]{1,5})$/.exec(request.headers.host ?? '') ?? [];
  if (instance === '' || request.headers.host !== `${instance}.localhost:${port}`) return 421;
  if (request.method !== 'GET') return 405;
  if (request.url !== '/') return 404;
  const { 'sec-fetch-dest': dest } = request.headers;
  if (dest !== undefined && dest !== 'iframe') return 403;
  const policy = policies.get(instance);
  return policy === undefined ? 404 : { policy };
}

type Respond = (status: number, headers: Record<string, string>, body: string) => void;

/**
 * Browsers try both addresses of `localhost`: where there is the other one, nobody else may listen on its port, or they could
 * serve the pages.
 */
async function listenOnBoth(answer: (request: IncomingMessage, respond: Respond) => void, tries = 10): Promise<{ servers: Server[]; port: number }> {
  const first = await listen(answer, '127.0.0.1', 0);
  const { port } = first.address() as AddressInfo;
  try {
    return { servers: [first, await listen(answer, '::1', port)], port };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A computer without IPv6 has one address only.
    if (code !== 'EADDRINUSE') return { servers: [first], port };
    first.close();
    if (tries <= 1) throw error;
    return listenOnBoth(answer, tries - 1);
  }
}

function listen(answer: (request: IncomingMessage, respond: Respond) => void, host: string, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 2000 }, (request, response) => {
    answer(request, (status, headers, body) => {
      response.writeHead(status, headers);
      response.end(body);
    });
  });
  server.maxConnections = 64;
  server.on('clientError', (_error, raw) => raw.destroy());
  // The window's socket goes to the other listener; nothing here is ever upgraded.
  server.on('upgrade', (_request, raw) => raw.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
