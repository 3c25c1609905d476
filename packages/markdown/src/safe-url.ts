/** A link that may be offered to the person. */
export interface SafeLink {
  /** Normalised by the WHATWG parser: exactly what would be opened. */
  url: string;
  /** The site (punycode for other scripts), or the address of a mailto link. */
  host: string;
}

/** Where an image would come from. */
export type ImageSource =
  /** A raster image inside the text itself. */
  | { kind: 'inline'; src: string }
  /** On another machine: only a placeholder is drawn until the person asks. */
  | { kind: 'remote'; url: string; host: string }
  | { kind: 'refused' };

const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;
const maxInlineImage = 3_000_000;
const maxUrl = 8_192;

/** The link as it would be opened, or null for anything but plain http, https and mailto. */
export function safeLink(target: string): SafeLink | null {
  if (target.length > maxUrl || !URL.canParse(target)) return null;
  const url = new URL(target);
  if (url.protocol === 'mailto:') return url.pathname === '' ? null : { url: url.href, host: decodePath(url.pathname) };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // A name before the host is how a false address is made to look right.
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  return { url: url.href, host: url.host };
}

/** What may be done with an image's address. */
export function imageSource(target: string): ImageSource {
  if (/^data:/i.test(target)) {
    return target.length <= maxInlineImage && rasterData.test(target) ? { kind: 'inline', src: target } : { kind: 'refused' };
  }
  const link = safeLink(target);
  if (!link || link.url.startsWith('mailto:')) return { kind: 'refused' };
  return { kind: 'remote', url: link.url, host: link.host };
}

/** Whether what a loader returned is something an `<img>` may show: a blob of this page, or inline raster data. */
export function isShowableImage(src: string): boolean {
  return src.startsWith('blob:') || imageSource(src).kind === 'inline';
}

/** Whether a link's words name another site than the one it leads to. */
export function isMisleading(words: string, host: string): boolean {
  const named = /(?:^|[\s([<"'“])(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,24})(?=[:/?#\s)\]>"'”.,]|$)/iu.exec(words)?.[1];
  if (named === undefined) return false;
  const shown = URL.canParse(`https://${named}`) ? new URL(`https://${named}`).hostname : named.toLowerCase();
  const real = host.replace(/:\d+$/, '').toLowerCase();
  const site = real.includes('@') ? (real.split('@').at(-1) ?? real) : real;
  return shown !== site && shown.replace(/^www\./, '') !== site.replace(/^www\./, '');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
