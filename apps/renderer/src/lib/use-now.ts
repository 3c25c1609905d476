/** The time, renewed while a component shows it. */
import { useEffect, useState } from 'react';

/** Milliseconds since the epoch, renewed every `ms`. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}
