/** A choice shown as it was made, ahead of the host: several in a row build on each other and not on what was known before them. */
import { useState } from 'react';

/** @param put keeps it; false when that failed, and then what is stored is shown again */
export function useAhead<T>(stored: T, put: (next: T) => Promise<boolean>): [T, (next: T) => void] {
  const [ahead, setAhead] = useState<{ value: T } | null>(null);
  if (ahead !== null && JSON.stringify(ahead.value) === JSON.stringify(stored)) setAhead(null);
  const choose = (next: T) => {
    setAhead({ value: next });
    const keep = async () => {
      if (!(await put(next))) setAhead(null);
    };
    void keep();
  };
  return [ahead === null ? stored : ahead.value, choose];
}
