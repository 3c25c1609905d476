import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { launchHost } from './host-launch.ts';
import type { HostLaunchOptions } from './host-launch.ts';
import { menuTemplate } from './menu.ts';
import { arrangeQuitting } from './quitting.ts';
import type { QuitDeps } from './quitting.ts';
import { isOnlyInstance } from './single-instance.ts';
import { keepWindowState, readWindowState } from './window-state.ts';
import { getCatalogue } from '@portolan/i18n/catalogue';

class FakeApp extends EventEmitter {
  exits: number[] = [];
  quits = 0;
  exit(code = 0): void {
    this.exits.push(code);
  }
  quit(): void {
    this.quits++;
    this.emit('before-quit', { preventDefault: () => undefined });
  }
}

function quitting(stopHost: () => Promise<void>, change: Partial<QuitDeps> = {}) {
  const app = new FakeApp();
  const closeWindows = vi.fn<() => void>();
  const log: string[] = [];
  arrangeQuitting({ app: app as never, closeWindows, stopHost, log: (line) => log.push(line), platform: 'linux', ...change });
  return { app, closeWindows, log };
}

describe('quitting', () => {
  it('closes the windows, stops the host with its servers, then ends, once', async () => {
    const stopped = Promise.withResolvers<void>();
    const { app, closeWindows } = quitting(() => stopped.promise);
    app.quit();
    app.quit();
    expect(closeWindows).toHaveBeenCalledOnce();
    expect(app.exits).toEqual([]);
    stopped.resolve();
    await vi.waitFor(() => expect(app.exits).toEqual([0]));
  });

  it('ends even when the host does not', async () => {
    const { app, log } = quitting(() => new Promise(() => undefined), { limit: 20 });
    app.quit();
    await vi.waitFor(() => expect(app.exits).toEqual([1]));
    expect(log).toEqual(['the host did not end in time']);
  });

  it('ends with its last window, but not on a Mac', () => {
    const linux = quitting(async () => undefined);
    linux.app.emit('window-all-closed');
    expect(linux.app.quits).toBe(1);
    const mac = quitting(async () => undefined, { platform: 'darwin' });
    mac.app.emit('window-all-closed');
    expect(mac.app.quits).toBe(0);
  });
});

describe('a second start', () => {
  it('shows the first one’s window, hands on the one link it was given as it is, and looks at nothing else (E28, S07)', () => {
    const show = vi.fn<(...args: unknown[]) => void>();
    const links: string[] = [];
    const app = Object.assign(new EventEmitter(), { requestSingleInstanceLock: () => true });
    expect(isOnlyInstance(app as never, show, (link) => links.push(link))).toBe(true);
    app.emit('second-instance', {}, ['portolan://install?program', '--remote-debugging-port=1', 'https://evil.example', 'PORTOLAN://install?x=1 --inspect'], '/tmp');
    // Two at once are nobody's wish, and the first word is the program.
    app.emit('second-instance', {}, ['/usr/bin/portolan', 'portolan://install?a', 'portolan://install?b'], '/tmp');
    app.emit('second-instance', {}, ['/usr/bin/portolan', '--flag=portolan://install?a'], '/tmp');
    expect(show.mock.calls).toEqual([[], [], []]);
    expect(links).toEqual(['PORTOLAN://install?x=1 --inspect']);
    const other = Object.assign(new EventEmitter(), { requestSingleInstanceLock: () => false });
    expect(isOnlyInstance(other as never, show, () => undefined)).toBe(false);
    expect(other.listenerCount('second-instance')).toBe(0);
  });
});

describe('the host of the desktop', () => {
  it('is a utility process, spoken to by messages and killed by its pid', async () => {
    const child = Object.assign(new EventEmitter(), { pid: 4_194_304, posted: new Array<unknown>(), postMessage(message: unknown) { this.posted.push(message); } });
    const fork = vi.fn<HostLaunchOptions['utilityProcess']['fork']>(() => child as never);
    const host = launchHost({ entry: '/app/dist/host.mjs', utilityProcess: { fork }, node: undefined });
    expect(fork).toHaveBeenCalledExactlyOnceWith('/app/dist/host.mjs', [], { serviceName: 'Portolan host', stdio: ['ignore', 'ignore', 'inherit'] });
    const seen: unknown[] = [];
    host.onMessage((message) => seen.push(message));
    child.emit('message', { t: 'up' });
    host.send({ t: 'stop' });
    expect([seen, child.posted]).toEqual([[{ t: 'up' }], [{ t: 'stop' }]]);
    const how = new Promise((resolve) => host.onExit(resolve));
    child.emit('exit', 9);
    expect(await how).toBe('ended with code 9');
    Reflect.set(child, 'pid', undefined);
    expect(() => host.kill()).not.toThrow();
  });
});

describe('where the window was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-window-'));
  const file = join(folder, 'window.json');
  const screens = [{ x: 0, y: 0, width: 1920, height: 1040 }, { x: 1920, y: 0, width: 1280, height: 1000 }];
  afterEach(() => rmSync(file, { force: true }));
  const read = (text: string) => {
    writeFileSync(file, text);
    return readWindowState(file, screens);
  };

  it('is kept for its owner and comes back', () => {
    keepWindowState(file, { x: 2000, y: 10, width: 900, height: 700, isMaximized: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ x: 2000 });
    expect(readWindowState(file, screens)).toEqual({ x: 2000, y: 10, width: 900, height: 700, isMaximized: true });
  });

  it('is never somewhere that cannot be seen, and never nonsense', () => {
    expect(read('{"x":9000,"y":0,"width":900,"height":700}')).toEqual({ width: 900, height: 700, isMaximized: false });
    expect(read('{"x":10,"y":-500,"width":900,"height":700}')).toEqual({ width: 900, height: 700, isMaximized: false });
    expect(read('{"x":10,"y":10,"width":90000,"height":7}')).toEqual({ x: 10, y: 10, width: 1920, height: 480, isMaximized: false });
    for (const text of ['', '{', 'null', '[]', '{"width":"1"}', '{"width":1e9,"height":1}', '{"width":1.5,"height":1}']) expect(read(text), text).toEqual({ width: 1280, height: 832, isMaximized: false });
    expect(readWindowState(join(folder, 'none'), [])).toEqual({ width: 1280, height: 832, isMaximized: false });
  });
});

describe('the menu', () => {
  it('has the keys of the clipboard everywhere, and developer tools in no release (E30)', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const locale of ['en', 'zh-CN'] as const) {
        const text = JSON.stringify(menuTemplate({ texts: getCatalogue(locale).desktop.menu, platform, isPackaged: true, quit: () => undefined }));
        for (const role of ['undo', 'cut', 'copy', 'paste', 'selectAll', 'togglefullscreen']) expect(text).toContain(`"role":"${role}"`);
        expect(text).not.toMatch(/toggleDevTools/i);
        expect(text).toContain('"accelerator":"CommandOrControl+Q"');
        expect(text).toContain(getCatalogue(locale).desktop.menu.paste);
      }
    }
    expect(JSON.stringify(menuTemplate({ texts: getCatalogue('en').desktop.menu, platform: 'linux', isPackaged: false, quit: () => undefined }))).toContain('toggleDevTools');
  });
});
