/** The app's windows: how they are made, found again, and looked after when they break (E2 to E4, E31). */
import { join } from 'node:path';
import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebPreferences } from 'electron';
import { isOwnAddress, startAddress } from './app-address.ts';
import { keepWindowState, leastHeight, leastWidth, readWindowState } from './window-state.ts';

export interface WindowDeps {
  makeWindow(options: BrowserWindowConstructorOptions): BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays'>;
  preload: string;
  /** Folder for the window's own data. */
  folder: string;
  isDark(): boolean;
  isPackaged: boolean;
  /** True when the person is asked something first, and the window stays for now. */
  staysOpen(): boolean;
  /** A window came to the front. */
  onFocus(): void;
  log(line: string): void;
}

/** Exported for its test: what every page of ours runs under. */
export function pagePreferences(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // The checker of Linux and Windows fetches its dictionaries from the network.
    spellcheck: process.platform === 'darwin',
    devTools: !isPackaged,
  };
}

/** Of a chat alone. */
const chatSize = { width: 560, height: 760 };
const mostWindows = 12;

/** Reloads within a minute after which a window that keeps breaking is left alone. */
const maxReloads = 3;

/** Whether this is where a window of one chat stands, at whichever place of it. */
const isOfChat = (address: string): boolean => /[?&]window=own(?:&|$)/.test(address);

const chatOf = (address: string): string => address.split('?')[0] ?? '';

export class Windows {
  readonly #deps: WindowDeps;
  readonly #open = new Map<number, BrowserWindow>();
  #title = 'Portolan';

  constructor(deps: WindowDeps) {
    this.#deps = deps;
  }

  isWindow(contentsId: number): boolean {
    return this.#open.has(contentsId);
  }

  /** Brings the window to the front, making it if there is none; at a page of ours when a hash names one. */
  show(hash?: string): BrowserWindow {
    // A window of one chat is not taken away from it.
    const window = this.all().find((each) => !isOfChat(each.webContents.getURL()));
    if (!window) return this.#make(hash);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    // The same address again would load the page anew, and what was typed there with it.
    if (hash !== undefined && window.webContents.getURL() !== `${startAddress}${hash}`) this.#load(window, hash);
    return window;
  }

  /** A chat in a window of its own; the one that shows it already comes to the front. */
  openChat(hash: string): void {
    const there = this.all().find((window) => isOfChat(window.webContents.getURL()) && chatOf(window.webContents.getURL()) === chatOf(`${startAddress}${hash}`));
    if (there) {
      if (there.isMinimized()) there.restore();
      there.focus();
    } else if (this.#open.size >= mostWindows) this.#deps.log('no further window is opened');
    else this.#make(hash, chatSize);
  }

  all(): BrowserWindow[] {
    return [...this.#open.values()];
  }

  isInFront(): boolean {
    return this.all().some((window) => window.isFocused());
  }

  /** How many questions wait, in every window's title. The number is the host's; no page can set a title (J01). */
  setCount(count: number): void {
    this.#title = count === 0 ? 'Portolan' : `(${count}) Portolan`;
    for (const window of this.#open.values()) window.setTitle(this.#title);
  }

  destroyAll(): void {
    for (const window of this.#open.values()) window.destroy();
  }

  #make(hash = '', own?: { width: number; height: number }): BrowserWindow {
    const { makeWindow, screen, preload, folder, isDark, isPackaged } = this.#deps;
    const stateFile = join(folder, 'window.json');
    const state = readWindowState(stateFile, screen.getAllDisplays().map((display) => display.workArea));
    // That of a chat has its own size, and leaves the place of the main window as it is.
    const { isMaximized, ...bounds } = own === undefined ? state : { ...own, isMaximized: false };
    const window = makeWindow({
      ...bounds,
      minWidth: leastWidth,
      minHeight: leastHeight,
      show: false,
      title: this.#title,
      backgroundColor: isDark() ? '#16181d' : '#ffffff',
      autoHideMenuBar: true,
      webPreferences: pagePreferences(preload, isPackaged),
    });
    const { id } = window.webContents;
    this.#open.set(id, window);
    if (isMaximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    const keep = () => {
      if (own === undefined && !window.isDestroyed()) keepWindowState(stateFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
    };
    window.on('close', (event) => {
      keep();
      // Beside another window that of a chat is closed without a question: nothing ends with it.
      if ((own === undefined || this.#open.size === 1) && this.#deps.staysOpen()) event.preventDefault();
    });
    window.on('focus', () => this.#deps.onFocus());
    window.on('closed', () => this.#open.delete(id));
    // A page cannot rename the window to look like another program (J01).
    window.on('page-title-updated', (event) => event.preventDefault());
    this.#lookAfter(window);
    this.#load(window, hash);
    return window;
  }

  #load(window: BrowserWindow, hash = ''): void {
    void window.loadURL(`${startAddress}${hash}`).catch((error: unknown) => this.#deps.log(`the window could not be loaded: ${String(error)}`));
  }

  #lookAfter(window: BrowserWindow): void {
    let reloads: number[] = [];
    const reload = (why: string) => {
      reloads = reloads.filter((at) => at > performance.now() - 60_000);
      this.#deps.log(`the window's page ${why}`);
      if (window.isDestroyed() || reloads.length >= maxReloads) return;
      reloads.push(performance.now());
      window.webContents.reload();
    };
    window.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit') reload(`is gone (${details.reason}); loading it again`);
    });
    // Chromium asks nobody before it shows an empty page: what the guard cannot stop is undone.
    window.webContents.on('did-navigate', (_event, address) => {
      if (isOwnAddress(address)) return;
      this.#deps.log(`the window's page went to ${address.slice(0, 200)}; bringing it back`);
      this.#load(window);
    });
    let stuck: NodeJS.Timeout | undefined;
    window.on('unresponsive', () => {
      // A long moment is not a hang: only after this is the page given up. The host and its servers are not touched.
      stuck ??= setTimeout(() => {
        stuck = undefined;
        if (!window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
      }, 15_000);
    });
    window.on('responsive', () => {
      clearTimeout(stuck);
      stuck = undefined;
    });
    window.on('closed', () => clearTimeout(stuck));
  }
}
