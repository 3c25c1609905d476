/** Brings a file to where the host keeps files, as a window does. */
import { fileChunk } from '@portolan/contract/files';
import type { FileView } from '@portolan/contract/files';
import type { FileLibrary } from '../src/files/file-library.ts';

export async function putFile(library: FileLibrary, name: string, bytes: Buffer): Promise<FileView> {
  const id = await library.store.begin(name, bytes.length);
  for (let at = 0; at < bytes.length; at += fileChunk) await library.store.append(id, at, bytes.subarray(at, at + fileChunk));
  return library.finish(id);
}
