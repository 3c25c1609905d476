/**
 * Everything that can be done, by name: the palette lists it, the keyboard runs it. Features register what they offer
 * while they are on screen; the app registers what always is.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { keyOf } from './own-keys.ts';
import { isWriting, matches } from './shortcuts.ts';

export interface Command {
  /** Stable, `noun.verb`; its key is that of `key-actions.ts` or the person's own. */
  id: string;
  title: string;
  group: string;
  /** More words the palette finds it by. */
  keywords?: string;
  /** Also while a dialog is open. Everything else waits until the dialog is answered. */
  isGlobal?: boolean;
  run: () => void;
}

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

/** Offers commands while the component is mounted. Pass a memoised list. A later one of the same id wins. */
export function useCommands(offered: readonly Command[]): void {
  useEffect(() => {
    set([...commands, ...offered]);
    return () => set(commands.filter((command) => !offered.includes(command)));
  }, [offered]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All of them; their keys are told by `useOwnKeys` and `keyOf`. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => commands);
}

/** The newest command that this key event means, or undefined. */
export function commandFor(event: KeyboardEvent): Command | undefined {
  return commands.findLast((command) => {
    const shortcut = keyOf(command.id);
    if (shortcut === null || !matches(shortcut, event)) return false;
    const isPlainKey = !shortcut.includes('+');
    return !(isPlainKey && isWriting(event.target));
  });
}

/** Mount once, at the top. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const command = commandFor(event);
      if (!command) return;
      event.preventDefault();
      if (command.isGlobal || !isDialogOpen()) command.run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** What lies under a dialog must not change by a key meant for the dialog. */
export function isDialogOpen(): boolean {
  return document.querySelector('.ui-dialog:is([role="dialog"], [role="alertdialog"])') !== null;
}

/** The newest command of this id, for buttons that do the same as a key. */
export function commandById(id: string): Command | undefined {
  return commands.findLast((command) => command.id === id);
}
