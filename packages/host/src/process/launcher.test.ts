import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHostClient } from '@portolan/contract/client';
import type { HostClient } from '@portolan/contract/client';
import type { FramePort } from '@portolan/contract/frames';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConversationId } from '@portolan/contract/ids';
import { forkHost } from './host-child.ts';
import { Launcher } from './launcher.ts';
import type { LauncherOptions } from './launcher.ts';
import { maxFrameFromWindow } from './messages.ts';
import { quitTimes } from './quit-times.ts';

const entry = fileURLToPath(new URL('../../test/fake-host-process.ts', import.meta.url));
const neverClosing = fileURLToPath(new URL('../../test/never-closing-host.ts', import.meta.url));
const launchers: Launcher[] = [];
const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portolan-launcher-'));
  folders.push(made);
  return made;
}

function launch(options: Partial<LauncherOptions> & { dataDir?: string } = {}): { launcher: Launcher; log: string[] } {
  const log: string[] = [];
  const launcher = new Launcher({
    start: { dataDir: options.dataDir ?? folder(), shell: 'browser', version: '1.2.3' },
    spawn: () => forkHost(entry, { onLog: (text) => log.push(text) }),
    onLog: (line) => log.push(line),
    ...options,
  });
  launchers.push(launcher);
  return { launcher, log };
}

afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.stop()));
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

interface Window {
  client: HostClient;
  ended: Promise<string>;
  receive(text: string): void;
  close(): void;
}

