/**
 * Keeps an answer from being given by accident or by trickery (H08, T:J10): nothing is accepted in the first moments after
 * the question appeared, moved by itself, or the window came to the front; nothing that is not real input; nothing aimed at
 * a place that something else covers.
 */
import { createContext, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject, SyntheticEvent } from 'react';
import { realInput } from './real-input.ts';

/** How long a question must have been in view, in place, before it can be answered. A no is held back as well: a double press must not refuse what comes next. */
export const guardMs = 700;
const watchMs = 100;
/** A move this soon after the person's own scrolling was a part of it. */
const ownScrollMs = 400;
const ownInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
const scrollKeys: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/** Whether an input scrolls. Enter and a press on a button do not: whoever hammers them must not be taken for one who scrolls. */
function isScrolling(event: Event): boolean {
  if (event instanceof KeyboardEvent) return scrollKeys.has(event.key);
  return event.type !== 'pointerdown' || !(event.target instanceof Element && event.target.closest('button') !== null);
}

/**
 * Which questions stand on the page, in order. When one comes or goes the others may move under a pointer that is still
 * pressing: all of them wait anew, whatever moved them (T:J11).
 */
export const GuardStamp = createContext('');

export interface Guard {
  /** For drawing: no answer is accepted now. */
  isGuarded: boolean;
  /** For acting: whether this press may count. */
  accepts: (event: SyntheticEvent) => boolean;
  /** Begins the wait anew: the question is another by now, and a second press must not meet what the first one made. */
  hold: () => void;
}

export function useGuard(question: RefObject<HTMLElement | null>): Guard {
  const [isGuarded, setIsGuarded] = useState(true);
  const until = useRef(Number.POSITIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const count = useCallback(() => {
    until.current = performance.now() + guardMs;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A timer may come a moment early: what looks ready is ready.
      until.current = 0;
      setIsGuarded(false);
    }, guardMs);
  }, []);
  const hold = useCallback(() => {
    setIsGuarded(true);
    count();
  }, [count]);
  // Also when it was hidden while a part of it loaded, and is shown again: the wait is for what is seen.
  // Drawn as held before anybody can see it.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => hold(), [hold]);
  const stamp = use(GuardStamp);
  const lastStamp = useRef(stamp);
  useLayoutEffect(() => {
    if (lastStamp.current === stamp) return;
    lastStamp.current = stamp;
    hold();
  }, [stamp, hold]);
  useEffect(() => {
    addEventListener('focus', hold);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('focus', hold);
    };
  }, [hold]);

  useEffect(() => {
    let lastOwn = Number.NEGATIVE_INFINITY;
    const own = (event: Event) => {
      if (isScrolling(event)) lastOwn = performance.now();
    };
    let place = placeOf(question.current);
    const watch = setInterval(() => {
      const next = placeOf(question.current);
      if (next === place) return;
      place = next;
      if (performance.now() - lastOwn > ownScrollMs) hold();
    }, watchMs);
    for (const kind of ownInputs) addEventListener(kind, own, { capture: true, passive: true });
    return () => {
      clearInterval(watch);
      for (const kind of ownInputs) removeEventListener(kind, own, { capture: true });
    };
  }, [question, hold]);

  const accepts = useCallback(
    (event: SyntheticEvent) => {
      if (!realInput.isReal(event.nativeEvent)) return false;
      if (performance.now() < until.current || isCovered(event)) {
        // So that it is seen why nothing happened.
        hold();
        return false;
      }
      return true;
    },
    [hold],
  );
  return { isGuarded, accepts, hold };
}

function placeOf(element: HTMLElement | null): string {
  if (!element) return '';
  const { top, left, width, height } = element.getBoundingClientRect();
  return `${Math.round(top)} ${Math.round(left)} ${Math.round(width)} ${Math.round(height)}`;
}

/** A press by pointer must land on what is seen there. */
function isCovered({ nativeEvent, currentTarget }: SyntheticEvent): boolean {
  if (!(nativeEvent instanceof MouseEvent) || nativeEvent.detail === 0) return false;
  const seen = document.elementFromPoint(nativeEvent.clientX, nativeEvent.clientY);
  return !(seen && currentTarget instanceof Element && currentTarget.contains(seen));
}
