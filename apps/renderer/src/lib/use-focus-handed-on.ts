/**
 * A question goes when the host has settled it, which a window may hear before the answer to its own press: a keyboard that
 * was on it must not be left nowhere then.
 */
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { commandById } from './commands.ts';

/** To the message field, or where there is none to the page. */
export function focusComposer(): void {
  const composer = commandById('composer.focus');
  if (composer) composer.run();
  else document.querySelector<HTMLElement>('#main')?.focus();
}

/** @returns what to call with whether the focus is to be handed on when the card goes while it holds the focus */
export function useFocusHandedOn(card: RefObject<HTMLElement | null>): (isWanted: boolean) => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (isWanted.current && element?.contains(document.activeElement)) focusComposer();
    };
  }, [card]);
  return (wanted) => {
    isWanted.current = wanted;
  };
}
