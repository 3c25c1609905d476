/** Keys for actions. `Mod` is ⌘ on a Mac and Ctrl elsewhere. Keys typed while an input method composes are never taken. */

const isMac = /mac/i.test(navigator.platform);

/** `Mod+K`, `Mod+Shift+I`, `?`, `Escape`. */
export type Shortcut = string;

interface Parsed {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

function parse(shortcut: Shortcut): Parsed {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  return { key: key.toLowerCase(), mod: parts.includes('Mod'), shift: parts.includes('Shift'), alt: parts.includes('Alt') };
}

/** Whether the event is this shortcut. Shift is not compared for symbols, which need it on some keyboards. */
export function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  const wanted = parse(shortcut);
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  const isLetter = /^[a-z0-9]$/.test(wanted.key) || wanted.key.length > 1;
  return isKey(wanted.key, event) && mod === wanted.mod && !other && event.altKey === wanted.alt && (!isLetter || event.shiftKey === wanted.shift);
}

/** On a keyboard of another script (Кириллица, ελληνικά) the key in that place counts. */
function isKey(wanted: string, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === wanted) return true;
  return key.length === 1 && key > '\u007f' && event.code === `Key${wanted.toUpperCase()}`;
}

/** What answers questions, writes and edits. Commands never get these. */
export const fixedKeys: readonly Shortcut[] = ['Enter', 'Shift+Enter', 'Mod+Enter', 'Mod+Shift+Enter', 'Mod+Backspace', 'Mod+A', 'Mod+C', 'Mod+V', 'Mod+Shift+V', 'Mod+X', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y'];
/** What browsers and systems do not hand over, or should not. */
const keptByBrowser: readonly Shortcut[] = ['Mod+N', 'Mod+T', 'Mod+W', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Shift+I', 'Mod+R', 'Mod+Shift+R', 'Mod+P', 'Mod+S', 'Mod+0', 'Mod+=', 'Mod+-', 'F5', 'F11', 'F12'];
const keptBySystem: readonly Shortcut[] = isMac ? ['Mod+Q', 'Mod+H', 'Mod+M', 'Mod+Tab', 'Mod+Space'] : ['Alt+F4', 'Mod+Q'];

export function isKeptByOthers(shortcut: Shortcut, shell: 'desktop' | 'browser'): boolean {
  return [...keptBySystem, ...(shell === 'browser' ? keptByBrowser : [])].some((each) => sameShortcut(each, shortcut));
}

export function sameShortcut(a: Shortcut, b: Shortcut): boolean {
  const [x, y] = [parse(a), parse(b)];
  return x.key === y.key && x.mod === y.mod && x.shift === y.shift && x.alt === y.alt;
}

const named = /^(?:F(?:[1-9]|1\d|2[0-4])|Arrow(?:Up|Down|Left|Right)|PageUp|PageDown|Home|End|Insert|Delete|Enter|Backspace)$/;

/**
 * What a person pressed, as a shortcut: null for keys that are only held, for the other of Ctrl and ⌘, and for keys without a
 * name. Shift belongs to letters and named keys alone; a symbol that needs it is the symbol.
 */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.isComposing || (isMac ? event.ctrlKey : event.metaKey)) return null;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  // With Alt, and on keyboards of other scripts, the letter of the place is meant.
  const key = letter !== undefined && (event.altKey || event.key > '\u007f') ? letter : event.key;
  const isNamed = named.test(key);
  if (!isNamed && (key.trim() === '' || key === '+' || !/^.$/u.test(key))) return null;
  const hasShift = event.shiftKey && (isNamed || /^[a-z0-9]$/i.test(key));
  const mod = isMac ? event.metaKey : event.ctrlKey;
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${hasShift ? 'Shift+' : ''}${isNamed ? key : key.toUpperCase()}`;
}

/** Whether a person could no longer write with it: a letter, a digit or an arrow without Ctrl, ⌘ or Alt. */
export function isForWriting(shortcut: Shortcut): boolean {
  const { key, mod, alt } = parse(shortcut);
  return !mod && !alt && (/^[\p{L}\p{N}]$/u.test(key) || /^(?:arrow|page|home|end|insert|delete|backspace|enter)/.test(key));
}

/** As written on this machine's keys: ['⌘', 'K'] or ['Ctrl', 'K']. */
export function keysOf(shortcut: Shortcut): string[] {
  return shortcut.split('+').map((part) => {
    if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'Shift') return isMac ? '⇧' : 'Shift';
    if (part === 'Alt') return isMac ? '⌥' : 'Alt';
    if (part === 'Escape') return 'Esc';
    if (part === 'Enter') return '↵';
    return part.length === 1 ? part.toUpperCase() : part;
  });
}

/** True where a person is writing: single-key shortcuts stay out of there. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}
