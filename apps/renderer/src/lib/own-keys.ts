/** The keys as they are: the usual ones, and over them those that the person chose. */
import { useSyncExternalStore } from 'react';
import { fixedCommands, keyActions, usualKey } from './key-actions.ts';
import { fixedKeys, keysOf, sameShortcut } from './shortcuts.ts';
import type { Shortcut } from './shortcuts.ts';

/** By command; an empty one is no key. */
export type OwnKeys = Readonly<Record<string, Shortcut>>;

let own: OwnKeys = {};
const listeners = new Set<() => void>();

/** Set from the settings, whenever they change. */
export function setOwnKeys(next: OwnKeys): void {
  own = next;
  for (const listener of listeners) listener();
}

export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOwnKeys(): OwnKeys {
  return useSyncExternalStore(subscribeToKeys, () => own);
}

/** The key a command has now; null for none. One from a file that may not be taken counts as the usual one. */
export function keyOf(id: string, keys: OwnKeys = own): Shortcut | null {
  const fixed = fixedCommands.get(id);
  if (fixed !== undefined) return fixed;
  const chosen = Object.hasOwn(keys, id) ? keys[id] : undefined;
  if (chosen === undefined || isFixed(chosen)) return usualKey(id);
  return chosen === '' ? null : chosen;
}

/** As a hint beside a button; empty when it has no key. */
export function useKeysOf(id: string): string[] {
  const keys = useOwnKeys();
  const shortcut = keyOf(id, keys);
  return shortcut === null ? [] : keysOf(shortcut);
}

/** Answers and editing keep their keys: nobody is to allow something with a key that meant something else (T:J10). */
export function isFixed(shortcut: Shortcut): boolean {
  return fixedKeys.some((each) => sameShortcut(each, shortcut));
}

/** Which other command has this key. */
export function holderOf(shortcut: Shortcut, except: string, keys: OwnKeys): string | null {
  const holder = keyActions.find(({ id }) => {
    const held = id === except ? null : keyOf(id, keys);
    return held !== null && sameShortcut(held, shortcut);
  });
  return holder?.id ?? null;
}
