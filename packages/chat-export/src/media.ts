/** Bytes inside a chat: what may stand in a page as a picture or a sound, and how large it is. */

/** Raster images alone: an SVG is a document, and this file is opened outside of the app's walls. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const sounds = new Set(['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/wave', 'audio/x-wav', 'audio/ogg', 'audio/webm', 'audio/mp4', 'audio/aac', 'audio/flac']);

/** A `data:` address for an `<img>` or an `<audio>`, or null where the type or the bytes are not what such an element is for. */
export function dataAddress(mimeType: string, base64: string): { element: 'img' | 'audio'; address: string } | null {
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  const element = images.has(type) ? 'img' : sounds.has(type) ? 'audio' : null;
  if (element === null || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  return { element, address: `data:${type};base64,${base64}` };
}

/** Bytes that a base64 text stands for. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
