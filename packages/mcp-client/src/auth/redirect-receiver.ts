/**
 * The end of a sign-in: a page of this machine that the browser comes back to, for one sign-in, once.
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AuthError, orCancelled } from './auth-error.ts';

/** What the browser shows when it came back. Text only; it is escaped. */
export interface ReceiverPage {
  lang: string;
  title: string;
  /** Nothing about success: it is not known yet. */
  text: string;
  /** For every other request, whoever made it. */
  refused: string;
}

export const defaultReceiverPage: ReceiverPage = { lang: 'en', title: 'Sign-in', text: 'You can close this page and go back to the app.', refused: 'This address is of no use here.' };

export interface ReceiverOptions {
  /** The sign-in that is waited for. */
  state: string;
  /** `localhost` only where an authorization server knows no other name. */
  host: '127.0.0.1' | 'localhost';
  path: string;
  /** Tried first, because a registration names it; another one is taken when somebody else has it. */
  port?: number;
  /** Milliseconds; the port is free again afterwards. */
  lifetimeMs: number;
  page: ReceiverPage;
}

export interface RedirectReceiver {
  readonly redirectUri: string;
  /** The parameters the browser brought, with the state checked and taken off. @throws {AuthError} `expired`, `cancelled` */
  wait(signal?: AbortSignal): Promise<URLSearchParams>;
  /** The address a browser ended at, brought by hand. False when it is no answer to this sign-in, or there was one already. */
  take(address: string): boolean;
  close(): Promise<void>;
}

export async function openRedirectReceiver(options: ReceiverOptions): Promise<RedirectReceiver> {
  const answer = Promise.withResolvers<URLSearchParams>();
  // Nobody may be waiting yet when it is over.
  answer.promise.catch(() => undefined);
  let port = 0;
  let isUsed = false;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // Another host name on this port is somebody's DNS pointing here.
    const isOurs = request.method === 'GET' && request.headers.host === `${options.host}:${port}`;
    const params = isUsed || !isOurs ? undefined : readCallback(request.url ?? '', options);
    if (params === undefined) {
      respond(response, 404, options.page, options.page.refused);
      return;
    }
    isUsed = true;
    // Only when the page is out: the port closes with the answer.
    response.on('close', () => answer.resolve(params));
    respond(response, 200, options.page, options.page.text);
  };
  const servers = await listenOn(options, handle);
  port = portOf(servers[0]);
  const timer = setTimeout(() => answer.reject(new AuthError('expired', `Nobody came back from the browser within ${Math.round(options.lifetimeMs / 60_000)} minutes.`)), options.lifetimeMs);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    clearTimeout(timer);
    closing ??= Promise.all(servers.map(closeServer)).then(() => undefined);
    return closing;
  };
  return {
    redirectUri: `http://${options.host}:${port}${options.path}`,
    async wait(signal) {
      try {
        return await orCancelled(answer.promise, signal);
      } finally {
        await close();
      }
    },
    take(address) {
      const own = `http://${options.host}:${port}`;
      const text = address.trim().replace(/#.*$/s, '');
      // Browsers show, and some copy, an address without its scheme.
      const whole = text.startsWith(`${options.host}:`) ? `http://${text}` : text;
      const params = isUsed || !whole.startsWith(`${own}/`) ? undefined : readCallback(whole.slice(own.length), options);
      if (params === undefined) return false;
      isUsed = true;
      answer.resolve(params);
      return true;
    },
    close,
  };
}

/** The parameters, when this path and query can only be the end of the sign-in that is waited for. */
function readCallback(target: string, options: ReceiverOptions): URLSearchParams | undefined {
  const mark = target.indexOf('?');
  if (mark < 0 || target.slice(0, mark) !== options.path) return undefined;
  const params = new URLSearchParams(target.slice(mark + 1));
  const names = [...params.keys()];
  // A parameter given twice means two things to two readers.
  if (new Set(names).size !== names.length || !isSame(params.get('state') ?? '', options.state)) return undefined;
  params.delete('state');
  return params;
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const style = 'body{font:1.1rem system-ui;margin:4rem auto;max-width:32rem;padding:0 1rem;color-scheme:light dark}';
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

function respond(response: ServerResponse, status: number, page: ReceiverPage, text: string): void {
  const html = `<!doctype html><html lang="${escape(page.lang)}"><meta charset="utf-8"><title>${escape(page.title)}</title><style>${style}</style><p>${escape(text)}</p></html>`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    // The address holds the code.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(html);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const portAttempts = 5;

/** A port that answers to nobody else: a busy one is left alone, never shared. */
async function listenOn({ host, port }: ReceiverOptions, handle: Handler): Promise<Server[]> {
  const wanted = port === undefined ? [] : [port];
  let failure: unknown;
  for (const each of [...wanted, ...Array.from({ length: portAttempts }, () => 0)]) {
    try {
      const first = await listen(handle, '127.0.0.1', each);
      if (host === '127.0.0.1') return [first];
      // A browser may take either address for the name; the other one must not be somebody else's.
      try {
        return [first, await listen(handle, '::1', portOf(first))];
      } catch (error) {
        if (isMissingFamily(error)) return [first];
        await closeServer(first);
        throw error;
      }
    } catch (error) {
      failure = error;
    }
  }
  throw new AuthError('unavailable', 'No port of this machine could be opened for coming back from the browser.', { cause: failure });
}

function isMissingFamily(error: unknown): boolean {
  return error instanceof Error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(String(Reflect.get(error, 'code')));
}

function listen(handle: Handler, address: string, port: number): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAlive: false, maxHeaderSize: 16 * 1024 }, handle);
  server.maxConnections = 32;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
