/** How contents are shown: by what they are, and by what they are called only as far as both agree (T:D09). */
import type { ResourceContentView } from '@portolan/contract/content';
import { decodeBase64, decodeText } from './bytes.ts';
import { imageSize } from '@portolan/contract/image-size';
import { rasterTypes, sniff } from '@portolan/contract/sniff';

export type Preview =
  | { as: 'text'; text: string; flavour: TextFlavour; bytes: Uint8Array<ArrayBuffer> | null; mismatch: Mismatch | null }
  /** `type` is what the bytes are; nothing else is ever handed to an image or audio element. */
  | { as: 'image' | 'audio'; type: string; bytes: Uint8Array<ArrayBuffer>; mismatch: Mismatch | null }
  | { as: 'pdf'; bytes: Uint8Array<ArrayBuffer> }
  | { as: 'hex'; bytes: Uint8Array<ArrayBuffer>; type: string; mismatch: Mismatch | null; reason?: { tooLarge: true } | { width: number; height: number } }
  /** The host kept it: too large for a window. */
  | { as: 'left-out' }
  | { as: 'broken' };

export interface Mismatch {
  claimed: string;
  /** A MIME type, or null for bytes that nothing is known of. */
  found: string | null;
}

/** `language` is a name the highlighter knows, or empty. */
export type TextFlavour = { kind: 'markdown' | 'json' | 'csv' | 'tsv' } | { kind: 'code'; language: string };

const mostImageBytes = 10 * 1024 * 1024;
const mostPixels = 4_096 * 4_096;
const longestEdge = 16_384;

export function previewOf(content: ResourceContentView): Preview {
  const claimed = bareType(content.mimeType);
  if (content.kind === 'text') return { as: 'text', text: content.text, flavour: flavourOf(claimed, content.uri), bytes: null, mismatch: null };
  if (content.isLeftOut === true) return { as: 'left-out' };
  const bytes = decodeBase64(content.blob);
  return bytes === null ? { as: 'broken' } : previewOfBytes(bytes, claimed, content.uri);
}

export function previewOfBytes(bytes: Uint8Array<ArrayBuffer>, claimed: string, uri: string): Preview {
  const found = sniff(bytes);
  const mismatch = agrees(claimed, found) ? null : { claimed, found };
  const hex = { as: 'hex', bytes, type: claimed === '' ? (found ?? 'application/octet-stream') : claimed, mismatch } as const;
  if (found !== null && isRaster(found) && (mismatch === null || claimed.startsWith('image/'))) {
    const size = imageSize(bytes, found);
    if (bytes.length > mostImageBytes) return { ...hex, reason: { tooLarge: true } };
    if (size === null) return hex;
    if (size.width * size.height > mostPixels || Math.max(size.width, size.height) > longestEdge) return { ...hex, reason: size };
    return { as: 'image', type: found, bytes, mismatch };
  }
  if (mismatch !== null) return hex;
  if (found === 'application/pdf') return { as: 'pdf', bytes };
  if (found?.startsWith('audio/') === true) return { as: 'audio', type: found, bytes, mismatch };
  if (found === 'text/plain' || found === 'text/html' || found === 'image/svg+xml') {
    const text = decodeText(bytes);
    if (text !== null) return { as: 'text', text, flavour: flavourOf(claimed === '' ? found : claimed, uri), bytes, mismatch };
  }
  return hex;
}

export function isRaster(type: string): boolean {
  return (rasterTypes as readonly string[]).includes(type);
}

/** Whether bytes may be what they are called. Nothing claimed is never wrong, and a file that is text may be of any text type. */
function agrees(claimed: string, found: string | null): boolean {
  if (claimed === '' || claimed === 'application/octet-stream' || claimed === 'binary/octet-stream') return true;
  if (found === null) return !isKnown(claimed);
  if (claimed === found || alike(claimed) === alike(found)) return true;
  if (found === 'text/plain') return isTextType(claimed);
  if (found === 'text/html') return claimed === 'application/xhtml+xml' || claimed === 'text/plain' || /^text\/(?:markdown|x-|javascript)/.test(claimed);
  if (found === 'image/svg+xml') return /[/+]xml$/.test(claimed) || claimed.startsWith('text/');
  // Many formats are archives inside.
  if (found === 'application/zip') return !isKnown(claimed);
  if (found === 'audio/mp4' || found === 'video/mp4' || found === 'audio/ogg') return claimed.startsWith('audio/') || claimed.startsWith('video/');
  return false;
}

/** Types whose bytes begin in a way that is known here. */
function isKnown(type: string): boolean {
  return isRaster(alike(type)) || /^image\/(?:bmp|avif|svg\+xml)$/.test(type) || ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'application/pdf', 'application/gzip'].includes(alike(type)) || isTextType(type);
}

const others: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'audio/x-wav': 'audio/wav', 'audio/wave': 'audio/wav', 'audio/vnd.wave': 'audio/wav', 'audio/mp3': 'audio/mpeg', 'audio/x-flac': 'audio/flac', 'application/x-gzip': 'application/gzip', 'application/x-pdf': 'application/pdf' };
const alike = (type: string): string => others[type] ?? type;

function isTextType(type: string): boolean {
  return type.startsWith('text/') || /[/+](?:json|xml|yaml|toml|javascript|typescript|sql|graphql|x-sh|x-ndjson|csv)$/.test(type);
}

function bareType(mimeType = ''): string {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const languages: Readonly<Record<string, string>> = { 'text/html': 'html', 'application/xhtml+xml': 'html', 'image/svg+xml': 'xml', 'text/css': 'css', 'text/javascript': 'javascript', 'application/javascript': 'javascript', 'application/typescript': 'typescript', 'text/x-python': 'python', 'application/sql': 'sql', 'application/graphql': 'graphql', 'application/yaml': 'yaml', 'text/yaml': 'yaml', 'application/toml': 'toml', 'application/x-sh': 'bash', 'text/x-diff': 'diff' };

function flavourOf(type: string, uri: string): TextFlavour {
  const extension = /\.([a-z0-9]{1,12})(?:[?#]|$)/i.exec(uri)?.[1]?.toLowerCase() ?? '';
  if (type === 'text/markdown' || type === 'text/x-markdown' || extension === 'md' || extension === 'markdown') return { kind: 'markdown' };
  if (/[/+]json$/.test(type) || (extension === 'json' && type === '')) return { kind: 'json' };
  if (type === 'text/csv' || extension === 'csv') return { kind: 'csv' };
  if (type === 'text/tab-separated-values' || extension === 'tsv') return { kind: 'tsv' };
  const language = languages[type] ?? (/[/+]xml$/.test(type) ? 'xml' : extension);
  return { kind: 'code', language };
}
