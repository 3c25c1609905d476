/** The row a person is in the middle of: focus or a selection in it must survive scrolling it out of view. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Index of that row, from the nearest `data-index`, or null. */
export function useHeldRow(scroller: RefObject<HTMLElement | null>): number | null {
  const [held, setHeld] = useState<number | null>(null);
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

function rowOf(node: Node | null, scroller: HTMLElement | null): number | null {
  if (!node || !scroller?.contains(node)) return null;
  const element = node instanceof Element ? node : node.parentElement;
  const index = Number(element?.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? Number.NaN);
  return Number.isInteger(index) ? index : null;
}
