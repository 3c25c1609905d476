/**
 * A list that grows at its end: follows while the reader is there, lets go the moment they scroll up, and takes hold again
 * when they come back. Only the reader lets go; content that grows or shrinks never does.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** How near to the end counts as being there, in pixels. */
const nearEnd = 60;

export interface FollowEnd {
  isFollowing: boolean;
  /** The same, for code that must not wait for a rendering. */
  isFollowingNow: () => boolean;
  onScroll: () => void;
  /** Goes to the end and stays there. */
  toEnd: () => void;
  letGo: () => void;
  /** For a list that learns sizes by itself: call it when it has. */
  stay: () => void;
}

/** `grown` changes whenever the list did. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, grown: unknown, startsFollowing = true): FollowEnd {
  const [isFollowing, setIsFollowing] = useState(startsFollowing);
  const now = useRef(startsFollowing);
  const last = useRef({ top: 0, height: 0 });
  const set = useCallback((next: boolean) => {
    now.current = next;
    setIsFollowing(next);
  }, []);
  const stay = useCallback(() => {
    const element = scroller.current;
    if (element && now.current) element.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
  }, [scroller]);
  useLayoutEffect(stay, [stay, grown]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Rows are measured, pictures load and the window changes its size after the list is drawn.
    const observer = new ResizeObserver(stay);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, stay]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const before = last.current;
    last.current = { top: scrollTop, height: scrollHeight };
    if (scrollHeight - scrollTop - clientHeight <= nearEnd) {
      if (!now.current) set(true);
      // Upwards, and not because the list became shorter.
    } else if (now.current && scrollTop < before.top - 1 && scrollHeight >= before.height) set(false);
  }, [scroller, set]);
  return {
    isFollowing,
    isFollowingNow: () => now.current,
    onScroll,
    toEnd: () => {
      set(true);
      stay();
    },
    letGo: () => set(false),
    stay,
  };
}
