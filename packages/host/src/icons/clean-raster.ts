/**
 * A picture without anything that is not the picture: colour profiles and texts (which may be packed a thousandfold), EXIF, what
 * follows its end (D08, D09). The coded picture itself is untouched.
 */
import { jpegSegments, pngChunks, webpChunks } from './image-header.ts';
import type { RasterHeader } from './image-header.ts';

const pngKept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'sRGB', 'gAMA']);
const webpKept = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** @param bytes of exactly this format, as its header was read */
export function cleanRaster(bytes: Buffer, format: RasterHeader['format']): Buffer {
  if (format === 'png') return Buffer.concat([bytes.subarray(0, 8), ...[...pngChunks(bytes)].filter(({ type }) => pngKept.has(type)).map(({ whole }) => whole)]);
  if (format === 'jpeg') return cleanJpeg(bytes);
  return cleanWebp(bytes);
}

function cleanJpeg(bytes: Buffer): Buffer {
  // APP14 says how colours are coded (Adobe); the others, and comments, say nothing that is needed to draw it.
  const kept = [...jpegSegments(bytes)].filter(({ marker }) => marker !== 0xfe && (marker === 0xee || marker < 0xe0 || marker > 0xef));
  return Buffer.concat([bytes.subarray(0, 2), ...kept.map(({ whole }) => whole), Buffer.from([0xff, 0xd9])]);
}

function cleanWebp(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (const { type, whole } of webpChunks(bytes)) {
    if (webpKept.has(type)) chunks.push(whole);
    if (type !== 'VP8X') continue;
    const extended = Buffer.from(whole);
    // Of its flags only the one for transparency: no profile, EXIF, XMP or animation is left to announce.
    extended.writeUInt8(extended.readUInt8(8) & 0x10, 8);
    chunks.push(extended);
  }
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}
