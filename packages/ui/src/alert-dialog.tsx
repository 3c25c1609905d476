import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  tone?: 'default' | 'danger' | undefined;
  busy?: boolean | undefined;
  children?: ReactNode;
}

/** A question that must be answered. Focus starts on the safe answer; a press beside it does nothing. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  tone = 'default',
  busy = false,
  children,
}: AlertDialogProps): ReactNode {
  const cancelRef = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Viewport className="ui-dialog-viewport">
          <Base.Popup className="ui-dialog" data-size="sm" initialFocus={cancelRef}>
            <header className="ui-dialog-head">
              <div className="ui-dialog-titles">
                <Base.Title className="ui-dialog-title">{title}</Base.Title>
                {description ? <Base.Description className="ui-dialog-description">{description}</Base.Description> : null}
              </div>
            </header>
            {children ? <div className="ui-dialog-body">{children}</div> : null}
            <footer className="ui-dialog-foot">
              <Base.Close ref={cancelRef} render={<Button>{cancelLabel}</Button>} />
              <Button variant={tone === 'danger' ? 'danger-solid' : 'primary'} loading={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
