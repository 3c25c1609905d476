/**
 * One request to the public internet on behalf of an address that a stranger wrote: judged at the socket (private, loopback and
 * reserved networks in any notation, names that change their mind), bounded, with nothing of the person's, and never sent on by itself.
 */
import type { lookup as dnsLookup } from 'node:dns';
import { Agent, request } from 'undici';
import { scopeOfAddress } from '../auth/public-address.ts';
import { addressJudge, guardedConnector } from './guarded-connector.ts';
import type { ProxyRoute } from './proxy-route.ts';
import { RoutedDispatcher } from './routed-dispatcher.ts';

export interface PublicGetOptions {
  accept: string;
  maxBytes: number;
  /** Milliseconds without a word of the server. */
  silenceMs: number;
  signal: AbortSignal;
  /** Directly where absent. */
  route?: ProxyRoute | undefined;
  /** Replaced by tests: everything but the public internet is refused. */
  isAllowed?: ((address: string) => boolean) | undefined;
  /** Replaces the system's name lookup. */
  lookup?: typeof dnsLookup | undefined;
}

export interface PublicAnswer {
  status: number;
  /** Where it says to go instead; nobody went there. */
  location: string | null;
  /** Read of a status 200 alone. `packed`: compressed, although that was not asked for. */
  bytes: Buffer | 'too-large' | 'packed' | 'unread';
}

/** @throws what undici says; `isAddressRefused` and `proxyErrorIn` tell apart what was refused here and what a proxy did */
export async function getPublic(url: URL, { accept, maxBytes, silenceMs, signal, route, isAllowed = (address) => scopeOfAddress(address) === 'public', lookup }: PublicGetOptions): Promise<PublicAnswer> {
  const guard = { isAllowed, ...(lookup === undefined ? {} : { lookup }) };
  const limits = { maxHeaderSize: 16 * 1024, keepAliveTimeout: 1_000, headersTimeout: silenceMs, bodyTimeout: silenceMs };
  const direct = new Agent({ ...limits, connect: guardedConnector(guard), allowH2: false });
  // A socket of its own: two requests cannot be told to be of one person by their connection.
  const agent = route === undefined ? direct : new RoutedDispatcher({ route, direct, judge: addressJudge(guard), limits });
  try {
    // Exactly these headers: no cookie, no Referer, no language, no word about this app.
    const { statusCode, headers, body } = await request(url, { method: 'GET', headers: { accept, 'accept-encoding': 'identity' }, dispatcher: agent, signal });
    const location = statusCode >= 300 && statusCode < 400 ? one(headers['location']) : null;
    const isPacked = (one(headers['content-encoding']) ?? 'identity') !== 'identity';
    if (statusCode === 200 && !isPacked) return { status: statusCode, location, bytes: await readUpTo(body, maxBytes) };
    // What is left of it goes with its socket.
    body.on('error', () => undefined).destroy();
    return { status: statusCode, location, bytes: isPacked ? 'packed' : 'unread' };
  } finally {
    await agent.destroy();
  }
}

function one(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
