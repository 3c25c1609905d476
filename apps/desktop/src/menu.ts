/** The menu, mostly for its keys: on a Mac nothing can be copied without one. */
import type { MenuItemConstructorOptions } from 'electron';
import type { Catalogue } from '@portolan/i18n/catalogue-type';

export interface MenuOptions {
  texts: Catalogue['desktop']['menu'];
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** Ends the app, once the person has been told of questions that are open. */
  quit: () => void;
}

export function menuTemplate({ texts, platform, isPackaged, quit }: MenuOptions): MenuItemConstructorOptions[] {
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const isMac = platform === 'darwin';
  const end: MenuItemConstructorOptions = { label: texts.quit, accelerator: 'CommandOrControl+Q', click: quit };
  const own: MenuItemConstructorOptions = {
    label: 'Portolan',
    submenu: [
      { role: 'about', label: texts.about },
      line,
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.showAll },
      line,
      end,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: texts.file,
    submenu: isMac ? [{ role: 'close', label: texts.close }] : [{ role: 'close', label: texts.close }, line, end],
  };
  const edit: MenuItemConstructorOptions = {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      line,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'pasteAndMatchStyle', label: texts.pastePlain },
      { role: 'selectAll', label: texts.selectAll },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: texts.view,
    submenu: [
      { role: 'reload', label: texts.reload },
      line,
      { role: 'zoomIn', label: texts.zoomIn },
      { role: 'zoomOut', label: texts.zoomOut },
      { role: 'resetZoom', label: texts.zoomReset },
      line,
      { role: 'togglefullscreen', label: texts.fullScreen },
      ...(isPackaged ? [] : [line, { role: 'toggleDevTools', label: texts.devTools } satisfies MenuItemConstructorOptions]),
    ],
  };
  const window: MenuItemConstructorOptions = {
    label: texts.window,
    submenu: [{ role: 'minimize', label: texts.minimize }, ...(isMac ? [{ role: 'front', label: texts.bringToFront } satisfies MenuItemConstructorOptions] : [])],
  };
  return [...(isMac ? [own] : []), file, edit, view, window];
}
