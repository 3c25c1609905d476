/** The one door through which an icon is fetched: nothing of the person's goes along, and nobody sends us elsewhere (H27, H28, D03, D04). */
import { request } from 'node:https';
import { iconLimits } from './make-icon.ts';
import type { IconRefusal } from './make-icon.ts';

export type FetchedIcon = { bytes: Buffer; mimeType: string | undefined } | { refused: IconRefusal };
/** Does not reject. */
export type FetchIcon = (url: URL, signal: AbortSignal) => Promise<FetchedIcon>;

const timeoutMs = 10_000;

export const fetchIcon: FetchIcon = (url, signal) => {
  const { promise, resolve } = Promise.withResolvers<FetchedIcon>();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // Built by hand: no cookie, no Authorization, no Referer, no word about this app. A socket of its own, closed afterwards.
  const outgoing = request(url, { method: 'GET', agent: false, signal: limit, headers: { accept: 'image/png, image/jpeg, image/webp, image/svg+xml' } }, (response) => {
    const { statusCode = 0, headers } = response;
    if (statusCode !== 200) {
      response.destroy();
      resolve({ refused: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'unreachable' });
      return;
    }
    // Asked for as it is; what comes packed all the same is not unpacked.
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      response.destroy();
      resolve({ refused: 'format' });
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > iconLimits.bytes) {
        response.destroy();
        resolve({ refused: 'too-large' });
      } else chunks.push(chunk);
    });
    response.once('end', () => resolve({ bytes: Buffer.concat(chunks), mimeType: headers['content-type'] }));
    response.once('error', () => resolve({ refused: 'unreachable' }));
    response.once('close', () => resolve({ refused: 'unreachable' }));
  });
  outgoing.once('error', () => resolve({ refused: 'unreachable' }));
  outgoing.end();
  return promise;
};
