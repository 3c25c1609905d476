/**
 * A picture of the screen or of a window that the person chooses in a menu of this process. The page has no part in it (E5): it can ask, it
 * sees neither names nor pictures of what there is to choose, and gets the one picture that was chosen as an attachment.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainName } from '@portolan/contract/plain-name';
import type { TakeScreenshot } from '@portolan/host/files/screenshot';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { BrowserWindow, DesktopCapturer, DesktopCapturerSource, MenuItemConstructorOptions, NativeImage, Screen } from 'electron';

export interface ScreenshotDeps {
  capturer: Pick<DesktopCapturer, 'getSources'>;
  screen: Pick<Screen, 'getAllDisplays'>;
  /** The window it belongs to; without one nobody can have asked. */
  window: () => BrowserWindow | null;
  /** Shows a menu at a window; `onClose` when it is gone, chosen from or not. */
  popup: (items: MenuItemConstructorOptions[], window: BrowserWindow, onClose: () => void) => void;
  texts: () => Catalogue['desktop']['screenshot'];
  /** For files of a moment; of this user alone. */
  folder: string;
}

/** Pixels of the pictures in the menu. */
const small = { width: 160, height: 100 };
const icon = { height: 40 };
const mostWindows = 25;

/** One menu at a time: a second wish while one is open is answered with nothing. */
export function createScreenshotTaker(deps: ScreenshotDeps): TakeScreenshot {
  let isOpen = false;
  return async () => {
    const window = deps.window();
    if (isOpen || window === null) return null;
    isOpen = true;
    try {
      const source = await choose(deps, window);
      return source === null ? null : await take(deps, source);
    } finally {
      isOpen = false;
    }
  };
}

async function choose({ capturer, popup, texts }: ScreenshotDeps, window: BrowserWindow): Promise<DesktopCapturerSource | null> {
  const found = await capturer.getSources({ types: ['screen', 'window'], thumbnailSize: small });
  const own = window.getMediaSourceId();
  const t = texts();
  const isScreen = ({ id }: DesktopCapturerSource) => id.startsWith('screen:');
  const screens = found.filter(isScreen);
  const windows = found.filter((source) => !isScreen(source) && source.id !== own).slice(0, mostWindows);
  return new Promise((resolve) => {
    let chosen: DesktopCapturerSource | null = null;
    const item = (source: DesktopCapturerSource, label: string): MenuItemConstructorOptions => ({
      label,
      ...(source.thumbnail.isEmpty() ? {} : { icon: source.thumbnail.resize(icon) }),
      click: () => {
        chosen = source;
        resolve(source);
      },
    });
    popup(
      [
        { label: t.choose, enabled: false },
        ...screens.map((source, index) => item(source, screens.length === 1 ? t.screen : t.screenOf(index + 1))),
        ...(windows.length > 0 ? [{ type: 'separator' } satisfies MenuItemConstructorOptions] : []),
        // Names of windows are strangers' texts.
        ...windows.map((source) => item(source, plainName(source.name) || t.window)),
        { type: 'separator' },
        { label: t.cancel },
      ],
      window,
      // The press may be told of after the menu has gone.
      () => setImmediate(() => (chosen === null ? setTimeout(() => resolve(chosen), 50) : undefined)),
    );
  });
}

/** Looked at anew, in full: what the menu showed is a small picture of a moment ago. `refused`: the system gives no picture. */
async function take({ capturer, screen, folder, texts }: ScreenshotDeps, { id, name }: DesktopCapturerSource): Promise<Awaited<ReturnType<TakeScreenshot>>> {
  const displays = screen.getAllDisplays().map(({ size, scaleFactor }) => ({ width: Math.round(size.width * scaleFactor), height: Math.round(size.height * scaleFactor) }));
  const thumbnailSize = { width: Math.max(...displays.map(({ width }) => width)), height: Math.max(...displays.map(({ height }) => height)) };
  const found = await capturer.getSources({ types: [id.startsWith('screen:') ? 'screen' : 'window'], thumbnailSize });
  const picture: NativeImage | undefined = found.find((source) => source.id === id)?.thumbnail;
  if (picture === undefined || picture.isEmpty()) return 'refused';
  const path = join(folder, `portolan-screenshot-${randomBytes(12).toString('base64url')}.png`);
  await writeFile(path, picture.toPNG(), { mode: 0o600, flag: 'wx' });
  const label = id.startsWith('screen:') ? '' : plainName(name);
  return { path, name: `${texts().name}${label === '' ? '' : ` ${label}`}.png` };
}
