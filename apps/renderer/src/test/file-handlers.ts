/** Files of the host in memory: kept by a made-up hash, known by their bytes as the host knows them. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { FileHash } from '@portolan/contract/files';
import type { files, FileView } from '@portolan/contract/files';
import { imageSize } from '@portolan/contract/image-size';
import { sniff } from '@portolan/contract/sniff';

export const fileHash = (of: number): FileHash => FileHash.parse(of.toString(16).padStart(64, '0'));

export function fileHandlers(): HandlersFor<typeof files> {
  const uploads = new Map<string, { name: string; data: string }>();
  const kept = new Map<FileHash, string>();
  return {
    'files/begin': ({ name }) => {
      const uploadId = `upload${String(uploads.size).padStart(10, '0')}`;
      uploads.set(uploadId, { name, data: '' });
      return { uploadId };
    },
    'files/append': ({ uploadId, data }) => {
      const upload = uploads.get(uploadId);
      if (!upload) throw new HostError('file-refused', { reason: 'incomplete' });
      upload.data += atob(data);
      return { received: upload.data.length };
    },
    'files/finish': ({ uploadId }): FileView => {
      const { name, data } = uploads.get(uploadId) ?? { name: '', data: '' };
      const hash = fileHash(kept.size + 1);
      kept.set(hash, data);
      // oxlint-disable-next-line unicorn/prefer-code-point -- one unit a byte
      const bytes = Uint8Array.from(data, (letter) => letter.charCodeAt(0));
      const mimeType = sniff(bytes) ?? 'application/octet-stream';
      return { hash, name, bytes: bytes.length, mimeType, tokens: mimeType.startsWith('text/') ? Math.ceil(bytes.length / 4) : null, ...imageSize(bytes, mimeType) };
    },
    'files/discard': () => ({}),
    'files/read': ({ hash, offset }) => {
      const data = kept.get(hash);
      if (data === undefined) throw new HostError('file-gone');
      return { data: btoa(data.slice(offset)), total: data.length };
    },
    'files/fit': ({ hashes }) => ({ model: 'model', fits: hashes.map(() => 'fits' as const), others: [] }),
    'files/screenshot': () => ({ file: null }),
  };
}
