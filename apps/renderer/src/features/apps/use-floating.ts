/**
 * Lets the element leave its place without being moved in the document, which would load its frame anew: the browser's top
 * layer is above every scrolling list. What a dialog of ours says still goes above it: the style sheet hides it meanwhile.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import type { DisplayMode } from './app-look.ts';

export function useFloating(place: RefObject<HTMLElement | null>, mode: DisplayMode): void {
  const isFloating = mode !== 'inline';
  useLayoutEffect(() => {
    const element = place.current;
    // Not in every test environment.
    if (!isFloating || element === null || typeof element.showPopover !== 'function') return undefined;
    element.setAttribute('popover', 'manual');
    element.showPopover();
    return () => {
      if (element.isConnected) element.hidePopover();
      element.removeAttribute('popover');
    };
  }, [place, isFloating]);
}

/** Escape brings it back into the chat, unless somebody nearer took the key. */
export function useEscape(isActive: boolean, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) run();
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isActive]);
}
