/** The one door for links (B05, E15): what may be opened outside, and in which form. */
import type { OutputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import { bareAddress } from '../activity/clean-entry.ts';

const allowed = new Set(['https:', 'http:', 'mailto:']);

/**
 * The address to hand to the system's browser: parsed, http(s) or mailto, without a user name in front of the host, and
 * written out again, so that what is opened is what was checked. Throws `link-refused` with the reason.
 */
export function checkLink(text: string): string {
  // Tabs and newlines inside a scheme are dropped by URL parsers: a text that holds them means to deceive.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f]/.test(text.trim())) throw new HostError('link-refused', { reason: 'hidden-characters' });
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new HostError('link-refused', { reason: 'not-a-link' });
  }
  if (!allowed.has(url.protocol)) throw new HostError('link-refused', { reason: 'scheme', scheme: url.protocol.slice(0, 40) });
  if (url.username !== '' || url.password !== '') throw new HostError('link-refused', { reason: 'user-name' });
  if (url.protocol !== 'mailto:' && url.hostname === '') throw new HostError('link-refused', { reason: 'not-a-link' });
  return url.href;
}

/**
 * The one door itself. `open` hands a checked address to the system's browser, false when it can't; absent in browser mode,
 * where the window opens it.
 * @throws {HostError} `link-refused`
 */
export function linkDoor(open?: (href: string) => Promise<boolean>, activity: ActivityPort = noActivity): (url: string) => Promise<OutputOf<'links/open'>> {
  return async (url) => {
    const href = checkLink(url);
    activity.record({ type: 'link-opened', address: bareAddress(href) });
    if (open === undefined) return { outcome: 'open-in-tab', href };
    if (!(await open(href))) throw new HostError('link-refused', { reason: 'not-opened' });
    return { outcome: 'opened' };
  };
}
