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
