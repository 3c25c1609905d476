import { ScrollArea as Base } from '@base-ui/react/scroll-area';
import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

export interface ScrollAreaProps {
  className?: string | undefined;
  /** The element that scrolls. */
  viewportRef?: Ref<HTMLDivElement> | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
}

/** A region that scrolls with a thin bar that shows while it is needed. Scrolling itself is native. */
export function ScrollArea({ className, viewportRef, 'aria-label': ariaLabel, children }: ScrollAreaProps): ReactNode {
  return (
    <Base.Root className={classNames('ui-scroll-area', className)}>
      <Base.Viewport ref={viewportRef} className="ui-scroll-viewport" aria-label={ariaLabel} role={ariaLabel === undefined ? undefined : 'region'}>
        {children}
      </Base.Viewport>
      <Base.Scrollbar className="ui-scrollbar" orientation="vertical">
        <Base.Thumb className="ui-scroll-thumb" />
      </Base.Scrollbar>
      <Base.Scrollbar className="ui-scrollbar" orientation="horizontal">
        <Base.Thumb className="ui-scroll-thumb" />
      </Base.Scrollbar>
    </Base.Root>
  );
}
