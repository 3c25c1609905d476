/** What bytes are, whatever a server calls them (T:D09; after https://mimesniff.spec.whatwg.org/). */

/** Raster images that are drawn; everything else of `image/` is a file. */
export const rasterTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const signatures: readonly { type: string; at: number; bytes: readonly number[] }[] = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'image/bmp', at: 0, bytes: [0x42, 0x4d] },
  { type: 'image/x-icon', at: 0, bytes: [0, 0, 1, 0] },
  { type: 'audio/wav', at: 8, bytes: [0x57, 0x41, 0x56, 0x45] },
  { type: 'audio/mpeg', at: 0, bytes: [0x49, 0x44, 0x33] },
  { type: 'audio/ogg', at: 0, bytes: [0x4f, 0x67, 0x67, 0x53] },
  { type: 'audio/flac', at: 0, bytes: [0x66, 0x4c, 0x61, 0x43] },
  { type: 'video/webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: 'application/pdf', at: 0, bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { type: 'application/gzip', at: 0, bytes: [0x1f, 0x8b] },
  { type: 'application/x-msdownload', at: 0, bytes: [0x4d, 0x5a] },
  { type: 'application/x-executable', at: 0, bytes: [0x7f, 0x45, 0x4c, 0x46] },
];
const ftyp = [0x66, 0x74, 0x79, 0x70];
const audioBrands = new Set(['M4A ', 'M4B ', 'mp41', 'mp42', 'isom']);
/** As much of a file as tells what it is. */
const headLength = 2048;

/** A MIME type, or null for bytes that nothing is known of. Text is `text/plain` unless it is a document that browsers would run. */
export function sniff(bytes: Uint8Array): string | null {
  const signature = signatures.find(({ at, bytes: wanted }) => startsWith(bytes, at, wanted));
  if (signature !== undefined) return signature.type;
  if (startsWith(bytes, 4, ftyp)) {
    const brand = String.fromCodePoint(...bytes.subarray(8, 12));
    if (brand === 'avif' || brand === 'avis' || brand === 'heic') return 'image/avif';
    return audioBrands.has(brand) ? 'audio/mp4' : 'video/mp4';
  }
  // An MPEG audio frame without a tag before it.
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2) return 'audio/mpeg';
  return sniffText(bytes);
}

/** The same for what came as text. */
export function sniffDocument(text: string): 'text/html' | 'image/svg+xml' | 'text/plain' {
  const head = text.slice(0, headLength).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(head)) return 'image/svg+xml';
  return /^(?:<!doctype html|<html|<head|<body|<script|<iframe)/.test(head) ? 'text/html' : 'text/plain';
}

function sniffText(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, headLength);
  if (head.some((byte) => byte === 0 || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27))) return null;
  try {
    // The last letter may be cut in two.
    return sniffDocument(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return null;
  }
}

function startsWith(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}
