/** Whether the end of something has been on the screen: what stands below the fold was not looked at. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

export function useSeen(end: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = end.current;
    if (isSeen || element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    }, { threshold: 1 });
    observer.observe(element);
    return () => observer.disconnect();
  }, [end, isSeen]);
  return isSeen;
}
