/** What the bytes of a file are, whatever it is called (T:D09). */
import { sizeOfContent } from '@portolan/contract/content-size';
import { imageSize } from '@portolan/contract/image-size';
import { rasterTypes, sniff } from '@portolan/contract/sniff';

export interface Facts {
  mimeType: string;
  bytes: number;
  /** Pixels; of pictures whose head tells. */
  width?: number;
  height?: number;
  /** Estimated; null where only the service itself could tell. */
  tokens: number | null;
}

export const unknownType = 'application/octet-stream';
/** Characters of a text from which its tokens are estimated: no model is given more of one file. */
const estimated = 200_000;

export function factsOf(bytes: Buffer): Facts {
  const text = textOf(bytes);
  if (text !== null) return { mimeType: textType(bytes), bytes: bytes.length, tokens: sizeOfContent({ type: 'text', text: text.slice(0, estimated) }).tokens };
  const found = sniff(bytes) ?? unknownType;
  // It begins like a text and does not go on like one.
  const mimeType = isText(found) ? unknownType : found;
  const size = isRaster(mimeType) ? imageSize(bytes, mimeType) : null;
  // What has no size is no picture, whatever it begins with.
  if (isRaster(mimeType) && (size === null || size.width === 0 || size.height === 0)) return { mimeType: unknownType, bytes: bytes.length, tokens: null };
  return { mimeType, bytes: bytes.length, tokens: size === null ? null : tokensOfPicture(size), ...size };
}

/** The text that a file is: UTF-8, or UTF-16 that says so at its beginning. Null for anything else. */
export function textOf(bytes: Buffer): string | null {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (wide === null) {
    const found = sniff(bytes);
    if (found === null || !isText(found)) return null;
  }
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const isText = (type: string): boolean => type.startsWith('text/') || type === 'image/svg+xml';
const isRaster = (type: string): boolean => (rasterTypes as readonly string[]).includes(type);
/** UTF-16 is text of no further kind. */
const textType = (bytes: Buffer): string => {
  const found = sniff(bytes);
  return found !== null && isText(found) ? found : 'text/plain';
};

/** As most services count: tiles of about 28 pixels an edge, and never more than a picture of usual size takes. */
function tokensOfPicture({ width, height }: { width: number; height: number }): number {
  return Math.min(1_500, Math.max(1, Math.ceil((width * height) / 750)));
}
