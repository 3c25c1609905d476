/** Everything that is allowed in advance, each to be taken back (H01). */
import type { RuleView } from '@portolan/contract/interactions';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useToast } from '@portolan/ui/toast';
import { useHostMutation, useHostQuery, useInteractions } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function PermissionsSection() {
  const t = useT();
  // A decision may have made a rule: the list is read again when the queue changes.
  const queue = useInteractions().data?.map((each) => each.id).join(' ');
  const { data, error, refetch } = useHostQuery('rules/list', {}, { stamp: queue });
  return (
    <Card level={2} title={t.interactions.rules.title}>
      {error ? <ProblemCallout problem={error.problem} /> : null}
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
  const format = useFormat();
  const toast = useToast();
  const revoke = useHostMutation('rules/revoke');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <ServerIcon name={rule.serverName} />
      <span className="min-w-0 flex-1">
        <RevealText text={rule.serverName} className="text-muted" /> <RevealText text={rule.tool} className="font-medium" />
        <span className="block text-xs text-subtle">
          {rule.scope === 'always' ? r.scopeAlways : r.scopeChat}, {r.since(format.dateTime(rule.createdAt))}
        </span>
      </span>
      {rule.isStale ? <Badge tone="warn">{r.stale}</Badge> : null}
      <Button
        size="sm"
        loading={revoke.isPending}
        aria-label={`${r.revoke}: ${rule.tool}`}
        onClick={() =>
          revoke.mutate(
            { ruleId: rule.id },
            {
              onSuccess: () => {
                toast.show({ title: r.revoked(rule.tool) });
                onRevoked();
              },
            },
          )
        }
      >
        {r.revoke}
      </Button>
    </li>
  );
}
