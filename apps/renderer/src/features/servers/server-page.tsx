/** One server with everything it has on one screen (S13). */
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { TabPanel, Tabs } from '@portolan/ui/tabs';
import { GlobeIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import type { ServerTab } from '../../lib/router.ts';
import { ServerPicture } from '../../lib/server-picture.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { LogTab } from './log-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PromptsTab } from './prompts-tab.tsx';
import { ResourcesTab } from './resources-tab.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerStatus } from './server-status.tsx';
import { ToolsTab } from './tools-tab.tsx';

/** `trace` is another feature's: the app hands it in. */
export default function ServerPage({ serverId, tab, item, trace }: { serverId: ServerId; tab: ServerTab; item: string | undefined; trace: ReactNode }) {
  const t = useT();
  const { data: servers, error, retry } = useServers();
  const server = servers?.find((each) => each.id === serverId);
  if (server) return <OneServer server={server} tab={tab} item={item} trace={trace} />;
  const gone = t.errors.codes['server-unknown'];
  return (
    <PageFrame title={t.servers.title}>
      <div className="grid h-full place-items-center p-6">
        {servers ? (
          <EmptyState title={gone.what({})} actions={<Button onClick={() => navigate({ at: 'servers' })}>{t.servers.title}</Button>}>{gone.next({})}</EmptyState>
        ) : error ? (
          <ProblemCallout problem={error.problem} onRetry={retry} />
        ) : (
          <Spinner />
        )}
      </div>
    </PageFrame>
  );
}

const panelClass = 'min-h-0 flex-1';

function OneServer({ server, tab, item, trace }: { server: ServerView; tab: ServerTab; item: string | undefined; trace: ReactNode }) {
  const t = useT();
  const { counts } = server;
  const [isEditing, setIsEditing] = useState(false);
  const edit = () => setIsEditing(true);
  // Each tab comes back to what was chosen on it.
  const [items, setItems] = useState<Partial<Record<ServerTab, string>>>({});
  const go = (next: ServerTab) => {
    setItems((current) => ({ ...current, [tab]: item }));
    const known = items[next];
    navigate({ at: 'server', serverId: server.id, tab: next, ...(known === undefined ? {} : { item: known }) }, { replace: true });
  };
  return (
    <PageFrame
      fill
      icon={<ServerPicture server={server} size={1.5} />}
      title={<RevealText text={server.name} hideCount />}
      actions={
        <>
          {server.launch.kind === 'http' ? <GlobeIcon className="size-4 shrink-0 text-subtle" role="img" aria-label={t.shell.overHttp} /> : null}
          <span className="mr-1"><ServerStatus server={server} /></span>
          <ServerActions server={server} onEdit={edit} />
        </>
      }
    >
      <Tabs
        className="flex h-full flex-col [&>.ui-tabs-list]:shrink-0 [&>.ui-tabs-list]:px-3"
        aria-label={t.servers.tabs.label}
        value={tab}
        onValueChange={go}
        items={[
          { value: 'overview', label: t.servers.tabs.overview },
          { value: 'tools', label: t.servers.tabs.tools, count: counts.tools || undefined },
          { value: 'resources', label: t.servers.tabs.resources, count: counts.resources + counts.resourceTemplates || undefined },
          { value: 'prompts', label: t.servers.tabs.prompts, count: counts.prompts || undefined },
          { value: 'log', label: t.servers.tabs.log },
          { value: 'trace', label: t.servers.tabs.trace },
        ]}
      >
        <TabPanel value="overview" className={panelClass}><OverviewTab server={server} onEdit={edit} /></TabPanel>
        <TabPanel value="tools" className={panelClass}><ToolsTab server={server} item={item} /></TabPanel>
        <TabPanel value="resources" className={panelClass}><ResourcesTab server={server} item={item} /></TabPanel>
        <TabPanel value="prompts" className={panelClass}><PromptsTab server={server} item={item} /></TabPanel>
        <TabPanel value="log" className={panelClass}><LogTab server={server} /></TabPanel>
        <TabPanel value="trace" className={panelClass}><Suspense fallback={null}>{trace}</Suspense></TabPanel>
      </Tabs>
      <EditServerDialog server={server} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </PageFrame>
  );
}
