/** Entry of the desktop app: puts the parts together in the order in which they have to be there. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installLinkOf, installScheme } from '@portolan/host/install-links/link-argument';
import { ignoreBrokenOutput } from '@portolan/host/process/broken-output';
import { dataFolder } from '@portolan/host/process/data-folder';
import { Launcher } from '@portolan/host/process/launcher';
import { StartError } from '@portolan/host/process/start-error';
import { readWindowFiles } from '@portolan/host/process/window-files';
import { getCatalogue } from '@portolan/i18n/catalogue';
import { matchLocale } from '@portolan/i18n/locales';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { BrowserWindow, Menu, Notification, Tray, app, desktopCapturer, dialog, ipcMain, nativeImage, nativeTheme, powerMonitor, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron';
import { createPathChooser } from './choose-path.ts';
import { AppFrames, frameAddress } from './app-frames.ts';
import { openExternalLink } from './external-links.ts';
import { launchHost } from './host-launch.ts';
import { openDoor } from './ipc-door.ts';
import { menuTemplate } from './menu.ts';
import { launchModel } from './model-launch.ts';
import { guardAll } from './navigation-guard.ts';
import { lockSession } from './permissions.ts';
import { createScreenshotTaker } from './screenshot.ts';
import { JobSigns } from './job-signs.ts';
import { QuestionSigns } from './question-signs.ts';
import { QuitQuestion } from './quit-question.ts';
import { arrangeQuitting } from './quitting.ts';
import { isOnlyInstance } from './single-instance.ts';
import { dangerousSwitch } from './switches.ts';
import { createKeeper } from './safe-storage.ts';
import { systemBadge, systemNotification, systemTray } from './system-signs.ts';
import type { SystemSigns } from './system-signs.ts';
import { registerScheme, serveWindow } from './window-protocol.ts';
import { Windows } from './windows.ts';

const dist = join(app.getAppPath(), 'dist');
const log = (line: string) => void process.stderr.write(`[portolan] ${line}\n`);

ignoreBrokenOutput();
process.on('uncaughtException', (error) => {
  // Never goes on in an unknown state (E31); the host ends when this process does, and stops its servers first.
  log(`internal error: ${error.stack ?? error.message}`);
  app.exit(70);
});

function cannotStart(text: string): void {
  log(text);
  if (app.isPackaged) dialog.showErrorBox(getCatalogue(matchLocale(app.getPreferredSystemLanguages())).desktop.cannotStart, text);
  app.exit(1);
}

const dataDir = dataFolder(undefined);
const windowFolder = join(dataDir, 'window');
try {
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
} catch (error) {
  cannotStart(`${windowFolder}: ${error instanceof Error ? error.message : String(error)}`);
}
app.setPath('userData', windowFolder);
app.setPath('sessionData', windowFolder);
// As root, where the tests may run, Chromium cannot sandbox its own processes; a packaged app never starts without (E30).
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerScheme(protocol);
const frames = new AppFrames();
guardAll(app, log, frames, (hash) => windows.openChat(hash));
app.on('session-created', (made) => lockSession(made, frames));
app.on('child-process-gone', (_event, details) => log(`${details.type} process gone: ${details.reason}`));

const windows = new Windows({
  makeWindow: (options) => new BrowserWindow(options),
  screen: { getAllDisplays: () => screen.getAllDisplays() },
  preload: join(dist, 'preload.cjs'),
  folder: windowFolder,
  isDark: () => nativeTheme.shouldUseDarkColors,
  isPackaged: app.isPackaged,
  // On a Mac an app without a window goes on, and so do its questions.
  staysOpen: () => process.platform !== 'darwin' && (quitQuestion?.asks() ?? false),
  onFocus: () => {
    signs?.seen();
    jobSigns?.seen();
  },
  log,
});
let signs: QuestionSigns | null = null;
let jobSigns: JobSigns | null = null;
let quitQuestion: QuitQuestion | null = null;
const hostNode = app.isPackaged ? undefined : process.env['PORTOLAN_HOST_NODE'];
/** The window that the person is in. */
const askingWindow = (): BrowserWindow | null => windows.all().find((window) => window.isFocused()) ?? windows.all()[0] ?? null;
const launcher = new Launcher({
  start: { dataDir, shell: 'desktop', version: app.getVersion(), appAddress: frameAddress },
  spawn: () => launchHost({ entry: join(dist, 'host.mjs'), utilityProcess, node: hostNode }),
  startModel: () => launchModel({ entry: join(dist, 'workers/model-process.mjs'), utilityProcess }),
  openLink: (url) => openExternalLink(shell, url),
  choosePath: createPathChooser({ dialog, window: askingWindow }),
  takeScreenshot: createScreenshotTaker({
    capturer: desktopCapturer,
    screen: { getAllDisplays: () => screen.getAllDisplays() },
    window: askingWindow,
    popup: (items, window, onClose) => Menu.buildFromTemplate(items).popup({ window, callback: onClose }),
    texts: () => getCatalogue(matchLocale(app.getPreferredSystemLanguages())).desktop.screenshot,
    folder: tmpdir(),
  }),
  keeper: createKeeper({ safeStorage, platform: process.platform, whenReady: () => app.whenReady() }),
  onAttention: () => windows.show(),
  onWaiting: (waiting) => signs?.update(waiting),
  onJobEnded: (job) => jobSigns?.ended(job),
  onLog: log,
  apps: frames,
});