/** A window that takes everything at once. */
function connect(launcher: Launcher, name: string): Window {
  const frames: ((text: string) => void)[] = [];
  const closes: (() => void)[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const line = launcher.connect(name, {
    deliver: (text) => {
      for (const listener of frames) listener(text);
      line.taken(text.length);
    },
    onEnd: (reason) => {
      resolve(reason);
      for (const listener of closes) listener();
    },
  });
  const port: FramePort = { send: (text) => line.receive(text), onFrame: (listener) => void frames.push(listener), onClose: (listener) => void closes.push(listener) };
  return { client: createHostClient(port), ended, receive: (text) => line.receive(text), close: () => line.close() };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const conversationId = 'c1' as never;

describe('the launcher', () => {
  it('starts the host in a process of its own and carries several windows at once', async () => {
    const { launcher } = launch();
    const started = launcher.start();
    const early = connect(launcher, 'window-1');
    const asked = early.client.request('app/info', {});
    await started;
    const other = connect(launcher, 'window-2');
    const [first, second] = await Promise.all([asked, other.client.request('app/info', {})]);
    expect(first.platform).toBe('window-1');
    expect(second.platform).toBe('window-2');
    expect(Number(first.configFile)).toBe(launcher.pid);
    expect(launcher.pid).not.toBe(process.pid);
  });

  it('starts the host again after kill -9: windows are told, connect anew, and read a notice (R79, R80)', async () => {
    const { launcher } = launch();
    await launcher.start();
    const before = connect(launcher, 'window-1');
    await before.client.request('app/info', {});
    const pid = launcher.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    expect(await before.ended).toBe('host-gone');
    await expect(before.client.request('app/info', {})).rejects.toMatchObject({ problem: { code: 'host-gone' } });

    const after = connect(launcher, 'window-1');
    const notice = await new Promise((resolve) => after.client.watch('settings/watch', {}, (event) => resolve(event.notices[0])));
    expect(notice).toMatchObject({ kind: 'host-restarted', details: { ended: 'ended by SIGKILL' } });
    expect(launcher.pid).not.toBe(pid);
  });

  it('starts another host at once where the one before asked for it, which is no crash to tell of (C12)', async () => {
    const { launcher } = launch();
    await launcher.start();
    const before = connect(launcher, 'window-1');
    const pid = launcher.pid ?? 0;
    void before.client.request('drafts/save', { conversationId: ConversationId.parse('c1'), text: 'restart' }).catch(() => undefined);
    expect(await before.ended).toBe('host-gone');
    const after = connect(launcher, 'window-1');
    const notices = await new Promise((resolve) => after.client.watch('settings/watch', {}, (event) => resolve(event.notices)));
    expect(notices).toEqual([]);
    expect(launcher.pid).not.toBe(pid);
  });

  it('tells the host when the machine wakes up (R73)', async () => {
    const { launcher } = launch();
    launcher.resumed();
    await launcher.start();
    const window = connect(launcher, 'window-1');
    launcher.resumed();
    launcher.resumed();
    await expect.poll(async () => (await window.client.request('drafts/get', { conversationId: ConversationId.parse('resumed') })).text).toBe('resumed 2');
  });

  it('ends a host that no longer answers, and starts another (R79)', async () => {
    const { launcher, log } = launch({ timing: { beat: 50, missedBeats: 4 } });
    await launcher.start();
    const pid = launcher.pid ?? 0;
    const window = connect(launcher, 'window-1');
    await expect(window.client.request('drafts/save', { conversationId, text: 'block' })).rejects.toMatchObject({ problem: { code: 'host-gone' } });
    expect(isAlive(pid)).toBe(false);
    expect(log.join('\n')).toContain('no longer answers');
    expect((await connect(launcher, 'window-1').client.request('app/info', {})).version).toBe('1.2.3');
  });

  it('never goes on after an uncaught error (E31)', async () => {
    const { launcher, log } = launch();
    await launcher.start();
    const pid = launcher.pid ?? 0;
    const window = connect(launcher, 'window-1');
    await window.client.request('drafts/save', { conversationId, text: 'throw' });
    expect(await window.ended).toBe('host-gone');
    await connect(launcher, 'window-1').client.request('app/info', {});
    expect(launcher.pid).not.toBe(pid);
    expect(log.join('\n')).toContain('a bug of the product');
  });

  it('gives up after a row of crashes and says so, instead of trying for ever', async () => {
    const { launcher, log } = launch({ timing: { backoff: 1, backoffMost: 1 } });
    await launcher.start();
    const failed = new Promise((resolve) => launcher.onState((state) => state === 'failed' && resolve(state)));
    launcher.onState((state) => {
      if (state === 'ready') void connect(launcher, 'window-1').client.request('drafts/save', { conversationId, text: 'exit' }).catch(() => undefined);
    });
    void connect(launcher, 'window-1').client.request('drafts/save', { conversationId, text: 'exit' }).catch(() => undefined);
    await failed;
    expect(log.at(-1)).toContain('times in a row');
    expect(await connect(launcher, 'window-2').ended).toBe('host-gone');
  });

  it('kills a host that does not end within the limit', async () => {
    const { launcher } = launch({ timing: { stop: 200 } });
    await launcher.start();
    const pid = launcher.pid ?? 0;
    await connect(launcher, 'window-1').client.request('drafts/save', { conversationId, text: 'stubborn' });
    await launcher.stop();
    expect(isAlive(pid)).toBe(false);
    expect(launcher.state).toBe('stopped');
  });

  it('waits for a host that cannot get done: it kills what is left of its servers before it goes (S12, R37)', async () => {
    const log: string[] = [];
    const { launcher } = launch({ spawn: () => forkHost(neverClosing, { onLog: (text) => log.push(text) }), onLog: (line) => log.push(line) });
    await launcher.start();
    const pid = launcher.pid ?? 0;
    await launcher.stop();
    expect(isAlive(pid)).toBe(false);
    await vi.waitFor(() => expect(log.join('')).toContain('servers killed'));
  });

  it('leaves each step of the end time for the one before it (R37)', () => {
    // Asked, told, killed, and what escaped looked for.
    const ladder = 2000 + 2000 + 1000 + 1000;
    expect(quitTimes.host).toBeGreaterThan(ladder);
    expect(quitTimes.launcher).toBeGreaterThan(quitTimes.host);
    expect(quitTimes.app).toBeGreaterThan(quitTimes.launcher);
  });

  it('reports a host that cannot start instead of retrying', async () => {
    const { launcher } = launch({ dataDir: join(folder(), 'bad-product') });
    await expect(launcher.start()).rejects.toMatchObject({ failure: { kind: 'internal', message: 'the product does not start' } });
    expect(launcher.state).toBe('failed');
  });

  it('reports a data folder that is a file (R83)', async () => {
    const { launcher } = launch({ dataDir: entry });
    await expect(launcher.start()).rejects.toMatchObject({ failure: { kind: 'data-folder' } });
  });

  it('lets one host have a data folder, whose owner alone can read it (R89, E33)', async () => {
    const dataDir = folder();
    const { launcher: first } = launch({ dataDir });
    await first.start();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'instance.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'instance.lock')).mode & 0o777).toBe(0o600);
    // The same shell's second host waits for the first; that ends with the first, as after a crash.
    const { launcher: second } = launch({ dataDir });
    const waiting = second.start();
    await first.stop();
    await waiting;
  });

  it('closes a window that sends a frame over 8 MB or too many frames, and no other (I14)', async () => {
    const { launcher } = launch();
    await launcher.start();
    const good = connect(launcher, 'window-1');
    const large = connect(launcher, 'window-2');
    large.receive('x'.repeat(maxFrameFromWindow + 1));
    expect(await large.ended).toBe('too-large');
    const wide = connect(launcher, 'window-3');
    wide.receive('是'.repeat(maxFrameFromWindow / 3 + 1));
    expect(await wide.ended).toBe('too-large');
    const fast = connect(launcher, 'window-4');
    for (let n = 0; n < 10_000; n++) fast.receive('{}');
    expect(await fast.ended).toBe('too-many');
    expect((await good.client.request('app/info', {})).platform).toBe('window-1');
  });

  it('turns an answer over 16 MB into an error of that call', async () => {
    const { launcher } = launch();
    await launcher.start();
    const { client } = connect(launcher, 'window-1');
    await client.request('drafts/save', { conversationId, text: `huge${17 * 1024 * 1024}` });
    await expect(client.request('drafts/get', { conversationId })).rejects.toMatchObject({ problem: { code: 'invalid-output' } });
    await client.request('drafts/save', { conversationId, text: `huge${15 * 1024 * 1024}` });
    expect((await client.request('drafts/get', { conversationId })).text).toHaveLength(15 * 1024 * 1024);
  });

  it('has the shell open the dialog for a path, and takes a dialog that fails for nothing chosen (E17, S18)', async () => {
    const wishes: unknown[] = [];
    const { launcher, log } = launch({
      start: { dataDir: folder(), shell: 'desktop', version: '1.2.3' },
      choosePath: (wish) => {
        wishes.push(wish);
        return wish.kind === 'folder' ? Promise.resolve('/home/me/projects') : Promise.reject(new Error('no display'));
      },
    });
    await launcher.start();
    const { client } = connect(launcher, 'window-1');
    expect(await client.request('paths/choose', { kind: 'folder', start: '/home/me' })).toEqual({ path: '/home/me/projects' });
    expect(await client.request('paths/choose', { kind: 'file', start: '' })).toEqual({ path: null });
    expect(wishes).toEqual([{ kind: 'folder', start: '/home/me' }, { kind: 'file', start: '' }]);
    expect(log.join()).toContain('no display');
  });

  it('has the shell open links and tells the window when it could not', async () => {
    const opened: string[] = [];
    const { launcher } = launch({
      start: { dataDir: folder(), shell: 'desktop', version: '1' },
      openLink: async (url) => {
        opened.push(url);
        return !url.includes('refuse');
      },
    });
    await launcher.start();
    const { client } = connect(launcher, 'window-1');
    expect(await client.request('links/open', { url: 'https://example.com/' })).toEqual({ outcome: 'opened' });
    await expect(client.request('links/open', { url: 'https://refuse.example/' })).rejects.toMatchObject({ problem: { code: 'link-refused' } });
    expect(opened).toEqual(['https://example.com/', 'https://refuse.example/']);
  });
});
