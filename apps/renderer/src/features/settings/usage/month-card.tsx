/** This month's cost beside its budget, and the budget itself. */
import type { Settings } from '@portolan/contract/settings';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

const most = 1_000_000;

export function MonthCard({ settings, stamp }: { settings: Settings; stamp: unknown }) {
  const u = useT().usage;
  const format = useFormat();
  const update = useHostMutation('settings/update');
  const { data, error, refetch } = useHostQuery('usage/month', {}, { stamp: [stamp, settings.monthlyBudget], keep: true, fresh: true });
  const keep = (value: number | null) => {
    const budget = value ?? 0;
    if (budget >= 0 && budget <= most) update.mutate({ monthlyBudget: budget });
  };
  const cost = data?.amount.cost ?? 0;
  const budget = data?.budget ?? null;
  const share = budget === null ? 0 : cost / budget;
  return (
    <Card level={2} title={u.monthTitle}>
      <div className="flex min-w-0 flex-col gap-4 text-sm">
        {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
        {data ? (
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-base font-medium">{budget === null ? u.spent(format.money(cost)) : u.ofBudget(format.money(cost), format.money(budget), format.percent(share))}</p>
            {budget === null ? null : (
              <div role="meter" aria-label={u.monthTitle} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.min(100, Math.round(share * 100))} className="h-2 w-full overflow-hidden rounded-full bg-sunken">
                <div className={`h-full rounded-full ${share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warn' : 'bg-accent'}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
              </div>
            )}
            {data.amount.unpriced > 0 ? <p className="text-muted">{u.unpriced(data.amount.unpriced)}</p> : null}
          </div>
        ) : null}
        {share >= 1 ? <Callout tone="danger">{u.usedUp}</Callout> : share >= 0.8 ? <Callout tone="warn">{u.nearlyUsedUp}</Callout> : null}
        <Field label={u.budget} description={u.budgetHint}>
          <NumberField min={0} max={most} step={5} className="max-w-40" defaultValue={settings.monthlyBudget === undefined || settings.monthlyBudget === 0 ? undefined : settings.monthlyBudget} onValueChange={keep} />
        </Field>
        {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
      </div>
    </Card>
  );
}
