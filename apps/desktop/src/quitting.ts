/** The end: windows first, then the host with its servers, and out in bounded time whatever happens. */
import { quitTimes } from '@portolan/host/process/quit-times';
import type { App } from 'electron';

export interface QuitDeps {
  app: Pick<App, 'on' | 'exit' | 'quit'>;
  closeWindows(): void;
  stopHost(): Promise<void>;
  log(line: string): void;
  platform: NodeJS.Platform;
  /** Milliseconds; a little more than the host's own limit. */
  limit?: number;
}

export function arrangeQuitting({ app, closeWindows, stopHost, log, platform, limit = quitTimes.app }: QuitDeps): void {
  let isQuitting = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isQuitting) return;
    isQuitting = true;
    closeWindows();
    const end = setTimeout(() => {
      log('the host did not end in time');
      app.exit(1);
    }, limit);
    void stopHost()
      .catch((error: unknown) => log(`stopping the host: ${String(error)}`))
      .then(() => {
        clearTimeout(end);
        app.exit(0);
      });
  });
  app.on('window-all-closed', () => {
    // On a Mac an app without a window goes on.
    if (platform !== 'darwin' || isQuitting) app.quit();
  });
}
