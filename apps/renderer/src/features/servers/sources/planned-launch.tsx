/** Exactly what would be written to the configuration and run, with what differs from what stands there. */
import type { LaunchFlag, LaunchView } from '@portolan/contract/servers';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { useT } from '../../../lib/i18n.tsx';
import { LaunchDetails, LaunchFlags } from '../launch-details.tsx';

export interface Planned {
  launch: LaunchView;
  flags: LaunchFlag[];
  differences: string[];
}

export function PlannedLaunch({ plan }: { plan: Planned | undefined }) {
  const t = useT();
  if (!plan) return <Skeleton className="h-24" />;
  return (
    <Card level={2} title={plan.launch.kind === 'stdio' ? t.servers.review.exactly : t.sources.exactlyHttp}>
      <div className="flex min-w-0 flex-col gap-3">
        {plan.differences.length > 0 ? <p className="text-sm"><RevealText text={t.sources.link.replaceText(plan.differences.join(', '))} /></p> : null}
        <LaunchFlags flags={plan.flags} />
        <LaunchDetails launch={plan.launch} />
      </div>
    </Card>
  );
}
