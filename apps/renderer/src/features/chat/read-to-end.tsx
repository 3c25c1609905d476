/**
 * A scrolling region that knows whether its end has been seen: nothing may be allowed whose last line was never in view, or of
 * which a long value was never opened (T:C10).
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { foldedAttribute } from './folded-text.tsx';

export interface ReadToEndProps {
  label: string;
  /** Called once the end has been in view; at once when nothing has to be opened or scrolled. */
  onRead: () => void;
  children: ReactNode;
}

const nearEnd = 8;

export function ReadToEnd({ label, onRead, children }: ReadToEndProps) {
  const region = useRef<HTMLDivElement>(null);
  const check = useCallback(() => {
    const element = region.current;
    if (element === null || element.querySelector(`[${foldedAttribute}]`) !== null) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= nearEnd) onRead();
  }, [onRead]);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    check();
    const observer = new ResizeObserver(check);
    observer.observe(element);
    // What is opened makes the content longer, not the region.
    const changes = new MutationObserver(check);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, [check]);
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} tabIndex={0} role="region" aria-label={label} onScroll={check} className="max-h-[45vh] overflow-y-auto overscroll-contain rounded-md">
      {children}
    </div>
  );
}
