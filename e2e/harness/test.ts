/**
 * The fixtures. `app` is the running app of the project's shell, on data of its own, ended after the test; the test fails
 * when the page complained about anything nobody expected.
 */
import { test as base } from '@playwright/test';
import { startBrowserApp } from './browser-app.ts';
import { startDesktopApp } from './desktop-app.ts';
import type { RunningDesktopApp } from './desktop-app.ts';
import type { RunningApp } from './running-app.ts';

export { expect } from '@playwright/test';

export interface ShellOption {
  shell: 'browser' | 'desktop';
}

interface Fixtures {
  app: RunningApp;
  /** The same app with Electron's own side, in the `electron` project only. */
  electronApp: RunningDesktopApp;
}

export const test = base.extend<ShellOption & Fixtures>({
  shell: ['browser', { option: true }],
  electronApp: async ({ locale, colorScheme }, use) => {
    const app = await startDesktopApp({ locale, colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
    await use(app);
    await finish(app);
  },
  // The browser's fixtures are asked for by name only in browser mode: the Electron window needs no Chromium beside it.
  app: async ({ shell, locale, colorScheme, viewport, browser }, use) => {
    if (shell === 'desktop') {
      const app = await startDesktopApp({ locale, colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
      await use(app);
      await finish(app);
      return;
    }
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce', ...(locale === undefined ? {} : { locale }) });
    const app = await startBrowserApp(context);
    await use(app);
    await finish(app);
    await context.close();
  },
});

async function finish(app: RunningApp): Promise<void> {
  await app.quit();
  app.data.remove();
  const unexpected = app.complaints.unexpected();
  if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
}
