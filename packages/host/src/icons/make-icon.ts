/** From bytes of a stranger to a picture that may be shown, or why not (H26, H30–H32). */
import { cleanRaster } from './clean-raster.ts';
import { cleanSvg } from './clean-svg.ts';
import { readRasterHeader } from './image-header.ts';

export const iconLimits = {
  /** Bytes of an icon, as it is sent and as it is shown. */
  bytes: 256 * 1024,
  /** Pixels at each edge. */
  edge: 512,
  /** Passes of a progressive JPEG: each draws the whole picture once more. */
  jpegScans: 16,
} as const;

/** Why an icon is not shown. */
export type IconRefusal = 'address' | 'other-origin' | 'redirect' | 'unreachable' | 'too-large' | 'format' | 'other-type' | 'animated' | 'size';

export type MadeIcon = { mimeType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'; bytes: Buffer } | { refused: IconRefusal };

/** @param declared what its sender and its transport say it is: has to be true wherever it says anything */
export function makeIcon(bytes: Buffer, declared: readonly (string | undefined)[]): MadeIcon {
  if (bytes.length > iconLimits.bytes) return { refused: 'too-large' };
  const header = readRasterHeader(bytes);
  if (header !== null) {
    const { format, width, height, frames } = header;
    if (!declared.every((type) => isSame(type, `image/${format}`))) return { refused: 'other-type' };
    if (frames > (format === 'jpeg' ? iconLimits.jpegScans : 1)) return { refused: 'animated' };
    if (width === 0 || height === 0 || width > iconLimits.edge || height > iconLimits.edge) return { refused: 'size' };
    return { mimeType: `image/${format}`, bytes: cleanRaster(bytes, format) };
  }
  if (!declared.every((type) => isSame(type, 'image/svg+xml'))) return { refused: 'format' };
  const text = decode(bytes);
  const clean = text === null ? null : cleanSvg(text);
  return clean === null ? { refused: 'format' } : { mimeType: 'image/svg+xml', bytes: Buffer.from(clean.text, 'utf8') };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const aliases: Record<string, string> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg', 'image/svg': 'image/svg+xml' };

function isSame(declared: string | undefined, found: string): boolean {
  const type = (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  // Servers that do not know say so, and are judged by the bytes.
  return type === '' || type === 'application/octet-stream' || (aliases[type] ?? type) === found;
}
