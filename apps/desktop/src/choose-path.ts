/** The one door to the system's dialog for a path: what comes back is a path as text, never a handle, and only of what the person chose. */
import { isAbsolute } from 'node:path';
import type { ChoosePath } from '@portolan/host/paths/routes';
import type { BrowserWindow, Dialog } from 'electron';

export interface ChooserDeps {
  dialog: Pick<Dialog, 'showOpenDialog'>;
  /** The window it belongs to; without one nobody can have asked. */
  window: () => BrowserWindow | null;
}

const maxPath = 4096;

/** One dialog at a time: a second wish while one is open is answered with nothing. */
export function createPathChooser({ dialog, window }: ChooserDeps): ChoosePath {
  let isOpen = false;
  return async ({ kind, start }) => {
    const parent = window();
    if (isOpen || parent === null) return null;
    isOpen = true;
    try {
      const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
        properties: kind === 'folder' ? ['openDirectory', 'createDirectory', 'dontAddToRecent'] : ['openFile', 'showHiddenFiles', 'dontAddToRecent'],
        ...(start === null ? {} : { defaultPath: start }),
      });
      const [path, ...more] = filePaths;
      return canceled || path === undefined || more.length > 0 || path.length > maxPath || path.includes('\0') || !isAbsolute(path) ? null : path;
    } finally {
      isOpen = false;
    }
  };
}
