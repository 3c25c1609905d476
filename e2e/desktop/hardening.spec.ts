/** The guards of the desktop where they matter: in the real window, from the page's own side. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';

test.beforeEach(async ({ electronApp }) => {
  await expect(electronApp.page.getByRole('main')).toBeVisible();
});

test('every page is isolated and sandboxed, and there is one (E2, E3, E4, E12)', async ({ electronApp }) => {
  const found = await electronApp.electron.evaluate(({ BrowserWindow, webContents }) => ({
    windows: BrowserWindow.getAllWindows().length,
    contents: webContents.getAllWebContents().length,
    preferences: webContents.getAllWebContents().map((each) => {
      // Not in electron.d.ts, but the only way to see what a page really runs under.
      const read = Reflect.get(each, 'getLastWebPreferences') as () => Record<string, boolean | undefined>;
      const { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames, webviewTag, webSecurity, allowRunningInsecureContent, experimentalFeatures } = Reflect.apply(read, each, []);
      return { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames, webviewTag, webSecurity, allowRunningInsecureContent, experimentalFeatures };
    }),
  }));
  expect(found.windows).toBe(1);
  expect(found.contents).toBe(1);
  for (const preferences of found.preferences) {
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, webSecurity: true });
    for (const off of ['nodeIntegrationInWorker', 'nodeIntegrationInSubFrames', 'allowRunningInsecureContent', 'experimentalFeatures'] as const) expect(preferences[off] ?? false).toBe(false);
  }
});

test('the page can go nowhere and open nothing (E13, E14)', async ({ electronApp }) => {
  const { page, electron } = electronApp;
  electronApp.complaints.expect(/content security policy|Not allowed|ERR_|Refused|violates|blocked/i);
  const file = join(electronApp.data.path, 'dropped.html');
  writeFileSync(file, '<title>dropped</title>');
  const start = page.url();
  for (const address of ['https://canary.example/', `file://${file}`, 'portolan-app://other/', 'data:text/html,<title>data</title>']) {
    await page.evaluate((to) => {
      location.href = to;
    }, address);
    await page.evaluate((to) => window.open(to), address);
    await page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      link.target = '_blank';
      document.body.append(link);
      link.click();
      link.remove();
    }, address);
  }
  await page.evaluate(() => {
    const refresh = document.createElement('meta');
    refresh.httpEquiv = 'refresh';
    refresh.content = '0;url=https://canary.example/';
    document.head.append(refresh);
  });
  await page.waitForTimeout(500);
  expect(page.url().split('#')[0]).toBe(start.split('#')[0]);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(electronApp.log.join('')).toContain('navigation to https://canary.example/');
  // Playwright waits for navigations that were stopped, so the page is asked directly.
  const isWindow = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL().split('#')[0] === 'portolan-app://main/');
  expect(await isWindow()).toBe(true);
  // Nobody is asked about an empty page: it is undone, and has no bridge meanwhile.
  await page.evaluate(() => {
    location.href = 'about:blank';
  });
  await expect.poll(() => electronApp.log.join('')).toContain('bringing it back');
  await expect.poll(isWindow).toBe(true);
});

test('the page is granted nothing of the machine (E5, I11)', async ({ electronApp }) => {
  electronApp.complaints.expect(/permission|policy|violation/i);
  const outcomes = await electronApp.page.evaluate(async () => {
    const attempt = async (run: () => Promise<unknown>): Promise<string> => {
      const slow = new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), 2000));
      return Promise.race([run().then((value) => (value === 'denied' ? 'denied' : 'granted'), () => 'denied'), slow]);
    };
    const reach = (name: string): unknown => Reflect.get(navigator, name);
    const call = async (owner: unknown, method: string, ...args: unknown[]): Promise<unknown> => {
      if (typeof owner !== 'object' || owner === null) return Promise.reject(new Error('not there'));
      const found: unknown = Reflect.get(owner, method);
      return typeof found === 'function' ? (Reflect.apply(found, owner, args) as unknown) : Promise.reject(new Error('not there'));
    };
    return {
      camera: await attempt(() => call(reach('mediaDevices'), 'getUserMedia', { video: true })),
      microphone: await attempt(() => call(reach('mediaDevices'), 'getUserMedia', { audio: true })),
      screen: await attempt(() => call(reach('mediaDevices'), 'getDisplayMedia', { video: true })),
      place: await attempt(() => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
      notifications: await attempt(() => Notification.requestPermission()),
      midi: await attempt(() => call(navigator, 'requestMIDIAccess', { sysex: true })),
      usb: await attempt(() => call(reach('usb'), 'requestDevice', { filters: [] })),
      hid: await attempt(() => call(reach('hid'), 'requestDevice', { filters: [] })),
      serial: await attempt(() => call(reach('serial'), 'requestPort')),
      clipboard: await attempt(() => navigator.clipboard.readText()),
    };
  });
  for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toBe('denied');
});

test('the scheme gives nothing but the window’s files (E18, I10)', async ({ electronApp }) => {
  electronApp.complaints.expect(/./);
  const statuses = await electronApp.electron.evaluate(async ({ net }) => {
    const found: Record<string, number | string> = {};
    for (const url of ['portolan-app://main/', 'portolan-app://main/../../etc/passwd', 'portolan-app://main/%2e%2e/%2e%2e/etc/passwd', 'portolan-app://other/index.html', 'portolan-app://main/.stamp']) {
      try {
        found[url] = (await net.fetch(url)).status;
      } catch (error) {
        found[url] = String(error);
      }
    }
    return found;
  });
  expect(statuses).toEqual({
    'portolan-app://main/': 200,
    'portolan-app://main/../../etc/passwd': 404,
    'portolan-app://main/%2e%2e/%2e%2e/etc/passwd': 404,
    'portolan-app://other/index.html': 404,
    'portolan-app://main/.stamp': 404,
  });
});

test('the bridge takes text and two functions, whatever it is called with (I08, E20)', async ({ electronApp }) => {
  const seen = await electronApp.page.evaluate(async () => {
    interface Bridge {
      connect(...args: unknown[]): Promise<{ send(text: unknown): void }>;
    }
    const bridge = Reflect.get(globalThis, 'portolan') as Bridge;
    const outcomes: string[] = [];
    for (const args of [[], [1, 2], [() => undefined], ['x', () => undefined], [{}, {}]]) {
      outcomes.push(await bridge.connect(...args).then(() => 'let in', () => 'refused'));
    }
    const frames: string[] = [];
    const { send } = await bridge.connect((text: unknown) => frames.push(typeof text), () => frames.push('closed'));
    for (const junk of [undefined, null, 7, {}, ['x'], () => undefined]) {
      try {
        send(junk);
        outcomes.push('sent');
      } catch {
        outcomes.push('refused');
      }
    }
    for (const text of ['', '{', 'null', '{"t":"call"}', '{"t":"call","n":1,"m":"__proto__","i":{}}', '{"t":"call","n":2,"m":"servers/add","i":{"name":"x"}}']) send(text);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { outcomes, frames, isFrozen: Object.isFrozen(bridge), names: Object.getOwnPropertyNames(bridge) };
  });
  expect(new Set(seen.outcomes)).toEqual(new Set(['refused']));
  expect(seen.frames).toEqual(['string', 'string']);
  expect(seen.names).toEqual(['connect']);
});

test('the door opens for no other page: not with our preload, not at our own address, not from a frame (I09, E17)', async ({ electronApp }) => {
  electronApp.complaints.expect(/./);
  const outcomes = await electronApp.electron.evaluate(async ({ app, BrowserWindow }) => {
    const preload = `${app.getAppPath()}/dist/preload.cjs`;
    const attempt = `new Promise((resolve) => {
      const bridge = globalThis.portolan;
      if (!bridge) { resolve('no bridge'); return; }
      bridge.connect(() => resolve('let in'), () => resolve('refused')).then(({ send }) => send('{"t":"call","n":1,"m":"app/info","i":{}}'), () => resolve('refused'));
    })`;
    const found: string[] = [];
    for (const address of ['portolan-app://main/', 'data:text/html,<p>other</p>', 'about:blank']) {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } });
      await other.loadURL(address).catch(() => undefined);
      found.push(String(await other.webContents.executeJavaScript(attempt).catch(() => 'stopped')));
      other.destroy();
    }
    return found;
  });
  expect(outcomes.length).toBe(3);
  expect(outcomes.filter((outcome) => !['refused', 'no bridge', 'stopped'].includes(outcome))).toEqual([]);
  // With the preload and at the right address it is the door itself that says no.
  expect(outcomes[0]).toBe('refused');
  expect(electronApp.log.join('')).toContain('not one of our windows');
  const inFrame = await electronApp.page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const seen = frame.contentWindow === null ? 'none' : typeof Reflect.get(frame.contentWindow, 'portolan');
    frame.remove();
    return seen;
  });
  expect(['undefined', 'none']).toContain(inFrame);
});

test('a page that crashes is loaded again while the host goes on (R78, E31)', async ({ electronApp }) => {
  const { electron, data } = electronApp;
  electronApp.complaints.expect(/./);
  const host = data.hostPid();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => electronApp.log.join('')).toContain('loading it again');
  await expect
    .poll(() => electron.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return window && !window.webContents.isCrashed() && !window.webContents.isLoading() ? window.webContents.getURL().split('#')[0] : '';
    }))
    .toBe('portolan-app://main/');
  expect(data.hostPid()).toBe(host);
});

test('the process that draws is killed: it comes again by itself, and the window goes on where it was (R77)', { tag: '@full' }, async ({ electronApp }) => {
  const { electron, page, data } = electronApp;
  electronApp.complaints.expect(/./);
  const drawing = () => electron.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  await expect.poll(drawing).toBeGreaterThan(0);
  const [before, host] = [await drawing(), data.hostPid()];
  process.kill(before, 'SIGKILL');
  await expect.poll(async () => ![0, before].includes(await drawing()), { timeout: 15_000 }).toBe(true);
  // The same page, and it is drawn: a picture of it needs the new process.
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByRole('tab', { name: 'About' })).toHaveAttribute('aria-selected', 'true');
  expect((await page.screenshot()).length).toBeGreaterThan(5_000);
  expect(data.hostPid()).toBe(host);
});

test('a second start shows the first window and ends (E28)', async ({ electronApp }) => {
  const { spawn } = await import('node:child_process');
  const binary = process.env['ELECTRON_BIN'] ?? '';
  const appFolder = await electronApp.electron.evaluate(({ app }) => app.getAppPath());
  const second = spawn(binary, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', appFolder], {
    env: { ...process.env, PORTOLAN_DATA_DIR: electronApp.data.path, PORTOLAN_HOST_NODE: process.execPath },
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  expect(await electronApp.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
