import { Dialog as Base } from '@base-ui/react/dialog';
import { XIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useUiLabels } from './ui-labels.tsx';

/** How a dialog was left without an answer. */
export type DismissReason = 'escape' | 'outside' | 'close-button' | 'other';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean, reason: DismissReason) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stands before the title, for example a ServerIcon. */
  icon?: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Off where a press beside the dialog must not throw typed text away. */
  dismissOutside?: boolean | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** A modal dialog: focus is trapped inside and returns where it came from; Escape closes. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  icon,
  footer,
  size = 'md',
  dismissOutside = true,
  initialFocus,
  className,
  children,
}: DialogProps): ReactNode {
  const labels = useUiLabels();
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissOutside}
      onOpenChange={(next, details) => onOpenChange(next, dismissReason(details.reason))}
    >
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Viewport className="ui-dialog-viewport">
          <Base.Popup className={classNames('ui-dialog', className)} data-size={size} initialFocus={initialFocus}>
            <header className="ui-dialog-head">
              {icon}
              <div className="ui-dialog-titles">
                <Base.Title className="ui-dialog-title">{title}</Base.Title>
                {description ? <Base.Description className="ui-dialog-description">{description}</Base.Description> : null}
              </div>
            </header>
            {children ? <div className="ui-dialog-body">{children}</div> : null}
            {footer ? <footer className="ui-dialog-foot">{footer}</footer> : null}
            {/* Last in order, so that focus starts in the body; drawn in the corner. */}
            <Base.Close
              render={<IconButton label={labels.close} tooltip={false} size="sm" icon={<XIcon aria-hidden="true" />} className="ui-dialog-close" />}
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function dismissReason(reason: string): DismissReason {
  if (reason === 'escape-key') return 'escape';
  if (reason === 'outside-press') return 'outside';
  if (reason === 'close-press') return 'close-button';
  return 'other';
}
