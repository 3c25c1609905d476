/** Exactly what would be written to the configuration and run, with what differs from what stands there. */
import type { LaunchFlag, LaunchView } from '@portolan/contract/servers';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { useT } from '../../../lib/i18n.tsx';
import { LaunchDetails, LaunchFlags } from '../launch-details.tsx';
import { differenceWords } from './difference-words.ts';

export interface Planned {
  launch: LaunchView;
  flags: LaunchFlag[];
  differences: string[];
}

/** @param missing labels of what is still to be filled in: until then it is not exactly this that will run */
export function PlannedLaunch({ plan, missing }: { plan: Planned | undefined; missing: readonly string[] }) {
  const t = useT();
  if (!plan) return <Skeleton className="h-24" />;
  return (
    <Card level={2} title={missing.length > 0 ? t.sources.notYet : plan.launch.kind === 'stdio' ? t.servers.review.exactly : t.sources.exactlyHttp}>
      <div className="flex min-w-0 flex-col gap-3">
        {missing.length > 0 ? <p className="text-sm" role="status"><RevealText text={t.sources.stillMissing(missing.join(', '))} /></p> : null}
        {plan.differences.length > 0 ? <p className="text-sm"><RevealText text={differenceWords(t, plan.differences)} /></p> : null}
        <LaunchFlags flags={plan.flags} />
        <LaunchDetails launch={plan.launch} />
      </div>
    </Card>
  );
}
