/** What can be read off the sources alone: constructions that must not be there, or at one place only. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Source {
  path: string;
  text: string;
}

function sources(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|html)$/.test(entry.name) && !/\.(test|test-d)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/](node_modules|dist|\.tsbuild|test|testing)[\\/]/.test(file))
      .map((file) => ({ path: file.slice(root.length), text: withoutComments(readFileSync(file, 'utf8')) })),
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

const desktop = sources('apps/desktop/src');
const shells = sources('apps/desktop/src', 'apps/browser/src');
const window = sources('apps/renderer', 'packages/ui', 'packages/markdown', 'packages/schema-form', 'packages/i18n', 'packages/contract');
const all = [...shells, ...window, ...sources('packages/host', 'packages/mcp-client')];
const where = (list: Source[], pattern: RegExp) => list.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the sources', () => {
  it('are found at all', () => {
    expect(desktop.length).toBeGreaterThan(15);
    expect(all.length).toBeGreaterThan(250);
  });

  it('give no page Node or an unguarded world (E2, E3, E4, E6, E8, E9, E10, E11)', () => {
    expect(where(desktop, /nodeIntegration\w*:\s*true|contextIsolation:\s*false|sandbox:\s*false|webviewTag:\s*true/)).toEqual([]);
    expect(where(desktop, /webSecurity:\s*false|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowPopups|bypassCSP|allowServiceWorkers|supportFetchAPI|corsEnabled/)).toEqual([]);
    expect(where(desktop, /appendSwitch/)).toEqual([]);
    expect(where(desktop, /new BrowserWindow\(/)).toEqual(['apps/desktop/src/main.ts']);
    expect(where(desktop, /webPreferences:/)).toEqual(['apps/desktop/src/windows.ts']);
  });

  it('have one door, one bridge and one way out (E15, E17, E20)', () => {
    expect(where(desktop, /\bipc(Main)?\s*\.\s*(on|handle|once)\b/)).toEqual(['apps/desktop/src/ipc-door.ts']);
    expect(where(desktop, /ipcRenderer/)).toEqual(['apps/desktop/src/preload.ts']);
    expect(where(desktop, /exposeInMainWorld/)).toEqual(['apps/desktop/src/preload.ts']);
    expect(where(desktop, /exposeInMainWorld\([^)]*ipcRenderer|ipcRenderer\.(invoke|send|sendSync|on)\b/)).toEqual([]);
    const calls = all.flatMap(({ path, text }) => [...text.matchAll(/\.openExternal\(/g)].map(() => path));
    expect(calls).toEqual(['apps/desktop/src/external-links.ts']);
    expect(where(all, /shell\.(openPath|showItemInFolder|beep|trashItem)/)).toEqual([]);
  });

  it('run no text as code (E29)', () => {
    expect(where(all, /\beval\(|new Function\(|executeJavaScript|from 'node:vm'|unsafe-eval/)).toEqual([]);
    // An app is one page with its script inside; its frame has no origin and reaches nothing of ours.
    expect(where(all, /unsafe-inline/)).toEqual(['packages/host/src/apps/app-policy.ts']);
    expect(where(window, /dangerouslySetInnerHTML/)).toEqual([]);
  });

  it('ask for no updates, show no notes of releases and send no reports (T:B11, T:I16, T:I17, E32)', () => {
    expect(where(all, /autoUpdater|electron-updater|setFeedURL|update-electron-app|releaseNotes|checkForUpdates/)).toEqual([]);
    const declared = ['package.json', 'apps/desktop/package.json', 'apps/renderer/package.json', 'packages/host/package.json'].map((path) => readFileSync(join(root, path), 'utf8')).join('');
    expect(declared).not.toMatch(/electron-updater|update-electron-app|sentry|posthog|@opentelemetry|bugsnag/);
  });

  it('use no remote module, crash dumps, service worker, database or cookie of the page (E29, E33, W14)', () => {
    expect(where(all, /@electron\/remote|crashReporter|serviceWorker\.register|navigator\.serviceWorker/)).toEqual([]);
    expect(where(all, /indexedDB|document\.cookie/)).toEqual([]);
  });

  it('listen on one address and allow no other origin (W1, W6, W13)', () => {
    expect(where(shells, /\.listen\(/)).toEqual(['apps/browser/src/app-frames.ts', 'apps/browser/src/server.ts']);
    expect(where(shells, /0\.0\.0\.0|'::'|"::"/)).toEqual([]);
    expect(where(all, /['"]Access-Control-/i)).toEqual([]);
  });

  it('load nothing by a path that could be steered (E18)', () => {
    expect(where(desktop, /loadFile\(|file:\/\//)).toEqual([]);
    expect(where(desktop, /\.loadURL\(/)).toEqual(['apps/desktop/src/windows.ts']);
  });

  it('are packed for Linux, macOS and Windows, with hardened rights and no signing key of anybody (O02)', () => {
    const packing = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
    expect(packing).toMatch(/^linux:\n(?: .*\n)*? {2}target: \[AppImage, deb\]$/m);
    expect(packing).toMatch(/^mac:\n(?: .*\n)*? {4}- \{ target: dmg, arch: \[x64, arm64\] \}$/m);
    expect(packing).toMatch(/^win:\n(?: .*\n)*? {4}- \{ target: nsis, arch: \[x64, arm64\] \}$/m);
    expect(packing).toMatch(/hardenedRuntime: true/);
    expect(packing).not.toMatch(/certificateFile|certificatePassword|cscLink|identity: \S|verifyUpdateCodeSignature: false|sign: null/);
    expect(packing).toMatch(/^publish: null$/m);
  });

  it('are made for a supported Electron, the same everywhere (E16)', () => {
    const versions = ['package.json', 'apps/desktop/package.json'].map((path) => (JSON.parse(readFileSync(join(root, path), 'utf8')) as { devDependencies: Record<string, string> }).devDependencies['electron'] ?? '');
    expect(new Set(versions).size).toBe(1);
    // The floor of the known holes of custom schemes, permissions and second instances (I10, I11).
    expect(Number(versions[0]?.split('.')[0])).toBeGreaterThanOrEqual(42);
    expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
