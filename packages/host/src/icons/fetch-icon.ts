/**
 * The one door through which an icon is fetched: nothing of the person's goes along, and nobody sends us elsewhere (H27, H28,
 * D03, D04). Through a proxy where the network has one; the proxy learns the server's name and port and nothing else.
 */
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import { createDirectHttp } from '@portolan/mcp-client/transport/http-direct';
import type { ResponseBody } from '@portolan/mcp-client/transport/http-message';
import { iconLimits } from './make-icon.ts';
import type { IconRefusal } from './make-icon.ts';

export type FetchedIcon = { bytes: Buffer; mimeType: string | undefined } | { refused: IconRefusal };
/** Does not reject. */
export type FetchIcon = (url: URL, signal: AbortSignal) => Promise<FetchedIcon>;

const timeoutMs = 10_000;

/** @param route the way of each request; directly where absent */
export function createIconFetch(route?: ProxyRoute): FetchIcon {
  return async (url, signal) => {
    // A socket of its own, closed afterwards; nothing that comes packed is unpacked.
    const http = createDirectHttp(timeoutMs, route, undefined, false);
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // Built by hand: no cookie, no Authorization, no Referer, no word about this app.
      const headers = { accept: 'image/png, image/jpeg, image/webp, image/svg+xml', 'accept-encoding': 'identity', connection: 'close' };
      const response = await http.send(url, { method: 'GET', headers, redirect: 'manual', signal: limit });
      const { status } = response;
      if (status !== 200) return { refused: status >= 300 && status < 400 ? 'redirect' : 'unreachable' };
      const packed = response.headers.get('content-encoding');
      if (packed !== null && packed !== 'identity') return { refused: 'format' };
      const bytes = await readSome(response.body);
      return bytes === null ? { refused: 'too-large' } : { bytes, mimeType: response.headers.get('content-type') ?? undefined };
    } catch {
      return { refused: 'unreachable' };
    } finally {
      // What was not read goes with its socket.
      await http.close();
    }
  };
}

/** Null when it is longer than an icon may be. @throws when it breaks off */
async function readSome(body: ResponseBody | null): Promise<Buffer | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return Buffer.concat(chunks);
    size += value.length;
    if (size > iconLimits.bytes) return null;
    chunks.push(value);
  }
}
