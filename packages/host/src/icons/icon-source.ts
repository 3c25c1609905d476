/** Where an icon may come from: in its own address, or from the origin of the server that has it (H27, H29, D01, D02). */
import { iconLimits } from './make-icon.ts';
import type { IconRefusal } from './make-icon.ts';

export type IconSource = { kind: 'inline'; bytes: Buffer; mimeType: string } | { kind: 'fetched'; url: URL } | { refused: IconRefusal };

const inline = /^data:(image\/[a-z+.-]{1,40})((?:;[a-z0-9=_-]{1,40}){0,3}),/i;

/** @param serverUrl of a server over HTTP; null for one that runs here, which has no origin */
export function iconSource(src: string, serverUrl: string | null): IconSource {
  if (/^data:/i.test(src)) return inlineSource(src);
  // Judged as written: what a parser makes of `HTTPS:/\evil` is not what was meant by anybody honest.
  if (!/^https:\/\/[^/\\]/.test(src) || src.length > 2_048 || !URL.canParse(src)) return { refused: 'address' };
  const url = new URL(src);
  if (url.username !== '' || url.password !== '') return { refused: 'address' };
  if (serverUrl === null || !URL.canParse(serverUrl) || new URL(serverUrl).origin !== url.origin) return { refused: 'other-origin' };
  url.hash = '';
  return { kind: 'fetched', url };
}

function inlineSource(src: string): IconSource {
  if (src.length > iconLimits.bytes * 1.4 + 200) return { refused: 'too-large' };
  const match = inline.exec(src);
  if (match === null) return { refused: 'address' };
  const body = src.slice(match[0].length);
  const isBase64 = /;base64$/i.test(match[2] ?? '');
  try {
    const bytes = isBase64 ? Buffer.from(decodeURIComponent(body), 'base64') : Buffer.from(decodeURIComponent(body), 'utf8');
    return { kind: 'inline', bytes, mimeType: match[1]?.toLowerCase() ?? '' };
  } catch {
    return { refused: 'address' };
  }
}
