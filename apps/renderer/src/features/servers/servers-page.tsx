/** All servers at a glance. */
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Skeleton } from '@portolan/ui/skeleton';
import { PlusIcon, ServerIcon as ServersGlyph } from 'lucide-react';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { useProblemText } from '../../lib/problem.tsx';
import { formatRoute, navigate } from '../../lib/router.ts';
import { ServerStatus } from './server-status.tsx';
import { launchLine } from './launch-line.ts';

export default function ServersPage() {
  const t = useT();
  const servers = useServers().data;
  const add = () => navigate({ at: 'add-server' });
  return (
    <PageFrame title={t.servers.title} actions={<Button variant="primary" icon={<PlusIcon />} onClick={add}>{t.servers.add}</Button>}>
      <Column>
        {servers === undefined ? (
          <Skeleton className="h-16" />
        ) : servers.length === 0 ? (
          <EmptyState icon={<ServersGlyph />} title={t.servers.empty.title} actions={<Button variant="primary" onClick={add}>{t.servers.add}</Button>}>
            {t.servers.empty.text}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-2">
            {servers.map((server) => <ServerCard key={server.id} server={server} />)}
          </ul>
        )}
      </Column>
    </PageFrame>
  );
}

function ServerCard({ server }: { server: ServerView }) {
  const t = useT();
  const problemText = useProblemText();
  return (
    <li>
      <a
        href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })}
        className="flex items-start gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-sm hover:border-line-strong"
      >
        <ServerIcon name={server.name} size={2} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-medium"><RevealText text={server.name} /></span>
            {server.state === 'ready' ? (
              <span className="text-xs whitespace-nowrap text-subtle">
                {[t.tools.count(server.counts.tools), t.resources.count(server.counts.resources), t.prompts.count(server.counts.prompts)].join(' · ')}
              </span>
            ) : null}
          </span>
          <code className="block truncate text-xs text-muted"><RevealText text={launchLine(server.launch)} hideCount /></code>
          {server.problem ? <span className="mt-1 block text-sm text-danger-fg">{problemText(server.problem).title}</span> : null}
        </span>
        <ServerStatus server={server} />
      </a>
    </li>
  );
}
