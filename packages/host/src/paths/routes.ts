/** What windows may ask about paths: one that the person chooses in the system's dialog, and folders that go on from what was typed. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HandlersFor } from '@portolan/contract/contract';
import type { paths } from '@portolan/contract/paths';
import { completeFolder } from './complete-folder.ts';
import { typedPath, typedPathHere } from './typed-path.ts';

/** Opens the system's dialog; `start` is a folder that is there. Null when nothing was chosen. */
export type ChoosePath = (wish: { kind: 'folder' | 'file'; start: string | null }) => Promise<string | null>;

export function pathRoutes({ choosePath }: { choosePath?: ChoosePath | undefined }): HandlersFor<typeof paths> {
  return {
    'paths/choose': async ({ kind, start }) => {
      const chosen = (await choosePath?.({ kind, start: await folderAt(start) })) ?? null;
      return { path: chosen === null ? null : typedPath(chosen) };
    },
    'paths/complete': async ({ text }) => ({ folders: await completeFolder(text) }),
  };
}

/** The folder that was typed, or the one it lies in. */
async function folderAt(text: string): Promise<string | null> {
  const path = typedPathHere(text);
  if (path === null) return null;
  for (const each of [path, dirname(path)]) {
    // oxlint-disable-next-line no-await-in-loop -- the second only where the first is none
    const found = await stat(each).catch(() => null);
    if (found?.isDirectory() === true) return each;
  }
  return null;
}
