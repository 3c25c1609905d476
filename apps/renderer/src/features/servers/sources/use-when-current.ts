/** An act that waits for what is shown to be up to date: pressing right after typing is not lost, and acts on what was typed last. */
import { useEffect, useRef, useState } from 'react';

/** Call the returned function to act, now or as soon as `isCurrent`. */
export function useWhenCurrent(isCurrent: boolean, act: () => void): () => void {
  const [isWanted, setIsWanted] = useState(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isWanted || !isCurrent) return;
    setIsWanted(false);
    latest.current();
  }, [isWanted, isCurrent]);
  return () => setIsWanted(true);
}
