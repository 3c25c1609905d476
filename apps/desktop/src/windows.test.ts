import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAddress } from './app-address.ts';
import { Windows } from './windows.ts';

/** As much of a window as is looked at here; its page goes where it is told. */
class FakeWindow extends EventEmitter {
  static next = 1;
  address = '';
  focused = 0;
  isGone = false;
  readonly webContents = Object.assign(new EventEmitter(), { id: FakeWindow.next++, getURL: () => this.address, reload: () => undefined, forcefullyCrashRenderer: () => undefined });
  loadURL(address: string): Promise<void> {
    this.address = address;
    return Promise.resolve();
  }
  focus(): void {
    this.focused += 1;
  }
  show(): void {}
  setTitle(): void {}
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return false;
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  isFocused(): boolean {
    return false;
  }
  getNormalBounds(): object {
    return { x: 0, y: 0, width: 800, height: 600 };
  }
  /** As a person closes it. @returns whether it went */
  close(): boolean {
    let isKept = false;
    this.emit('close', { preventDefault: () => (isKept = true) });
    if (!isKept) {
      this.isGone = true;
      this.emit('closed');
    }
    return !isKept;
  }
}

let folder = '';
let made: FakeWindow[] = [];
let stays = false;
let windows: Windows;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-windows-'));
  made = [];
  stays = false;
  windows = new Windows({
    makeWindow: () => {
      const window = new FakeWindow();
      made.push(window);
      return window as never;
    },
    screen: { getAllDisplays: () => [] },
    preload: 'preload.js',
    folder,
    isDark: () => false,
    isPackaged: true,
    staysOpen: () => stays,
    onFocus: () => undefined,
    log: () => undefined,
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const own = (chat: string, more = '') => `#/chat/${chat}?${more}window=own`;
const addresses = () => made.map(({ address }) => address.slice(startAddress.length));

describe('windows of one chat beside the main one (C11)', () => {
  it.each(['', 'message=m_1&'])('keep their chat whatever else is shown, at whichever place of it they stand (%j)', (more) => {
    windows.openChat(own('c1'));
    const [chat] = made;
    if (chat === undefined) throw new Error('no window');
    chat.address = `${startAddress}${own('c1', more)}`;
    windows.show('#/jobs/job_1');
    expect(addresses()).toEqual([own('c1', more), '#/jobs/job_1']);
    windows.show('#/settings');
    expect(addresses()).toEqual([own('c1', more), '#/settings']);
    // It is there already: no second one of it.
    windows.openChat(own('c1'));
    expect(made).toHaveLength(2);
    expect(chat.focused).toBe(1);
  });

  it('are so many and no more, however often a page asks', () => {
    for (let index = 0; index < 50; index += 1) windows.openChat(own(`c${index}`));
    expect(made).toHaveLength(12);
  });

  it('close without a question as long as another is there, and the last one asks', () => {
    windows.show();
    windows.openChat(own('c1'));
    windows.openChat(own('c2'));
    stays = true;
    expect(made.map((window) => window.close())).toEqual([false, true, true]);
    expect(windows.all()).toHaveLength(1);
    stays = false;
    windows.openChat(own('c3'));
    expect(made[0]?.close()).toBe(true);
    stays = true;
    expect(made[3]?.close()).toBe(false);
    expect(windows.all()).toHaveLength(1);
  });
});
