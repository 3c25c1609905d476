/** The activity log: what was decided and done, by whom and when, the newest first (H09). */
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { ScrollTextIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { ActivityBar } from './activity-bar.tsx';
import { everything, filterOf, isEverything } from './activity-filter.ts';
import type { ActivityChoice } from './activity-filter.ts';
import { ActivityList } from './activity-list.tsx';
import { useActivityEnds, useActivityTotal } from './use-activity.ts';

export interface ActivityPageProps {
  serverId: ServerId | undefined;
  conversationId: ConversationId | undefined;
}

/** A span such as "the last hour" moves on this often, in milliseconds. */
const spanMs = 60_000;

export default function ActivityPage({ serverId, conversationId }: ActivityPageProps) {
  const t = useT();
  const [own, setOwn] = useState<Omit<ActivityChoice, 'serverId' | 'conversationId'>>(everything);
  const choice: ActivityChoice = { ...own, serverId, conversationId };
  const settled = useSettled(own.text, 200);
  const minute = Math.floor(useNow(spanMs) / spanMs) * spanMs;
  const now = own.time === 'all' ? 0 : minute;
  const filter = useMemo(() => filterOf({ kind: own.kind, time: own.time, text: settled, serverId, conversationId }, now, t), [own.kind, own.time, settled, serverId, conversationId, now, t]);
  const ends = useActivityEnds();
  const { total, error, retry } = useActivityTotal(filter, ends.data);
  const change = (next: Partial<ActivityChoice>) => {
    const { serverId: server = serverId, conversationId: chat = conversationId, ...rest } = next;
    setOwn((last) => ({ ...last, ...rest }));
    if ('serverId' in next || 'conversationId' in next) {
      const to = { serverId: 'serverId' in next ? next.serverId : server, conversationId: 'conversationId' in next ? next.conversationId : chat };
      navigate({ at: 'activity', ...(to.serverId === undefined ? {} : { serverId: to.serverId }), ...(to.conversationId === undefined ? {} : { conversationId: to.conversationId }) }, { replace: true });
    }
  };
  const problem = ends.error ?? error;
  const isFiltered = !isEverything(choice);
  return (
    <PageFrame fill title={t.activity.title}>
      <div className="@container flex h-full min-h-0 flex-col">
        <ActivityBar choice={choice} filter={filter} onChange={change} />
        {problem ? <div className="p-3"><ProblemCallout problem={problem.problem} onRetry={ends.error ? ends.retry : retry} /></div> : null}
        {total === undefined || ends.data === undefined ? (
          <div className="grid min-h-0 flex-1 place-items-center text-muted">{problem ? null : <Spinner />}</div>
        ) : total === 0 ? (
          <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-6">
            {isFiltered ? (
              <EmptyState title={t.activity.noMatch} actions={<Button onClick={() => change(everything)}>{t.activity.reset}</Button>} />
            ) : (
              <EmptyState icon={<ScrollTextIcon />} title={t.activity.empty}>{t.activity.emptyText} {t.activity.lead}</EmptyState>
            )}
          </div>
        ) : (
          <ActivityList key={JSON.stringify(filter)} filter={filter} total={total} oldest={ends.data.oldest} />
        )}
        <footer className="flex min-h-8 shrink-0 items-baseline gap-x-2 border-t border-line px-3 py-1.5 text-xs text-subtle">
          <span className="shrink-0 tabular-nums">{t.activity.count(total ?? 0)}</span>
          <span className="min-w-0">{t.activity.lead}</span>
        </footer>
      </div>
    </PageFrame>
  );
}
