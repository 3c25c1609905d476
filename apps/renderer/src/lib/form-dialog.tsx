/** A dialog around a form. What was written is not thrown away by a slip: leaving with changes asks first. */
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Dialog } from '@portolan/ui/dialog';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';

export interface FormDialogUse {
  /** Something was written. */
  onDirty: () => void;
  /** All of it is kept, and the form stays: closing loses nothing now. */
  onSaved: () => void;
  /** Closes at once: what was written is saved. */
  onDone: () => void;
  /** Closes, or asks first. */
  onCancel: () => void;
}

export interface FormDialogProps {
  isOpen: boolean;
  title: ReactNode;
  size: 'md' | 'lg';
  onClose: () => void;
  children: (use: FormDialogUse) => ReactNode;
}

export function FormDialog({ isOpen, title, size, onClose, children }: FormDialogProps) {
  const f = useT().servers.form;
  const [isAsking, setIsAsking] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const close = () => {
    setIsAsking(false);
    setIsDirty(false);
    onClose();
  };
  const leave = () => (isDirty ? setIsAsking(true) : close());
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => {
          if (!next) leave();
        }}
        title={title}
        size={size}
        dismissOutside={false}
      >
        {children({ onDirty: () => setIsDirty(true), onSaved: () => setIsDirty(false), onDone: close, onCancel: leave })}
      </Dialog>
      <AlertDialog open={isAsking} onOpenChange={setIsAsking} title={f.discardTitle} confirmLabel={f.discard} cancelLabel={f.keepEditing} tone="danger" onConfirm={close} />
    </>
  );
}
