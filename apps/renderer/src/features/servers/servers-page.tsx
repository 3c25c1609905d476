/** All servers at a glance. */
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { GlobeIcon, PlusIcon, SearchIcon, ServerIcon as ServersGlyph } from 'lucide-react';
import { useState } from 'react';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout, useProblemText } from '../../lib/problem.tsx';
import { formatRoute, navigate } from '../../lib/router.ts';
import { ServerPicture } from '../../lib/server-picture.tsx';
import { isBuiltIn } from './built-in/built-in-launch.ts';
import { launchLine } from './launch-line.ts';
import { ServerStatus } from './server-status.tsx';

/** With more servers than this a filter is worth its place. */
const fewServers = 8;
const addServer = () => navigate({ at: 'add-server' });

export default function ServersPage() {
  const t = useT();
  const { data: servers, error, retry } = useServers();
  return (
    <PageFrame title={t.servers.title} actions={
        <>
          {servers && servers.length > 0 ? <Button onClick={() => navigate({ at: 'export' })}>{t.otherApps.export.open}</Button> : null}
          <Button variant="primary" icon={<PlusIcon />} onClick={addServer}>{t.servers.add}</Button>
        </>
      }>
      <Column>
        {error ? <div className="mb-4"><ProblemCallout problem={error.problem} onRetry={retry} /></div> : null}
        {servers ? <List servers={servers} /> : error ? null : <Skeleton className="h-16" />}
      </Column>
    </PageFrame>
  );
}

function List({ servers }: { servers: readonly ServerView[] }) {
  const t = useT();
  const [filter, setFilter] = useState('');
  if (servers.length === 0) {
    return (
      <EmptyState icon={<ServersGlyph />} title={t.servers.empty.title} actions={<Button variant="primary" onClick={addServer}>{t.servers.add}</Button>}>
        {t.servers.empty.text}
      </EmptyState>
    );
  }
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = servers.filter((server) => words.every((word) => `${server.name} ${launchLine(server.launch)}`.toLowerCase().includes(word)));
  return (
    <>
      {servers.length > fewServers ? <div className="mb-3"><Input aria-label={t.servers.filter} placeholder={t.servers.filter} icon={<SearchIcon />} value={filter} onValueChange={(next) => setFilter(next)} /></div> : null}
      {shown.length === 0 ? <p className="text-sm text-muted" role="status">{t.servers.noMatch}</p> : null}
      <ul className="flex flex-col gap-2">
        {shown.map((server) => <ServerCard key={server.id} server={server} />)}
      </ul>
    </>
  );
}

function ServerCard({ server }: { server: ServerView }) {
  const t = useT();
  const problemText = useProblemText();
  const counts = [t.tools.count(server.counts.tools), t.resources.count(server.counts.resources), t.prompts.count(server.counts.prompts)];
  return (
    <li>
      <a
        href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })}
        className="flex min-w-0 items-start gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-sm hover:border-line-strong"
      >
        <ServerPicture server={server} size={2} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="max-w-full truncate font-medium"><RevealText text={server.name} hideCount /></span>
            {server.launch.kind === 'http' ? <Badge><GlobeIcon className="size-3" aria-hidden="true" /> {t.shell.http}</Badge> : null}
            {isBuiltIn(server) ? <Badge>{t.builtIn.badge}</Badge> : null}
            {server.sandbox !== undefined && server.sandbox !== 'off' ? <Badge tone="success">{t.containment.contained}</Badge> : null}
            {server.isReviewed && server.flags.length > 0 ? <Badge tone="warn">{t.servers.flagCount(server.flags.length)}</Badge> : null}
            <span className="ml-auto"><ServerStatus server={server} /></span>
          </span>
          <code className="mt-0.5 block truncate text-xs text-muted"><RevealText text={launchLine(server.launch)} hideCount /></code>
          {server.state === 'ready' ? <span className="mt-0.5 block text-xs text-subtle">{counts.join(' · ')}</span> : null}
          {server.problem ? <span className={`mt-1 block text-sm break-words ${server.state === 'failed' ? 'text-danger-fg' : 'text-warn-fg'}`}><RevealText text={problemText(server.problem).title} hideCount /></span> : null}
        </span>
      </a>
    </li>
  );
}
