import { describe, expect, it, vi } from 'vitest';
import { isOwnAddress } from './app-address.ts';
import { AppFrames } from './app-frames.ts';
import { openExternalLink } from './external-links.ts';
import { guardNavigation } from './navigation-guard.ts';
import { isLoadable, lockSession } from './permissions.ts';
import { dangerousSwitch } from './switches.ts';
import { answer, registerScheme } from './window-protocol.ts';
import { pagePreferences } from './windows.ts';

const foreign = [
  'https://evil.test/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'portolan-app://other/',
  'portolan-app://main.evil.test/',
  'portolan-app://main:80/',
  'portolan-app://user@main/',
  'portolan-apps://main/',
  'data:text/html,x',
  'javascript:alert(1)',
  'about:blank',
  'blob:portolan-app://main/x',
  '',
  'main',
];

describe('the window’s own address', () => {
  it('is one scheme and one host, and nothing that looks like it', () => {
    for (const own of ['portolan-app://main/', 'portolan-app://main/assets/a.js', 'portolan-app://main/#/settings']) expect(isOwnAddress(own), own).toBe(true);
    for (const other of foreign) expect(isOwnAddress(other), other).toBe(false);
  });
});

describe('the protocol of the window', () => {
  const file = { type: 'text/html', body: Buffer.from('<p>'), gzip: null, tag: '', isImmutable: false };
  const files = new Map([
    ['/', file],
    ['/index.html', file],
  ]);

  it('has no privilege beyond a secure standard origin (E18, I10)', () => {
    const register = vi.fn<(schemes: unknown) => void>();
    registerScheme({ registerSchemesAsPrivileged: register });
    expect(register).toHaveBeenCalledExactlyOnceWith([{ scheme: 'portolan-app', privileges: { standard: true, secure: true } }, { scheme: 'portolan-sandbox', privileges: { standard: true, secure: true } }]);
  });

  it('answers with the policy of the window, connecting nowhere (E7)', async () => {
    const response = answer({ url: 'portolan-app://main/', method: 'GET' }, files);
    expect([response.status, await response.text()]).toEqual([200, '<p>']);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const directive of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]) expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe|\*|https?:|ws:/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('knows the files read at start and nothing else (E18)', () => {
    for (const url of ['portolan-app://main/../../etc/passwd', 'portolan-app://main/%2e%2e/%2e%2e/etc/passwd', 'portolan-app://main/..%5c..%5cx', 'portolan-app://other/index.html', 'portolan-app://main/__proto__', 'portolan-app://main/assets', 'file:///index.html']) {
      expect(answer({ url, method: 'GET' }, files).status, url).toBe(404);
    }
    expect(answer({ url: 'portolan-app://main/', method: 'POST' }, files).status).toBe(404);
  });
});

describe('permissions', () => {
  function locked() {
    const handlers: Record<string, (...args: unknown[]) => unknown> = {};
    const keep = (name: string) => (handler: unknown) => void (handlers[name] = handler as (...args: unknown[]) => unknown);
    lockSession({
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setDisplayMediaRequestHandler: keep('display'),
      setSpellCheckerEnabled: (isEnabled: boolean) => void (handlers['spell-checker'] = () => isEnabled),
      setSpellCheckerLanguages: (languages: string[]) => void (handlers['spell-languages'] = () => languages),
      setSpellCheckerDictionaryDownloadURL: (url: string) => void (handlers['spell-address'] = () => url),
      on: (name: string, handler: unknown) => keep(name)(handler),
      webRequest: { onBeforeRequest: keep('request-network'), onBeforeSendHeaders: keep('send-headers'), onHeadersReceived: keep('headers-received') },
    } as never, new AppFrames());
    return handlers;
  }
  const asked = ['media', 'geolocation', 'notifications', 'midi', 'midiSysex', 'clipboard-read', 'hid', 'serial', 'usb', 'fullscreen', 'pointerLock', 'keyboardLock', 'openExternal', 'display-capture', 'idle-detection', 'storage-access', 'window-management', 'fileSystem', 'unknown'];

  it('denies everything to everyone, and copying to all but our own top frame (E5, I11)', () => {
    const { request, check, device, display } = locked();
    const outcome = (permission: string, isMainFrame: boolean, requestingUrl: string | undefined) => {
      let granted: unknown;
      request?.(null, permission, (value: unknown) => (granted = value), { isMainFrame, requestingUrl });
      expect(check?.(null, permission, requestingUrl, { isMainFrame, requestingUrl })).toBe(granted);
      return granted;
    };
    for (const permission of asked) expect(outcome(permission, true, 'portolan-app://main/'), permission).toBe(false);
    expect(outcome('clipboard-sanitized-write', true, 'portolan-app://main/')).toBe(true);
    expect(outcome('clipboard-sanitized-write', false, 'portolan-app://main/')).toBe(false);
    expect(outcome('clipboard-sanitized-write', true, undefined)).toBe(false);
    for (const other of foreign) expect(outcome('clipboard-sanitized-write', true, other), other).toBe(false);
    expect(device?.({})).toBe(false);
    const streams = vi.fn<(value: unknown) => void>();
    display?.({}, streams);
    expect(streams).toHaveBeenCalledExactlyOnceWith({});
  });

  it('lets pages load their own files and what they made themselves, never the network (E1)', () => {
    for (const own of ['portolan-app://main/a.js', 'blob:portolan-app://main/1', 'data:image/png;base64,AA']) expect(isLoadable(own), own).toBe(true);
    for (const other of ['https://evil.test/', 'http://127.0.0.1/', 'ws://evil.test/', 'ftp://evil.test/', 'file:///etc/passwd', 'blob:https://evil.test/1', 'portolan-app://other/']) expect(isLoadable(other), other).toBe(false);
  });

  it('lets no spelling checker fetch a dictionary (T:I16, E1)', () => {
    const spelling = locked();
    const said = ['spell-checker', 'spell-languages', 'spell-address'].map((name) => spelling[name]?.());
    expect(said).toEqual(process.platform === 'darwin' ? [undefined, undefined, undefined] : [false, [], 'portolan-app://main/no-dictionaries/']);
  });

  it('saves only what a page of ours made', () => {
    const download = locked()['will-download'];
    const isStopped = (url: string) => {
      const preventDefault = vi.fn<() => void>();
      download?.({ preventDefault }, { getURL: () => url });
      return preventDefault.mock.calls.length === 1;
    };
    expect(isStopped('blob:portolan-app://main/1')).toBe(false);
    for (const url of ['https://evil.test/x.exe', 'data:text/plain,x', 'blob:https://evil.test/1', 'file:///etc/passwd']) expect(isStopped(url), url).toBe(true);
  });
});

