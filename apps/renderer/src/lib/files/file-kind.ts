/** What kind of thing a file is, in a person's words, by what its bytes are. */
import type { FileFacts } from '@portolan/contract/files';

export type FileKind = 'picture' | 'sound' | 'pdf' | 'text' | 'archive' | 'video' | 'program' | 'other';

export function kindOf(mimeType: string): FileKind {
  if (mimeType.startsWith('text/') || mimeType === 'image/svg+xml') return 'text';
  if (mimeType.startsWith('image/')) return 'picture';
  if (mimeType.startsWith('audio/')) return 'sound';
  if (mimeType.startsWith('video/')) return 'video';
  if (mimeType === 'application/pdf') return 'pdf';
  if (mimeType === 'application/zip' || mimeType === 'application/gzip') return 'archive';
  return mimeType === 'application/x-msdownload' || mimeType === 'application/x-executable' ? 'program' : 'other';
}

/** What an ending promises, where it promises something that is told by its bytes. */
const promised: Readonly<Record<string, FileKind>> = {
  png: 'picture', jpg: 'picture', jpeg: 'picture', gif: 'picture', webp: 'picture', bmp: 'picture', avif: 'picture',
  mp3: 'sound', wav: 'sound', ogg: 'sound', flac: 'sound', m4a: 'sound',
  pdf: 'pdf', zip: 'archive', gz: 'archive',
  txt: 'text', md: 'text', csv: 'text', json: 'text', xml: 'text', html: 'text', svg: 'text', js: 'text', ts: 'text', py: 'text', css: 'text', yaml: 'text', yml: 'text',
};

/** True when the name of a file says that it is something else than it is. */
export function isMisnamed(name: string, mimeType: string): boolean {
  const wanted = promised[/\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  return wanted !== undefined && wanted !== kindOf(mimeType);
}

/** Pixels of a picture, where it has some. */
export function pixelsOf({ width, height }: Pick<FileFacts, 'width' | 'height'>): { width: number; height: number } | null {
  return width === undefined || height === undefined ? null : { width, height };
}
