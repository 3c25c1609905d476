/** An act that waits for what is shown to be up to date: pressing right after typing is not lost, and acts on what was typed last. */
import { useEffect, useRef } from 'react';

/** A press that could not be followed for longer than this is forgotten. */
const patienceMs = 3_000;

/** Call the returned function to act, now or as soon as `isCurrent`. */
export function useWhenCurrent(isCurrent: boolean, act: () => void): () => void {
  const wantedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isCurrent || performance.now() - wantedAt.current > patienceMs) return;
    wantedAt.current = Number.NEGATIVE_INFINITY;
    act();
  }, [isCurrent, act]);
  return () => {
    if (isCurrent) act();
    else wantedAt.current = performance.now();
  };
}
