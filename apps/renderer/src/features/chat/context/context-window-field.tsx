/** How much the model takes and who says so; the person may know better. */
import type { ContextMeter } from '@portolan/contract/context';
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { useState } from 'react';
import { useHostMutation, useProviders } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

const [least, most] = [1_000, 20_000_000];

export function ContextWindowField({ conversation, meter }: { conversation: ConversationView; meter: ContextMeter }) {
  const c = useT().context;
  const defaultModel = useProviders().data?.defaultModel ?? null;
  const model = conversation.model ?? defaultModel;
  const save = useHostMutation('context/setWindow');
  const [value, setValue] = useState<number | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const isGood = value !== null && Number.isInteger(value) && value >= least && value <= most;
  if (model === null) return null;
  const set = (tokens: number | null) => save.mutate({ model, tokens }, { onSuccess: () => setIsChanging(false) });
  if (!isChanging) {
    return (
      <p className="text-xs text-muted">
        {c.windowFrom[meter.window.source]}{' '}
        <button
          type="button"
          className="rounded-sm text-accent-fg underline"
          onClick={() => {
            setValue(meter.window.tokens);
            setIsChanging(true);
          }}
        >
          {c.changeWindow}
        </button>
      </p>
    );
  }
  return (
    <form
      className="flex min-w-0 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) set(value);
      }}
    >
      <Field label={c.windowField}>
        <NumberField integer min={least} max={most} step={1_000} value={value} onValueChange={setValue} />
      </Field>
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!isGood} loading={save.isPending}>{c.windowSave}</Button>
        {meter.window.source === 'own' ? <Button size="sm" onClick={() => set(null)}>{c.windowReset}</Button> : null}
      </div>
    </form>
  );
}
