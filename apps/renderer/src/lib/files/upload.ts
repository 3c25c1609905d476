/** A file on its way to the host, in chunks, so that no frame is too large and the way can be seen and stopped. */
import { fileChunk } from '@portolan/contract/files';
import type { FileView } from '@portolan/contract/files';
import type { Link } from '../../host/link.ts';

/** The file itself could not be read: moved meanwhile, or a folder. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** What was sent of one that fails or is stopped is let go. Rejects with the host's error, with `Unreadable`, or with the signal's reason. */
export async function upload(link: Link, file: Blob, name: string, onProgress: (part: number) => void, signal: AbortSignal): Promise<FileView> {
  const { uploadId } = await link.request('files/begin', { name: name.slice(0, 4096), bytes: file.size });
  try {
    for (let offset = 0; offset < file.size; offset += fileChunk) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- in order: the host takes no gaps
      await link.request('files/append', { uploadId, offset, data: await base64(file.slice(offset, offset + fileChunk)) });
      onProgress(Math.min(1, (offset + fileChunk) / file.size));
    }
    signal.throwIfAborted();
    return await link.request('files/finish', { uploadId });
  } catch (error) {
    void link.request('files/discard', { uploadId }).catch(() => undefined);
    throw error;
  }
}

function base64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''));
    reader.addEventListener('error', () => reject(new Unreadable()));
    reader.readAsDataURL(part);
  });
}
