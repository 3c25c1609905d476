import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { KeyRow } from './kbd.tsx';

export interface TooltipProps {
  content: ReactNode;
  shortcut?: readonly string[] | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** The one element the tooltip belongs to; it must take a ref and props. */
  children: ReactElement;
}

/** A short hint on hover and focus. Never the only place where something is said. */
export function Tooltip({ content, shortcut, side = 'top', children }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="ui-positioner" side={side} sideOffset={6}>
          <Base.Popup className="ui-tooltip">
            <span>{content}</span>
            {shortcut ? <KeyRow keys={shortcut} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
