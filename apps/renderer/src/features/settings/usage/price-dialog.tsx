/** The person's own price of a model, where the list's is not theirs or there is none. */
import type { UsageRow } from '@portolan/contract/usage';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { FormDialog } from '../../../lib/form-dialog.tsx';
import type { FormDialogUse } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

const most = 100_000;

export function PriceDialog({ row, onClose }: { row: UsageRow | null; onClose: () => void }) {
  const u = useT().usage;
  return (
    <FormDialog isOpen={row !== null} title={u.setPrice(row?.label ?? '')} size="md" onClose={onClose}>
      {(use) => (row?.provider === undefined ? null : <PriceForm key={row.key} providerId={row.provider.id} row={row} use={use} />)}
    </FormDialog>
  );
}

function PriceForm({ row, providerId, use }: { row: UsageRow; providerId: NonNullable<UsageRow['provider']>['id']; use: FormDialogUse }) {
  const t = useT();
  const u = t.usage;
  const save = useHostMutation('usage/setPrice');
  const [input, setInput] = useState<number | null>(row.price?.input ?? null);
  const [output, setOutput] = useState<number | null>(row.price?.output ?? null);
  const isGood = (value: number | null): value is number => value !== null && value >= 0 && value <= most;
  const set = (price: { input: number; output: number } | null) => save.mutate({ providerId, model: row.label, price }, { onSuccess: use.onDone });
  return (
    <form
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood(input) && isGood(output)) set({ input, output });
      }}
    >
      <Field label={u.priceIn}>
        <NumberField min={0} max={most} value={input} onValueChange={(value) => { setInput(value); use.onDirty(); }} />
      </Field>
      <Field label={u.priceOut} description={u.priceNote}>
        <NumberField min={0} max={most} value={output} onValueChange={(value) => { setOutput(value); use.onDirty(); }} />
      </Field>
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {row.price?.source === 'own' ? <Button className="mr-auto" loading={save.isPending} onClick={() => set(null)}>{u.useList}</Button> : null}
        <Button onClick={use.onCancel}>{t.app.actions.cancel}</Button>
        <Button type="submit" variant="primary" disabled={!isGood(input) || !isGood(output)} loading={save.isPending}>{u.save}</Button>
      </div>
    </form>
  );
}
