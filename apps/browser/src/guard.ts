/**
 * Who may speak to the loopback server at all, decided from the head of a request before anything of its body is read.
 * Other pages in the same browser, other names that resolve to this machine, and other programs are all strangers.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Head {
  method: string;
  /** The request target as sent. */
  url: string;
  headers: IncomingHttpHeaders;
}

export type Verdict =
  | { kind: 'ok' }
  /** The right machine by another name: the page moves to the one true address (and keeps its fragment). */
  | { kind: 'move' }
  | { kind: 'refuse'; status: 400 | 403 | 405 | 415 | 421; reason: string };

const ok: Verdict = { kind: 'ok' };
const refuse = (status: 400 | 403 | 405 | 415 | 421, reason: string): Verdict => ({ kind: 'refuse', status, reason });

/** `127.0.0.1:PORT`, the only host the window is served under. */
export function ownHost(port: number): string {
  return `127.0.0.1:${port}`;
}

/** Checks every request, files and sign-in alike. The upgrade to a socket is `judgeUpgrade`. */
export function judgeRequest(head: Head, port: number): Verdict {
  const byHost = judgeHost(head, port);
  if (byHost.kind === 'refuse') return byHost;
  const site = one(head.headers['sec-fetch-site']);
  if (head.method === 'GET' || head.method === 'HEAD') {
    // A link on some page may lead here: that only opens the window, which then has no code to sign in with (W6).
    if (byHost.kind === 'move') return byHost;
    if ((site === 'cross-site' || site === 'same-site') && one(head.headers['sec-fetch-mode']) !== 'navigate') return refuse(403, 'cross-site');
    if (one(head.headers['sec-fetch-dest'])?.match(/^(iframe|frame|embed|object|serviceworker|sharedworker)$/)) return refuse(403, 'embedding');
    return ok;
  }
  if (head.method !== 'POST') return refuse(head.method === 'OPTIONS' ? 403 : 405, 'method');
  if (byHost.kind === 'move') return refuse(421, 'host');
  const byOrigin = judgeOrigin(head, port);
  if (byOrigin.kind !== 'ok') return byOrigin;
  if (one(head.headers['content-type'])?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return refuse(415, 'content-type');
  return ok;
}

/** Checks a WebSocket handshake; the session is checked after this. */
export function judgeUpgrade(head: Head, port: number): Verdict {
  const byHost = judgeHost(head, port);
  if (byHost.kind === 'refuse') return byHost;
  if (byHost.kind === 'move') return refuse(421, 'host');
  if (head.method !== 'GET') return refuse(405, 'method');
  return judgeOrigin(head, port);
}

function judgeHost(head: Head, port: number): Verdict {
  const host = head.headers.host;
  if (host === ownHost(port)) return ok;
  if (host === `localhost:${port}` || host === `[::1]:${port}`) return { kind: 'move' };
  return refuse(421, 'host');
}

/** `Origin` must be there and be ours, always; what a browser adds by itself must not contradict it. */
function judgeOrigin(head: Head, port: number): Verdict {
  if (one(head.headers.origin) !== `http://${ownHost(port)}`) return refuse(403, 'origin');
  const site = one(head.headers['sec-fetch-site']);
  if (site !== undefined && site !== 'same-origin') return refuse(403, 'cross-site');
  if (one(head.headers['sec-fetch-mode']) === 'navigate') return refuse(403, 'navigation');
  return ok;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
