/** The row a person is in the middle of: focus or a selection in it must survive scrolling it out of view. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Id of that row's message, from the nearest `data-message`, or null. */
export function useHeldRow(scroller: RefObject<HTMLElement | null>): string | null {
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection();
      const anchor = selection && !selection.isCollapsed ? selection.anchorNode : null;
      setHeld(rowOf(document.activeElement, scroller.current) ?? rowOf(anchor, scroller.current));
    };
    document.addEventListener('selectionchange', look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, [scroller]);
  return held;
}

function rowOf(node: Node | null, scroller: HTMLElement | null): string | null {
  if (!node || !scroller?.contains(node)) return null;
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? null;
}
