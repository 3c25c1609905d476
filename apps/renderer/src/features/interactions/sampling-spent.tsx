/** What a server used of its budget, in plain sight (F01). */
import type { SamplingSpent } from '@portolan/contract/sampling';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function SamplingSpentLine({ spent }: { spent: SamplingSpent }) {
  const s = useT().asks.sampling;
  const format = useFormat();
  const { budget } = spent;
  return (
    <p className="text-xs text-subtle">
      {s.spentRequests(format.number(spent.requestsToday), format.number(budget.requestsPerDay))} {s.spentTokens(format.number(spent.tokensThisMinute), format.number(budget.tokensPerMinute))}{' '}
      {s.spentMoney(format.money(spent.moneyToday), format.money(budget.moneyPerDay))}
      {spent.unpricedToday > 0 ? ` ${s.unpriced(spent.unpricedToday)}` : null}
    </p>
  );
}
