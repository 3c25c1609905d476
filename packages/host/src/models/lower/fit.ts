/** Whether a model takes a file at all, by the same table by which it is sent (`blocks`): asked before a message goes. */
import type { FileFit } from '@portolan/contract/files';
import type { WireTraits } from './traits.ts';

/** Bytes of a picture; services refuse bigger ones with the whole request (5 MB is the lowest reported limit). */
export const maxPictureBytes = 5_000_000;
/** Pixels of its longer edge; more is refused as well. */
export const maxPictureEdge = 8_000;
export const maxSoundBytes = 2 * maxPictureBytes;
export const maxPdfBytes = 4 * maxPictureBytes;

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface FileToFit {
  /** What its bytes are. */
  mimeType: string;
  bytes: number;
  width?: number | undefined;
  height?: number | undefined;
}

export function fitOf({ mimeType, bytes, width = 0, height = 0 }: FileToFit, traits: WireTraits): FileFit {
  // An SVG is read as the text it is.
  if (mimeType.startsWith('text/') || mimeType === 'image/svg+xml') return 'fits';
  if (pictures.has(mimeType)) return !traits.images ? 'kind' : bytes > maxPictureBytes || Math.max(width, height) > maxPictureEdge ? 'size' : 'fits';
  if (mimeType.startsWith('audio/')) return !takesSound(mimeType, traits) ? 'kind' : bytes > maxSoundBytes ? 'size' : 'fits';
  if (mimeType === 'application/pdf') return !traits.pdf ? 'kind' : bytes > maxPdfBytes ? 'size' : 'fits';
  return 'kind';
}

export function takesSound(mimeType: string, traits: WireTraits): boolean {
  return traits.audio === 'any' ? mimeType.startsWith('audio/') : traits.audio.has(mimeType);
}
