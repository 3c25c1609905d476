/** Adding or changing a permission. Leaving with something written asks first. */
import type { RuleView } from '@portolan/contract/rules';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Dialog } from '@portolan/ui/dialog';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { RuleForm } from './rule-form.tsx';

/** `rule` is what to change, `new` adds one, null keeps the dialog closed. */
export function RuleDialog({ rule, onClose, onSaved }: { rule: RuleView | 'new' | null; onClose: () => void; onSaved: () => void }) {
  const t = useT();
  const f = t.servers.form;
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
        open={rule !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) leave();
        }}
        title={rule === 'new' || rule === null ? t.rules.addTitle : t.rules.editTitle}
        size="md"
        dismissOutside={false}
      >
        {rule === null ? null : (
          <RuleForm
            rule={rule === 'new' ? null : rule}
            onDirty={() => setIsDirty(true)}
            onDone={() => {
              close();
              onSaved();
            }}
            onCancel={leave}
          />
        )}
      </Dialog>
      <AlertDialog open={isAsking} onOpenChange={setIsAsking} title={f.discardTitle} confirmLabel={f.discard} cancelLabel={f.keepEditing} tone="danger" onConfirm={close} />
    </>
  );
}
