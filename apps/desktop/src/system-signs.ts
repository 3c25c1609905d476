/** The tray, the badge and the notifications of the system, as Electron has them. */
import type { App, BrowserWindow, Menu, NativeImage, Notification, Tray } from 'electron';
import type { NotificationEnd, TrayEnd } from './question-signs.ts';
import { iconSize, trayPixels } from './tray-icon.ts';

export interface SystemSigns {
  app: Pick<App, 'setBadgeCount'>;
  Tray: new (image: NativeImage) => Tray;
  Menu: typeof Menu;
  Notification: typeof Notification;
  imageOf(pixels: Buffer, size: { width: number; height: number; scaleFactor: number }): NativeImage;
  windows(): readonly BrowserWindow[];
  platform: NodeJS.Platform;
}

const image = ({ imageOf }: SystemSigns, count: number): NativeImage => imageOf(trayPixels(count), { width: iconSize, height: iconSize, scaleFactor: 2 });

export function systemTray(system: SystemSigns): TrayEnd {
  const tray = new system.Tray(image(system, 0));
  return {
    show: (count, tooltip, entries) => {
      tray.setImage(image(system, count));
      tray.setToolTip(tooltip);
      tray.setContextMenu(system.Menu.buildFromTemplate(entries.map(({ label, isEnabled, onPress }) => ({ label, enabled: isEnabled, click: onPress }))));
    },
  };
}

/** On the app's icon where the system has that; on Windows over the icon in the taskbar. */
export function systemBadge(system: SystemSigns, count: number, words: string): void {
  system.app.setBadgeCount(count);
  if (system.platform !== 'win32') return;
  for (const window of system.windows()) window.setOverlayIcon(count === 0 ? null : image(system, count), words);
}

/** Null where the system shows none. */
export function systemNotification({ Notification: Made }: SystemSigns, text: { title: string; body: string }, onPress: () => void): NotificationEnd | null {
  if (!Made.isSupported()) return null;
  const shown = new Made({ title: text.title, body: text.body });
  shown.on('click', onPress);
  shown.show();
  return shown;
}
