import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogue } from '@portolan/i18n/catalogue';
import type { BrowserWindow, DesktopCapturerSource, MenuItemConstructorOptions, NativeImage, SourcesOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScreenshotTaker } from './screenshot.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-screenshot-'));
});
afterEach(() => rm(folder, { recursive: true }));

const parent = { getMediaSourceId: () => 'window:1:0' } as BrowserWindow;
const image = (text: string): NativeImage => ({ isEmpty: () => text === '', resize: () => image(text), toPNG: () => Buffer.from(text) }) as never;
const source = (id: string, name: string): Omit<DesktopCapturerSource, 'thumbnail'> => ({ id, name, display_id: '', appIcon: image('') });
const sources = [source('screen:0:0', 'Entire screen'), source('window:1:0', 'Portolan'), source('window:7:0', 'Bank\u202e &Pay\nnow'), source('window:9:0', '\u200b')];

interface Setting {
  /** Which entry the person presses; null when they leave the menu. */
  press: string | null;
  window?: BrowserWindow | null;
  pictureOf?: (size: number) => string;
}

function taker({ press, window = parent, pictureOf = (size) => `picture ${size}` }: Setting) {
  const menus: MenuItemConstructorOptions[][] = [];
  const asked: SourcesOptions[] = [];
  const take = createScreenshotTaker({
    capturer: {
      getSources: (options) => {
        asked.push(options);
        return Promise.resolve(sources.map((each) => ({ ...each, thumbnail: image(pictureOf(options.thumbnailSize?.width ?? 0)) })));
      },
    },
    screen: { getAllDisplays: () => [{ size: { width: 1000, height: 600 }, scaleFactor: 2 }] as never },
    window: () => window,
    popup: (items, _window, onClose) => {
      menus.push(items);
      // Gone first, as on some systems.
      onClose();
      items.find(({ label }) => label === press)?.click?.(undefined as never, undefined, undefined as never);
    },
    texts: () => getCatalogue('en').desktop.screenshot,
    folder,
  });
  return { take, menus, asked };
}

describe('a screenshot (C07, E5)', () => {
  it('is of what the person chooses in a menu of this process, in full, in a file of theirs alone', async () => {
    const { take, menus, asked } = taker({ press: 'Whole screen' });
    const taken = await take();
    if (taken === null || taken === 'refused') throw new Error('nothing was taken');
    expect(taken.name).toBe('Screenshot.png');
    expect(String(await readFile(taken.path))).toBe('picture 2000');
    if (process.platform !== 'win32') expect((await stat(taken.path)).mode & 0o077).toBe(0);
    expect(asked[1]).toMatchObject({ types: ['screen'], thumbnailSize: { width: 2000, height: 1200 } });
    // The app's own window is none of them, and what windows call themselves is made plain.
    expect(menus[0]?.map(({ label, type }) => label ?? type)).toEqual(['Choose what to take a picture of', 'Whole screen', 'separator', 'Bank Pay now', 'A window', 'separator', 'Cancel']);
  });

  it('of a window has its name, made plain', async () => {
    const taken = await taker({ press: 'Bank Pay now' }).take();
    expect(taken).toMatchObject({ name: 'Screenshot Bank Pay now.png' });
  });

  it('is none where the menu is left, where there is no window, and while another menu is open', async () => {
    expect(await taker({ press: null }).take()).toBeNull();
    expect(await taker({ press: 'Cancel' }).take()).toBeNull();
    const { take, menus } = taker({ press: 'Whole screen', window: null });
    expect([await take(), menus]).toEqual([null, []]);
    const both = taker({ press: 'Whole screen' });
    const [first, second] = await Promise.all([both.take(), both.take()]);
    expect([first === null, second]).toEqual([false, null]);
    expect(both.menus).toHaveLength(1);
  });

  it('that the system does not give is said to be refused', async () => {
    expect(await taker({ press: 'Whole screen', pictureOf: (size) => (size > 1000 ? '' : 'small') }).take()).toBe('refused');
  });
});
