/**
 * The desktop app in a real Electron window. The newest Electron that the registry carries as a package is 33.2.1; it is
 * for tests only. As it has no node:sqlite, the host runs in the Node that runs the tests.
 */
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { Complaints } from './complaints.ts';
import { DataFolder } from './data-folder.ts';
import type { RunningApp } from './running-app.ts';

const appFolder = fileURLToPath(new URL('../../apps/desktop', import.meta.url));

export interface RunningDesktopApp extends RunningApp {
  readonly electron: ElectronApplication;
  readonly log: string[];
}

export function isDesktop(app: RunningApp): app is RunningDesktopApp {
  return app.shell === 'desktop';
}

export async function startDesktopApp(options: { locale?: string | undefined; colorScheme?: 'light' | 'dark' | null | undefined; words?: readonly string[] } = {}): Promise<RunningDesktopApp> {
  const data = new DataFolder();
  const complaints = new Complaints();
  const log: string[] = [];
  const env: RunningApp['env'] = { HOME: data.home };
  let isOpen = false;
  const launch = async (): Promise<ElectronApplication> => {
    const electron = await _electron.launch({
      executablePath: process.env['ELECTRON_BIN'] ?? '',
      // As root, where containers run tests, Chromium's sandbox of processes cannot work.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', `--lang=${options.locale ?? 'en-US'}`, appFolder, ...(options.words ?? [])],
      env: { ...(process.env as Record<string, string>), ...(env as Record<string, string>), PORTOLAN_DATA_DIR: data.path, PORTOLAN_HOST_NODE: process.execPath, LANGUAGE: (options.locale ?? 'en-US').replace('-', '_') },
      ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
      timeout: 30_000,
    });
    electron.process().stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    complaints.watch(electron.context());
    isOpen = true;
    electron.once('close', () => (isOpen = false));
    return electron;
  };
  /** Quits as the menu does; safe when it has quit already. */
  const close = async () => {
    if (isOpen) await electron.close();
  };
  let electron = await launch();
  let page: Page = await electron.firstWindow();
  return {
    shell: 'desktop',
    get page() {
      return page;
    },
    get electron() {
      return electron;
    },
    data,
    complaints,
    env,
    log,
    quit: close,
    restart: async (between) => {
      await close();
      between?.();
      electron = await launch();
      page = await electron.firstWindow();
    },
  };
}
