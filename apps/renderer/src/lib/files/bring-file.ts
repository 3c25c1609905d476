/** A file on its way to the host, and a smaller copy of it where it is a picture that is too large for models. */
import type { FileView } from '@portolan/contract/files';
import type { Link } from '../../host/link.ts';
import { mostPixels, smaller } from './pictures.ts';
import { upload } from './upload.ts';

/** Pixels of the longer edge and bytes of a picture that models are given; what is larger they scale down themselves, or refuse. */
const edgeForModel = 2_048;
const bytesForModel = 3_500_000;

/** Rejects as `upload` does. */
export async function bringFile(link: Link, blob: Blob, name: string, onProgress: (done: number) => void, signal: AbortSignal): Promise<{ file: FileView; small?: FileView }> {
  const file = await upload(link, blob, name, onProgress, signal);
  const small = isTooLarge(file) ? await smaller(new Blob([blob], { type: file.mimeType }), edgeForModel, bytesForModel) : null;
  return small === null ? { file } : { file, small: await upload(link, small, name, onProgress, signal) };
}

function isTooLarge({ mimeType, bytes, width = 0, height = 0 }: FileView): boolean {
  return mimeType.startsWith('image/') && width > 0 && width * height <= mostPixels && (Math.max(width, height) > edgeForModel || bytes > bytesForModel);
}
