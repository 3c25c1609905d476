/** One app per data folder; a second start brings the first one's window to the front, hands over its link, and ends (E28). */
import { installLinkOf } from '@portolan/host/install-links/link-argument';
import type { App } from 'electron';

/** False when another one runs. Of what the second start was given on its command line a `portolan://` link alone is looked at. */
export function isOnlyInstance(app: Pick<App, 'requestSingleInstanceLock' | 'on'>, showWindow: () => void, onLink: (link: string) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, argv) => {
    showWindow();
    // Chromium puts switches of its own between the arguments; the first word is the program.
    const link = installLinkOf(argv.slice(1));
    if (link !== null) onLink(link);
  });
  return true;
}
