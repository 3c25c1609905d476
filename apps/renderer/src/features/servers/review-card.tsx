/** Trust before first start (H07): what will run, and the one button that lets it. */
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { PencilIcon, ShieldQuestionIcon } from 'lucide-react';
import { useRef } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useGuard } from '../../lib/use-guard.ts';
import { LaunchChanges } from './launch-changes.tsx';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { NameWarnings } from './name-warnings.tsx';
import { useReviewPermissions } from './permissions/use-review-permissions.tsx';

/** Mount it anew for another launch: what was read is what is allowed. */
export function ReviewCard({ server, onEdit }: { server: ServerView; onEdit: () => void }) {
  const t = useT();
  const r = t.servers.review;
  const card = useRef<HTMLDivElement>(null);
  const guard = useGuard(card);
  const review = useHostMutation('servers/review');
  const permissions = useReviewPermissions(server);
  // What is new is what has to be read of a launch that was allowed before.
  const { changes } = useHostQuery('configuration/launchChange', { serverId: server.id }, { stamp: server.launchHash, fresh: true }).data ?? { changes: null };
  const isHttp = server.launch.kind === 'http';
  const title = isHttp ? r.titleHttp(server.name) : r.title(server.name);
  const lead = isHttp ? r.leadHttp : permissions.isContained ? t.containment.reviewLead : r.lead;
  return (
    <div ref={card}>
      <Card
        level={2}
        icon={<ShieldQuestionIcon className="size-4.5 shrink-0 text-warn" aria-hidden="true" />}
        title={<RevealText text={changes ? r.changedTitle(server.name) : title} />}
        footer={
          <>
            <Button icon={<PencilIcon />} onClick={onEdit}>{t.servers.actions.edit}</Button>
            <span className="flex-1" />
            <Button
              variant="primary"
              disabled={guard.isGuarded || permissions.isBlocked}
              focusableWhenDisabled
              loading={review.isPending}
              onClick={(event) => {
                if (guard.accepts(event) && !permissions.isBlocked) review.mutate({ serverId: server.id, launchHash: server.launchHash, start: true, ...(permissions.sandbox === undefined ? {} : { sandbox: permissions.sandbox }) });
              }}
            >
              {isHttp ? r.allowConnect : r.allow}
            </Button>
          </>
        }
      >
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-sm text-muted">{changes ? `${r.changedText} ${lead}` : lead}</p>
          {changes ? <LaunchChanges changes={changes} /> : null}
          <NameWarnings name={server.name} />
          <LaunchFlags flags={server.flags} />
          <LaunchDetails launch={server.launch} of={server} />
          {permissions.view}
          {review.error ? <ProblemCallout problem={review.error.problem} /> : null}
        </div>
      </Card>
    </div>
  );
}
