/** A picture of the screen or of a window, as the desktop app took it of what the person chose; the window never sees the screen (E5). */
import { readFile, rm } from 'node:fs/promises';
import { HostError } from '@portolan/contract/errors';
import { fileChunk } from '@portolan/contract/files';
import type { FileView } from '@portolan/contract/files';
import type { FileLibrary } from './file-library.ts';

/** Resolves with the path of a PNG that the shell wrote for this, with null when the person chose nothing, or `refused` when the system gave no picture. */
export type TakeScreenshot = () => Promise<{ path: string; name: string } | 'refused' | null>;

export async function keepScreenshot(library: FileLibrary, take: TakeScreenshot | undefined): Promise<FileView | null> {
  const taken = (await take?.()) ?? null;
  if (taken === null) return null;
  if (taken === 'refused') throw new HostError('file-refused', { reason: 'screenshot' });
  try {
    const bytes = await readFile(taken.path);
    const id = await library.store.begin(taken.name, bytes.length);
    for (let at = 0; at < bytes.length; at += fileChunk) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await library.store.append(id, at, bytes.subarray(at, at + fileChunk));
    }
    return await library.finish(id);
  } finally {
    await rm(taken.path, { force: true });
  }
}