describe('navigation', () => {
  it('goes nowhere else, opens nothing, embeds nothing (E11, E12, E13, E14)', () => {
    const handlers: Record<string, (event: unknown) => void> = {};
    let open: ((details: { url: string }) => { action: string }) | undefined;
    const audit: string[] = [];
    guardNavigation({ on: (name: string, handler: (event: unknown) => void) => void (handlers[name] = handler), setWindowOpenHandler: (handler: typeof open) => void (open = handler) } as never, (line) => audit.push(line), new AppFrames());
    const isStopped = (name: string, event: object) => {
      const preventDefault = vi.fn<() => void>();
      handlers[name]?.({ preventDefault, isMainFrame: true, ...event });
      return preventDefault.mock.calls.length === 1;
    };
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      for (const url of foreign) expect(isStopped(name, { url }), `${name} ${url}`).toBe(true);
      expect(isStopped(name, { url: 'portolan-app://main/' })).toBe(false);
    }
    expect(isStopped('will-frame-navigate', { url: 'portolan-app://main/', isMainFrame: false })).toBe(true);
    expect(isStopped('will-attach-webview', {})).toBe(true);
    for (const url of [...foreign, 'portolan-app://main/']) expect(open?.({ url }), url).toEqual({ action: 'deny' });
    expect(audit.length).toBeGreaterThan(foreign.length * 3);
  });

  it('has a window made for a chat alone, and for no other address (C11, E13)', () => {
    let open: ((details: { url: string }) => { action: string }) | undefined;
    const made: string[] = [];
    guardNavigation({ on: () => undefined, setWindowOpenHandler: (handler: typeof open) => void (open = handler) } as never, () => undefined, new AppFrames(), (hash) => made.push(hash));
    const chat = 'portolan-app://main/#/chat/c_1-a?window=own';
    for (const url of [...foreign, 'portolan-app://main/#/settings', 'portolan-app://main/#/chat/c_1', `${chat}&x`, `${chat}#`, 'portolan-app://main/x#/chat/c_1?window=own', 'portolan-app://main/#/chat/../c?window=own', 'https://evil.test/#/chat/c_1?window=own']) {
      expect(open?.({ url }), url).toEqual({ action: 'deny' });
    }
    expect(made).toEqual([]);
    expect(open?.({ url: chat })).toEqual({ action: 'deny' });
    expect(made).toEqual(['#/chat/c_1-a?window=own']);
  });
});

describe('links that leave the app', () => {
  it('are web addresses and mail, and nothing that starts a program (E15, B05)', async () => {
    const opened: string[] = [];
    const shell = { openExternal: async (address: string) => void opened.push(address) };
    for (const good of ['https://example.com/a?b#c', 'http://example.com/', 'mailto:a@example.com']) expect(await openExternalLink(shell, good), good).toBe(true);
    const bad = ['file:///etc/passwd', 'smb://host/x', 'javascript:alert(1)', 'ms-msdt:/id', 'vscode://x', 'portolan-app://main/', 'data:text/html,x', 'https://user:secret@example.com/', 'https:///', 'http://', '\\\\host\\share', '/etc/passwd', 'C:\\x.exe', 'https://example.com/\0', 'mailto:a@example.com\r\nBcc: b', '', 'x'.repeat(10)];
    for (const address of bad) expect(await openExternalLink(shell, address), address).toBe(false);
    expect(opened).toEqual(['https://example.com/a?b#c', 'http://example.com/', 'mailto:a@example.com']);
  });
});

describe('switches and preferences', () => {
  it('finds the switches that open the app up, however they are written (E30, I11, I15)', () => {
    for (const bad of ['--remote-debugging-port=9222', '--remote-debugging-pipe', '--inspect', '--inspect-brk=0', '-inspect', '--no-sandbox', '--NO-SANDBOX', '--disable-web-security', '--js-flags=--expose-gc', '--load-extension=/x', '--host-resolver-rules=MAP * 1.2.3.4', '--proxy-server=x', '--utility-cmd-prefix=sh', '--renderer-cmd-prefix=sh', '--gpu-launcher=sh', '--require=/x.js']) {
      expect(dangerousSwitch(['/app', bad]), bad).toBe(bad);
    }
    expect(dangerousSwitch(['--lang=en-US', '--force-device-scale-factor=2', 'portolan://x', '--inspector-theme'])).toBeNull();
  });

  it('gives pages no Node, no webview, an isolated and sandboxed world (E2, E3, E4, E6, E11)', () => {
    expect(pagePreferences('/p.cjs', true)).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webviewTag: false, webSecurity: true, navigateOnDragDrop: false, devTools: false });
  });
});
