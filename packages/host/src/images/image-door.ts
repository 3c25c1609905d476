/**
 * The one door for images that a message only names (B07): nothing goes through it but what a person pressed. The public internet
 * alone, no credentials, no other site than the one that was shown, raster pictures alone by what their bytes are.
 */
import type { lookup as dnsLookup } from 'node:dns';
import type { HandlersFor, OutputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { imageSize } from '@portolan/contract/image-size';
import { mostImageBytes } from '@portolan/contract/images';
import type { ImageRefusal, images } from '@portolan/contract/images';
import { rasterTypes, sniff } from '@portolan/contract/sniff';
import { isAddressRefused } from '@portolan/mcp-client/network/guarded-connector';
import { proxyErrorIn } from '@portolan/mcp-client/network/proxy-error';
import type { ProxyRoute } from '@portolan/mcp-client/network/proxy-route';
import { getPublic } from '@portolan/mcp-client/network/public-get';
import type { PublicAnswer } from '@portolan/mcp-client/network/public-get';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import { bareAddress } from '../activity/clean-entry.ts';
import { checkLink } from '../app/links.ts';

type Loaded = OutputOf<'images/load'>;

const limits = { ms: 20_000, redirects: 3, atOnce: 8, pixels: 4_096 * 4_096, edge: 16_384 };

export interface ImageDoorOptions {
  /** The way of each request; directly where absent. */
  route?: ProxyRoute;
  activity?: ActivityPort;
  /** Replaced by tests: everything but the public internet is refused. */
  isAllowed?: (address: string) => boolean;
  lookup?: typeof dnsLookup;
}

/** The part of the contract about images that lie elsewhere. */
export function imageRoutes({ activity = noActivity, ...network }: ImageDoorOptions): HandlersFor<typeof images> {
  let running = 0;
  return {
    'images/load': async ({ url: text }, { signal }) => {
      const url = readAddress(text);
      if (url === null) return refused('address');
      if (running >= limits.atOnce) throw new HostError('too-many-requests', { limit: limits.atOnce });
      running += 1;
      try {
        activity.record({ type: 'image-loaded', address: bareAddress(url.href) });
        return await load(url, signal, network);
      } finally {
        running -= 1;
      }
    },
  };
}

async function load(first: URL, signal: AbortSignal, network: Omit<ImageDoorOptions, 'activity'>): Promise<Loaded> {
  const timeout = AbortSignal.timeout(limits.ms);
  let url = first;
  try {
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one place names the next
      const { status, location, bytes } = await getPublic(url, { ...network, accept: rasterTypes.join(', '), maxBytes: mostImageBytes, silenceMs: limits.ms, signal: AbortSignal.any([signal, timeout]) });
      if (location === null) return status === 200 ? read(bytes) : { outcome: 'refused', reason: 'status', status };
      const next = URL.canParse(location, url.href) ? readAddress(new URL(location, url.href).href) : null;
      if (next === null) return refused('address');
      // An open redirect of a known site is how an unknown one would be asked: whoever pressed saw the first name.
      if (next.host !== url.host || (url.protocol === 'https:' && next.protocol === 'http:')) return { outcome: 'elsewhere', url: next.href };
      url = next;
    }
    return refused('redirects');
  } catch (error) {
    signal.throwIfAborted();
    if (isAddressRefused(error)) return refused('private');
    if (proxyErrorIn(error) !== undefined) return refused('proxy');
    return refused(timeout.aborted ? 'late' : 'unreachable');
  }
}

/** Null for what is no web address, or hides where it leads. */
function readAddress(text: string): URL | null {
  try {
    const url = new URL(checkLink(text));
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    // A name with a dot at its end is the same name to the system and another one to every list.
    url.hostname = url.hostname.replace(/\.$/, '');
    url.hash = '';
    return url;
  } catch {
    return null;
  }
}

/** By the bytes and nothing that was said of them (D08, D09). */
function read(bytes: PublicAnswer['bytes']): Loaded {
  if (!Buffer.isBuffer(bytes)) return refused(bytes === 'too-large' ? 'too-large' : 'no-image');
  const found = sniff(bytes);
  if (found === 'image/svg+xml') return refused('drawing');
  const mimeType = rasterTypes.find((type) => type === found);
  const size = mimeType === undefined ? null : imageSize(bytes, mimeType);
  if (mimeType === undefined || size === null || size.width === 0 || size.height === 0) return refused('no-image');
  if (size.width * size.height > limits.pixels || Math.max(size.width, size.height) > limits.edge) return refused('pixels');
  return { outcome: 'image', mimeType, data: bytes.toString('base64') };
}

function refused(reason: ImageRefusal): Loaded {
  return { outcome: 'refused', reason };
}
