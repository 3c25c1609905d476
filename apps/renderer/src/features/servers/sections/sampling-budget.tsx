/** What one server may use of the person's models (F01). */
import type { SamplingBudget } from '@portolan/contract/sampling';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

type Name = keyof SamplingBudget;
const names: readonly Name[] = ['requestsPerDay', 'tokensPerMinute', 'moneyPerDay'];
const most: SamplingBudget = { requestsPerDay: 100_000, tokensPerMinute: 100_000_000, moneyPerDay: 10_000 };

export function SamplingBudgetFields({ server }: { server: ServerView }) {
  const s = useT().asks.section;
  const act = useAct();
  const toast = useToast();
  const format = useFormat();
  const { budget } = server.asks;
  const [texts, setTexts] = useState<Record<Name, string>>(() => ({ requestsPerDay: String(budget.requestsPerDay), tokensPerMinute: String(budget.tokensPerMinute), moneyPerDay: String(budget.moneyPerDay) }));
  const [isTried, setIsTried] = useState(false);
  const isWrong = (name: Name): boolean => !(name === 'moneyPerDay' ? /^\d{1,5}([.,]\d{1,4})?$/ : /^\d{1,9}$/).test(texts[name].trim()) || numberOf(texts[name]) > most[name];
  const save = async () => {
    setIsTried(true);
    if (names.some(isWrong)) return;
    const next = { requestsPerDay: numberOf(texts.requestsPerDay), tokensPerMinute: numberOf(texts.tokensPerMinute), moneyPerDay: numberOf(texts.moneyPerDay) };
    if (await act('servers/setSamplingBudget', { serverId: server.id, budget: next })) toast.show({ tone: 'success', title: s.budgetSaved });
  };
  return (
    <form
      className="mt-3 flex min-w-0 flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="text-sm text-muted">{s.budgetText}</p>
      {names.map((name) => (
        <Field key={name} label={s[name]} description={name === 'moneyPerDay' ? s.moneyHint : undefined} error={isTried && isWrong(name) ? s.budgetWrong(format.number(most[name])) : undefined}>
          <Input className="max-w-40" inputMode="decimal" autoComplete="off" value={texts[name]} onValueChange={(text) => setTexts({ ...texts, [name]: text })} />
        </Field>
      ))}
      <Button type="submit" className="self-start">{s.budgetSave}</Button>
    </form>
  );
}

function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'));
}
