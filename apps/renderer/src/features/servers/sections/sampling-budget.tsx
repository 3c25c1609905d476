/** What one server may use of the person's models (F01). */
import type { SamplingBudget } from '@portolan/contract/sampling';
import type { ServerView } from '@portolan/contract/servers';
import { useToast } from '@portolan/ui/toast';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { NumbersForm } from './numbers-form.tsx';
import type { NumberLine } from './numbers-form.tsx';

type Name = keyof SamplingBudget;
const names: readonly Name[] = ['requestsPerDay', 'tokensPerMinute', 'moneyPerDay'];
const most: SamplingBudget = { requestsPerDay: 100_000, tokensPerMinute: 100_000_000, moneyPerDay: 10_000 };

export function SamplingBudgetFields({ server }: { server: ServerView }) {
  const s = useT().asks.section;
  const act = useAct();
  const toast = useToast();
  const format = useFormat();
  const lines = names.map((name): NumberLine<Name> => ({ name, label: s[name], value: server.asks.budget[name], least: 0, most: most[name], wrong: s.budgetWrong(format.number(most[name])), ...(name === 'moneyPerDay' ? { decimals: 4, hint: s.moneyHint } : {}) }));
  const save = async (budget: SamplingBudget) => {
    if (await act('servers/setSamplingBudget', { serverId: server.id, budget })) toast.show({ tone: 'success', title: s.budgetSaved });
  };
  return <NumbersForm<Name> text={s.budgetText} lines={lines} saveLabel={s.budgetSave} onSave={save} />;
}
