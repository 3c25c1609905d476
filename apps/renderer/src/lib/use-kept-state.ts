/** Whether something is open, kept while the window lives: rows of a long list come and go as one scrolls. */
import { useState } from 'react';

const kept = new Map<string, boolean>();

/** `key` must name the thing and what about it. */
export function useKeptState(key: string, initial: boolean): [boolean, (next: boolean) => void] {
  const [value, setValue] = useState(() => kept.get(key) ?? initial);
  return [
    value,
    (next) => {
      kept.set(key, next);
      setValue(next);
    },
  ];
}
