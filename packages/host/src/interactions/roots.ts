/** Folders that a person tells one server about (P14, H06). What was not chosen does not exist for it (F07). */
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RootCheck } from '@portolan/contract/server-asks-view';
import type { Root } from '@portolan/mcp-client/handlers';
import { typedPath } from '../paths/typed-path.ts';

/**
 * Looks at a folder that the person typed. `~` is the person's own folder; links are followed, so that what is shown is what
 * is told.
 */
export async function checkRoot(text: string): Promise<RootCheck> {
  const path = typedPath(text);
  if (path === null) return { path: null, problem: 'not-absolute', isWide: false };
  const real = await realpath(resolve(path)).catch(() => null);
  if (real === null) return { path: null, problem: 'missing', isWide: false };
  const found = await stat(real).catch(() => null);
  if (found?.isDirectory() !== true) return { path: null, problem: 'not-a-folder', isWide: false };
  return { path: real, problem: null, isWide: isWide(real) };
}

/** The whole disk, everybody's folders, or all that the person has. */
function isWide(path: string): boolean {
  const home = homedir();
  return path === home || path === dirname(home) || dirname(path) === path;
}

/** What a server is told now. A folder that is gone, or leads elsewhere by now, is left out and `onLeftOut` hears of it. */
export async function rootsFor(folders: readonly string[], onLeftOut: (path: string) => void): Promise<Root[]> {
  const checked = await Promise.all(
    folders.map(async (path): Promise<Root | null> => {
      const { path: real } = await checkRoot(path);
      // Chosen was the folder itself: a link put in its place leads somewhere the person has not seen.
      if (real === path) return { uri: pathToFileURL(path).href, name: basename(path) || path };
      onLeftOut(path);
      return null;
    }),
  );
  return checked.filter((root) => root !== null);
}
