/** What models used of tokens and money: this month beside its budget, and any time by day, model and chat (C15). */
import { Card } from '@portolan/ui/card';
import { EmptyState } from '@portolan/ui/empty-state';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { ChartColumnIcon } from 'lucide-react';
import { useState } from 'react';
import { useConversations, useHostQuery, useSettings } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { MonthCard } from './month-card.tsx';
import { boundsOf, periods } from './periods.ts';
import type { Period } from './periods.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

export function UsageSection() {
  const settings = useSettings().data?.settings;
  const [period, setPeriod] = useState<Period>('month');
  const [now] = useState(() => new Date());
  // Whatever ends a request changes a chat.
  const stamp = useConversations().data?.map(({ id, updatedAt, isRunning }) => [id, updatedAt, isRunning]);
  if (!settings) return <Skeleton className="h-40" />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <MonthCard settings={settings} stamp={stamp} />
      <Used period={period} onPeriod={setPeriod} now={now} stamp={[stamp, settings.prices]} />
    </div>
  );
}

interface UsedProps {
  period: Period;
  onPeriod: (period: Period) => void;
  now: Date;
  /** Changes with what is counted, so that it is asked for anew. */
  stamp: unknown;
}

function Used({ period, onPeriod, now, stamp }: UsedProps) {
  const u = useT().usage;
  const { since, until, by } = boundsOf(period, now);
  const options = { stamp, keep: true, fresh: true } as const;
  const times = useHostQuery('usage/totals', { since, until, by, limit: 400 }, options);
  const models = useHostQuery('usage/totals', { since, until, by: 'model', limit: 50 }, options);
  const chats = useHostQuery('usage/totals', { since, until, by: 'chat', limit: 20 }, options);
  const error = times.error ?? models.error ?? chats.error;
  return (
    <Card level={2} title={u.title}>
      <div className="flex min-w-0 flex-col gap-5 text-sm">
        <Select size="sm" className="w-44" aria-label={u.period} value={period} onValueChange={onPeriod} items={periods.map((value) => ({ value, label: u.periods[value] }))} />
        {error ? <ProblemCallout problem={error.problem} onRetry={() => void Promise.all([times.refetch(), models.refetch(), chats.refetch()])} /> : null}
        {!times.data || !models.data || !chats.data ? (
          error ? null : <Skeleton className="h-40" />
        ) : times.data.total.requests === 0 ? (
          <EmptyState icon={<ChartColumnIcon />} title={u.empty} />
        ) : (
          <>
            <UsageChart period={period} now={now} rows={times.data.rows} />
            <UsageTable by="model" rows={models.data.rows} total={models.data.total} />
            <UsageTable by="chat" rows={chats.data.rows} total={null} />
          </>
        )}
      </div>
    </Card>
  );
}
