/** Everything that is allowed in advance, each to be taken back (H01). */
import type { RuleView } from '@portolan/contract/interactions';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useConversations, useHostQuery, useInteractions } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';

export function PermissionsSection() {
  const t = useT();
  // A decision may have made a rule: the list is read again when the queue changes.
  const queue = useInteractions().data?.map((each) => each.id).join(' ');
  const { data, error, refetch } = useHostQuery('rules/list', {}, { stamp: queue, keep: true, fresh: true });
  return (
    <Card level={2} title={t.interactions.rules.title}>
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton className="h-12" />}
      {data?.rules.length === 0 ? <p className="text-sm text-muted">{t.interactions.rules.empty}</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {data?.rules.map((rule) => <Rule key={rule.id} rule={rule} onRevoked={() => void refetch()} />)}
      </ul>
    </Card>
  );
}

function Rule({ rule, onRevoked }: { rule: RuleView; onRevoked: () => void }) {
  const t = useT();
  const r = t.interactions.rules;
  const act = useAct();
  const format = useFormat();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);
  const revoke = async () => {
    setIsPending(true);
    if (await act('rules/revoke', { ruleId: rule.id })) {
      toast.show({ title: r.revoked(rule.tool) });
      onRevoked();
    }
    setIsPending(false);
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <ServerIcon name={rule.serverName} />
      <span className="min-w-0 flex-1 basis-40 break-words">
        <RevealText text={rule.serverName} className="text-muted" /> <RevealText text={rule.tool} className="font-medium" />
        <span className="block text-xs text-subtle">
          {rule.scope === 'always' ? r.scopeAlways : r.scopeChat}
          <ChatOf rule={rule} /> · {r.since(format.dateTime(rule.createdAt))}
        </span>
      </span>
      {rule.isStale ? <Badge tone="warn">{r.stale}</Badge> : null}
      <Button size="sm" loading={isPending} aria-label={`${r.revoke}: ${rule.tool}`} onClick={() => void revoke()}>{r.revoke}</Button>
    </li>
  );
}

/** Which chat a permission belongs to, as a way there. */
function ChatOf({ rule }: { rule: RuleView }) {
  const t = useT();
  const chat = useConversations().data?.find((each) => each.id === rule.conversationId);
  if (!chat) return null;
  return <>: <a className="underline" href={formatRoute({ at: 'chat', conversationId: chat.id })}><RevealText text={chat.title || t.chat.untitled} hideCount /></a></>;
}
