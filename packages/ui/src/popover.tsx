import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title?: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
}

/** Content beside a button; not modal, closes on Escape or a press elsewhere. */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  'aria-label': ariaLabel,
  children,
}: PopoverProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="ui-positioner" side={side} align={align} sideOffset={5} collisionPadding={8}>
          <Base.Popup className={classNames('ui-popover', className)} aria-label={ariaLabel}>
            {title ? <Base.Title className="ui-popover-title">{title}</Base.Title> : null}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