/** Whichever way a link comes, it goes to the host as it is, and the window that will show it comes to the front. */
function receiveLink(link: string): void {
  launcher.installLink(link);
  if (app.isReady()) windows.show();
}
// On a Mac the system hands links over by this event, which may come before the app is ready.
app.on('open-url', (event, link) => {
  event.preventDefault();
  receiveLink(link);
});

/** What waits is told by the host as soon as it is there: the signs stand before it can be. */
function makeSigns({ desktop: texts, notifications: words }: Catalogue, quit: () => void): void {
  const system: SystemSigns = { app, Tray, Menu, Notification, imageOf: (pixels, size) => nativeImage.createFromBitmap(pixels, size), windows: () => windows.all(), platform: process.platform };
  signs = new QuestionSigns({
    texts,
    words,
    badge: (count) => {
      windows.setCount(count);
      systemBadge(system, count, texts.tray.questions(count));
    },
    tray: () => systemTray(system),
    notify: (text, onPress) => systemNotification(system, text, onPress),
    isInFront: () => windows.isInFront(),
    open: (hash) => void windows.show(hash ?? undefined),
    quit,
    log,
  });
  jobSigns = new JobSigns({
    words,
    notify: (text, onPress) => systemNotification(system, text, onPress),
    isInFront: () => windows.isInFront(),
    open: (hash) => void windows.show(hash),
    log,
  });
  quitQuestion = new QuitQuestion({
    texts,
    count: () => signs?.count ?? 0,
    ask: async (box) => {
      const { response } = await dialog.showMessageBox(windows.show(), { type: 'question', message: box.message, detail: box.detail, buttons: [box.quit, box.stay], defaultId: 1, cancelId: 1 });
      return response === 0;
    },
    quit: () => app.quit(),
    log,
  });
}

async function start(): Promise<void> {
  // The host starts while the window is being made.
  const hostStarted = launcher.start();
  hostStarted.catch(() => undefined);
  await app.whenReady();
  const catalogue = getCatalogue(matchLocale(app.getPreferredSystemLanguages()));
  const texts = catalogue.desktop;
  lockSession(session.defaultSession, frames);
  serveWindow(session.defaultSession, await readWindowFiles(join(dist, 'renderer')), frames);
  openDoor({ ipc: ipcMain, isWindow: (id) => windows.isWindow(id), connect: (name, window) => launcher.connect(name, window), audit: log });
  const quit = (): void => {
    if (quitQuestion?.asks() !== true) app.quit();
  };
  makeSigns(catalogue, quit);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ texts: texts.menu, platform: process.platform, isPackaged: app.isPackaged, quit })));
  // After a sleep servers may be gone without a word.
  powerMonitor.on('resume', () => launcher.resumed());
  app.on('activate', () => windows.show());
  windows.show();
  try {
    await hostStarted;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    cannotStart(error.failure.kind === 'locked' ? texts.inUse(dataDir, String(error.failure.pid ?? '?')) : error.failure.message);
  }
}

const refused = app.isPackaged ? dangerousSwitch(process.argv.slice(1)) : null;
if (refused !== null) cannotStart(getCatalogue('en').desktop.dangerousSwitch(refused));
else if (!isOnlyInstance(app, () => windows.show(), receiveLink)) app.exit(0);
else {
  const link = installLinkOf(process.argv.slice(1));
  if (link !== null) receiveLink(link);
  // Run from its source, the app is no program that the system could start for a link.
  if (app.isPackaged) app.setAsDefaultProtocolClient(installScheme);
  arrangeQuitting({ app, closeWindows: () => windows.destroyAll(), stopHost: () => launcher.stop(), log, platform: process.platform });
  start().catch((error: unknown) => cannotStart(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}
