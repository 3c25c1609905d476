/** A chosen file on its way to the host: in chunks, so that no frame is too large and the way can be seen and stopped. */
import { uploadChunk } from '@portolan/contract/uploads';
import type { Link } from '../host/link.ts';

/** What the file is for. */
export type UploadKind = 'bundles' | 'chatImports' | 'backups';

/** Resolves with the name the host has for it. What was sent of one that fails or is stopped is let go. */
export async function sendFile(link: Link, kind: UploadKind, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
  const { stagedId } = await link.request(`${kind}/begin`, { fileName: file.name.slice(0, 1024), bytes: file.size });
  try {
    for (let offset = 0; offset < file.size; offset += uploadChunk) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- in order: the host takes no gaps
      await link.request(`${kind}/append`, { stagedId, offset, data: await base64(file.slice(offset, offset + uploadChunk)) });
      onProgress(Math.min(1, (offset + uploadChunk) / file.size));
    }
  } catch (error) {
    void link.request(`${kind}/discard`, { stagedId }).catch(() => undefined);
    throw error;
  }
  return stagedId;
}

function base64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')));
    reader.readAsDataURL(part);
  });
}
