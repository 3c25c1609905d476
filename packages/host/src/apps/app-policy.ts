/** What an app may load and reach, as a policy for its frame (P23, I13): closed but for what was granted. */
import type { AppReach } from '@portolan/contract/apps';
import { readOrigin } from './app-origin.ts';
import type { ResourceUi } from './ui-meta.ts';

/** Of each list; no app needs more, and a header has to stay one. */
const mostOrigins = 30;

type List = 'connect' | 'resource' | 'frame' | 'baseUri';
const lists: readonly { list: List; of: AppReach['dropped'][number]['of']; schemes: readonly string[] }[] = [
  { list: 'connect', of: 'connect', schemes: ['https', 'wss'] },
  { list: 'resource', of: 'resource', schemes: ['https'] },
  { list: 'frame', of: 'frame', schemes: ['https'] },
  { list: 'baseUri', of: 'base-uri', schemes: ['https'] },
];

/**
 * What is granted of what a server asks for its app. `isContained`: the person let the server run without a network, so its app
 * gets none either, or it would be the server's way out.
 */
export function grantReach(wanted: ResourceUi, { isContained }: { isContained: boolean }): AppReach {
  const reach: AppReach = { connect: [], resource: [], frame: [], baseUri: [], dropped: [] };
  for (const { list, of, schemes } of lists) {
    for (const entry of wanted[list]) {
      const drop = (reason: AppReach['dropped'][number]['reason']) => void reach.dropped.push({ of, entry: entry.slice(0, 300), reason });
      const read = readOrigin(entry, schemes);
      if ('reason' in read) drop(read.reason);
      else if (isContained) drop('contained');
      else if (reach[list].includes(read.origin)) continue;
      else if (reach[list].length >= mostOrigins) drop('too-many');
      else reach[list].push(read.origin);
    }
  }
  for (const entry of wanted.permissions) reach.dropped.push({ of: 'permission', entry, reason: 'not-given' });
  // Every showing has an origin of its own; one that a server could name would be one that two could share.
  if (wanted.domain !== undefined) reach.dropped.push({ of: 'domain', entry: wanted.domain, reason: 'not-given' });
  return { ...reach, dropped: reach.dropped.slice(0, 200) };
}

/**
 * The Content-Security-Policy of the frame's page, which the app's own document inherits. An app is one page with everything in
 * it, so inline script is what it is made of; what matters is that nothing leaves it but to the origins granted.
 */
export function appPolicy({ connect, resource, frame, baseUri }: Omit<AppReach, 'dropped'>): string {
  const own = ['data:', 'blob:'];
  const directive = (name: string, sources: readonly string[]) => `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`;
  return [
    "default-src 'none'",
    directive('script-src', ["'unsafe-inline'", ...own, ...resource]),
    directive('style-src', ["'unsafe-inline'", ...own, ...resource]),
    directive('img-src', [...own, ...resource]),
    directive('font-src', [...own, ...resource]),
    directive('media-src', [...own, ...resource]),
    directive('connect-src', [...own, ...connect]),
    directive('worker-src', ['blob:']),
    directive('frame-src', frame),
    directive('base-uri', baseUri),
    "object-src 'none'",
    "manifest-src 'none'",
    "form-action 'none'",
  ].join('; ');
}
