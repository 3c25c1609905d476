/** Trust before first start (H07): what will run, and the one button that lets it. */
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { ShieldQuestionIcon } from 'lucide-react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';

export function ReviewCard({ server }: { server: ServerView }) {
  const t = useT();
  const review = useHostMutation('servers/review');
  const isHttp = server.launch.kind === 'http';
  return (
    <Card
      level={2}
      icon={<ShieldQuestionIcon className="size-4.5 text-warn" aria-hidden="true" />}
      title={isHttp ? t.servers.review.titleHttp(server.name) : t.servers.review.title(server.name)}
      footer={
        <Button variant="primary" loading={review.isPending} onClick={() => review.mutate({ serverId: server.id, launchHash: server.launchHash, start: true })}>
          {isHttp ? t.servers.review.allowConnect : t.servers.review.allow}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{isHttp ? t.servers.review.leadHttp : t.servers.review.lead}</p>
        <LaunchFlags flags={server.flags} />
        <LaunchDetails launch={server.launch} />
        {review.error ? <ProblemCallout problem={review.error.problem} /> : null}
      </div>
    </Card>
  );
}
