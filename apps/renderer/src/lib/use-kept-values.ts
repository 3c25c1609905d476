/** What was filled in for the arguments of one thing, kept while the window lives: another tab and back finds it again. */
import { useCallback, useState } from 'react';

type Values = Readonly<Record<string, string>>;
const none: Values = {};
const kept = new Map<string, Values>();
/** The ones used least lately go first. */
const most = 200;

/** `key` must name the thing; a component shows one thing for its life. */
export function useKeptValues(key: string): [Values, (name: string, value: string) => void] {
  const [values, setValues] = useState<Values>(() => kept.get(key) ?? none);
  const set = useCallback(
    (name: string, value: string) => {
      const next = { ...kept.get(key), [name]: value };
      kept.delete(key);
      kept.set(key, next);
      const oldest = kept.size > most ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      setValues(next);
    },
    [key],
  );
  return [values, set];
}
