/** Adding or changing a permission. */
import type { RuleView } from '@portolan/contract/rules';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { useT } from '../../lib/i18n.tsx';
import { RuleForm } from './rule-form.tsx';

/** `rule` is what to change, `new` adds one, null keeps the dialog closed. */
export function RuleDialog({ rule, onClose, onSaved }: { rule: RuleView | 'new' | null; onClose: () => void; onSaved: () => void }) {
  const t = useT();
  return (
    <FormDialog isOpen={rule !== null} title={rule === 'new' || rule === null ? t.rules.addTitle : t.rules.editTitle} size="md" onClose={onClose}>
      {({ onDone, ...use }) =>
        rule === null ? null : (
          <RuleForm
            rule={rule === 'new' ? null : rule}
            {...use}
            onDone={() => {
              onDone();
              onSaved();
            }}
          />
        )
      }
    </FormDialog>
  );
}
