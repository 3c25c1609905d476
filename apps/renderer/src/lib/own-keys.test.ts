import { afterEach, describe, expect, it } from 'vitest';
import { keyActions, usualKey } from './key-actions.ts';
import { holderOf, isFixed, keyOf, setOwnKeys } from './own-keys.ts';
import { isForWriting, isKeptByOthers, keysOf, sameShortcut, shortcutOf } from './shortcuts.ts';
import { KeyChord } from '@portolan/contract/appearance';

afterEach(() => setOwnKeys({}));

const pressed = (init: KeyboardEventInit) => shortcutOf(new KeyboardEvent('keydown', init));

describe('keys of commands (C16)', () => {
  it('are no two the same, and none of those that answer, write or are kept by others', () => {
    for (const shell of ['desktop', 'browser'] as const) {
      const keys = keyActions.flatMap(({ usual }) => usual(shell) ?? []);
      expect(keys.filter((key, at) => keys.some((other, place) => place < at && sameShortcut(key, other)))).toEqual([]);
      expect(keys.filter((key) => isFixed(key) || isForWriting(key) || isKeptByOthers(key, shell) || !KeyChord.safeParse(key).success)).toEqual([]);
    }
    expect(new Set(keyActions.map(({ id }) => id)).size).toBe(keyActions.length);
  });

  it('are the person’s where there is one, none where it is empty, and the usual for what may not be taken', () => {
    setOwnKeys({ 'palette.open': 'Mod+P', 'sidebar.toggle': '', 'chat.find': 'Mod+Enter' });
    expect(['palette.open', 'sidebar.toggle', 'chat.find', 'constructor', 'servers.open'].map((id) => keyOf(id))).toEqual(['Mod+P', null, 'Mod+F', null, usualKey('servers.open')]);
  });

  it('stay where they run what a form holds, whatever the configuration says', () => {
    setOwnKeys({ 'tool.run': 'Alt+R' });
    expect(keyOf('tool.run')).toBe('Mod+Enter');
  });

  it('know who has a key', () => {
    expect(holderOf('Mod+K', 'sidebar.toggle', {})).toBe('palette.open');
    expect(holderOf('Mod+K', 'palette.open', {})).toBeNull();
    expect(holderOf('Mod+K', 'sidebar.toggle', { 'palette.open': 'Alt+P', 'chat.find': 'Mod+K' })).toBe('chat.find');
  });
});

describe('a pressed key as a shortcut (C16)', () => {
  it.each<[string, KeyboardEventInit, string | null]>([
    ['a letter with Ctrl', { key: 'k', code: 'KeyK', ctrlKey: true }, 'Mod+K'],
    ['with Shift', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, 'Mod+Shift+K'],
    ['with Alt, where the letter is another', { key: 'å', code: 'KeyA', altKey: true }, 'Alt+A'],
    ['on a Cyrillic keyboard', { key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+K'],
    ['a symbol that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a function key', { key: 'F8', code: 'F8', shiftKey: true }, 'Shift+F8'],
    ['an arrow with Alt', { key: 'ArrowUp', code: 'ArrowUp', altKey: true }, 'Alt+ArrowUp'],
    ['a key that is only held', { key: 'Control', code: 'ControlLeft', ctrlKey: true }, null],
    ['a dead key', { key: 'Dead', code: 'Quote' }, null],
    ['the space bar', { key: ' ', code: 'Space', ctrlKey: true }, null],
    ['the Windows key', { key: 'k', code: 'KeyK', metaKey: true }, null],
    ['while an input method composes', { key: 'k', code: 'KeyK', isComposing: true }, null],
  ])('%s', (_, init, wanted) => {
    expect(pressed(init)).toBe(wanted);
    if (wanted !== null) expect(KeyChord.safeParse(wanted).success).toBe(true);
  });

  it('is refused in the configuration with characters that cannot be seen, or with two keys', () => {
    for (const text of ['Mod+\u202E', 'Mod+\u200B', 'Mod+KK', 'K+Mod', 'Mod+ ', 'Mod+Mod+K', 'Mod++']) expect(KeyChord.safeParse(text).success, JSON.stringify(text)).toBe(false);
    expect(keysOf('Mod+Shift+S')).toEqual(['Ctrl', 'Shift', 'S']);
  });

  it('is for writing as a letter, a digit or an arrow alone', () => {
    expect(['K', '7', 'Shift+ArrowUp', '你'].map((each) => isForWriting(each))).toEqual([true, true, true, true]);
    expect(['Mod+K', 'Alt+7', '?', 'F8', 'Alt+ArrowUp'].map((each) => isForWriting(each))).toEqual([false, false, false, false, false]);
  });
});
