/** The loopback server: the window's files, sign-in, and the sockets. Holds no product logic and no state of the product. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WindowFile } from '@portolan/host/process/window-files';
import type { WindowConnection, WindowEnd } from '@portolan/host/process/window-line';
import { windowHeaders } from '@portolan/host/process/window-policy';
import { judgeRequest, judgeUpgrade, ownHost } from './guard.ts';
import type { BrowserMemory } from './browser-memory.ts';
import { Sessions } from './sessions.ts';
import { Sockets, tokenOf } from './sockets.ts';

export interface LoopbackOptions {
  /** 0 takes a free one; null that of the last time, or a free one when it is taken. */
  port: number | null;
  /** What is kept from one start to the next; nothing without it. */
  memory?: BrowserMemory;
  files: Map<string, WindowFile>;
  /** Where the pages of apps are, as a source of a policy; none without it. */
  appFrames?: string;
  connect(name: string, window: WindowEnd): WindowConnection;
  /** How many windows are open now. */
  onWindows?: (count: number) => void;
  /** Said once when sign-in starts to be paused. */
  onPaused?: () => void;
}

export interface Loopback {
  readonly port: number;
  /** An address that signs in one window, once, within a minute. */
  newAddress(): string;
  close(): Promise<void>;
}

const maxBody = 4096;

/** Starts it on 127.0.0.1 alone (W1). Rejects when the port is taken. */
export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const sessions = new Sessions(undefined, options.memory);
  const sockets = new Sockets({ connect: options.connect, onCount: (count) => options.onWindows?.(count) });
  sessions.onEnd((session) => sockets.endSession(session));
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 5000 });
  server.maxConnections = 64;
  await listenSomewhere(server, options.port, options.memory?.port ?? null);
  const { port } = server.address() as AddressInfo;
  // Cookies are shared by all ports of a host: the port and a random part keep two Portolans apart (W4).
  const cookieName = `portolan_${port}_${options.memory?.cookieTag ?? randomBytes(6).toString('hex')}`;
  // Not among the shared headers: Chromium 130 ends the whole program when a custom scheme answers with this one.
  const common = { ...windowHeaders(`'self' ws://${ownHost(port)}`, options.appFrames), 'Origin-Agent-Cluster': '?1', 'Cache-Control': 'no-store' };
  let isSaid = false;

  const answer = (response: ServerResponse, status: number, body = '', headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...common, 'Content-Type': 'text/plain; charset=utf-8', ...headers });
    response.end(body);
  };
  const isPaused = (): boolean => {
    const paused = sessions.isPaused();
    if (paused && !isSaid) options.onPaused?.();
    isSaid = paused;
    return paused;
  };

  server.on('request', (request, response) => {
    const verdict = judgeRequest(headOf(request), port);
    if (verdict.kind === 'move') return answer(response, 307, '', { Location: `http://${ownHost(port)}${pathOf(request)}` });
    if (verdict.kind === 'refuse') return answer(response, verdict.status, verdict.reason, { Connection: 'close' });
    if (request.method !== 'POST') return serveFile(request, response);
    handlePost(request, response).catch(() => response.destroy());
  });

  async function handlePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    if (path !== '/session' && path !== '/session/resume' && path !== '/session/end') return answer(response, 404);
    const cookie = cookieOf(request, cookieName);
    // Whoever is in stays in; nobody new gets in while attempts are counted too many.
    if (isPaused() && !sessions.has(cookie)) return answer(response, 429, 'too many attempts', { 'Retry-After': '60', Connection: 'close' });
    const body = await readBody(request);
    if (body === null) return answer(response, 413, '', { Connection: 'close' });
    if (path === '/session/end') {
      if (cookie === undefined || sessions.check(cookie, one(request.headers['x-portolan-token'])) === null) return answer(response, 401);
      sessions.signOut(cookie);
      return answer(response, 204, '', { 'Set-Cookie': `${cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0` });
    }
    const code = path === '/session' ? codeIn(body) : null;
    if (code === undefined) return answer(response, 400);
    const signedIn = code === null ? sessions.resume(cookie) : sessions.signIn(code, cookie);
    if (!signedIn) return answer(response, 401);
    answer(response, 200, JSON.stringify({ token: signedIn.token }), {
      'Content-Type': 'application/json; charset=utf-8',
      'Set-Cookie': `${cookieName}=${signedIn.cookie}; HttpOnly; SameSite=Strict; Path=/`,
    });
  }

  function serveFile(request: IncomingMessage, response: ServerResponse): void {
    const file = options.files.get(pathOf(request));
    if (!file) return answer(response, 404, 'not found');
    const caching = file.isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache';
    const headers: Record<string, string> = { 'Content-Type': file.type, 'Cache-Control': caching, ETag: file.tag, Vary: 'Accept-Encoding' };
    if (request.headers['if-none-match'] === file.tag) return answer(response, 304, '', headers);
    const isGzip = file.gzip !== null && /\bgzip\b/.test(one(request.headers['accept-encoding']) ?? '');
    const body = isGzip && file.gzip ? file.gzip : file.body;
    if (isGzip) headers['Content-Encoding'] = 'gzip';
    response.writeHead(200, { ...common, ...headers, 'Content-Length': String(body.length) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy());
    const judged = judgeSocket(request);
    if (typeof judged === 'string') sockets.accept(request, raw, head, judged);
    else raw.end(`HTTP/1.1 ${judged} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });

  /** The session it belongs to, or the status of the refusal. */
  function judgeSocket(request: IncomingMessage): string | number {
    const verdict = judgeUpgrade(headOf(request), port);
    if (verdict.kind !== 'ok') return verdict.kind === 'refuse' ? verdict.status : 421;
    if (pathOf(request) !== '/socket') return 404;
    const session = sessions.check(cookieOf(request, cookieName), tokenOf(request));
    if (session === null) return isPaused() ? 429 : 401;
    return sockets.isFull ? 503 : session;
  }

  server.on('clientError', (_error, raw) => raw.destroy());

  return {
    port,
    newAddress: () => `http://${ownHost(port)}/#t=${sessions.newCode()}`,
    close: async () => {
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
      await closed;
    },
  };
}

/** A port that was asked for is taken or it fails; that of the last time is only preferred. */
async function listenSomewhere(server: Server, asked: number | null, last: number | null): Promise<void> {
  if (asked !== null || last === null) return listen(server, asked ?? 0);
  try {
    await listen(server, last);
  } catch {
    await listen(server, 0);
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function headOf(request: IncomingMessage): { method: string; url: string; headers: IncomingMessage['headers'] } {
  return { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
}

/** The path alone, as sent: it is only ever compared with names we know. */
function pathOf(request: IncomingMessage): string {
  const target = request.url ?? '';
  const path = target.split(/[?#]/, 1)[0] ?? '';
  return path.startsWith('/') && !path.startsWith('//') ? path : '/';
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim().slice(0, 128);
  }
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The code of `{"code": "…"}`, or undefined when the body is anything else. */
function codeIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return undefined;
    return value.code.length <= 128 ? value.code : undefined;
  } catch {
    return undefined;
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
