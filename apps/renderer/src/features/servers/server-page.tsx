/** One server with everything it has on one screen (S13). */
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Tabs } from '@portolan/ui/tabs';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import type { ServerTab } from '../../lib/router.ts';
import { LogTab } from './log-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PromptsTab } from './prompts-tab.tsx';
import { ResourcesTab } from './resources-tab.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerStatus } from './server-status.tsx';
import { ToolsTab } from './tools-tab.tsx';

export default function ServerPage({ serverId, tab, item }: { serverId: ServerId; tab: ServerTab; item: string | undefined }) {
  const t = useT();
  const servers = useServers().data;
  const server = servers?.find((each) => each.id === serverId);
  if (servers === undefined) return null;
  if (!server) {
    return (
      <PageFrame title={t.servers.title}>
        <EmptyState title={t.errors.codes['server-unknown'].what({})}>{t.errors.codes['server-unknown'].next({})}</EmptyState>
      </PageFrame>
    );
  }
  return <OneServer server={server} tab={tab} item={item} />;
}

function OneServer({ server, tab, item }: { server: ServerView; tab: ServerTab; item: string | undefined }) {
  const t = useT();
  const { counts } = server;
  const go = (next: ServerTab) => navigate({ at: 'server', serverId: server.id, tab: next }, { replace: true });
  return (
    <PageFrame
      fill
      icon={<ServerIcon name={server.name} size={1.5} />}
      title={<RevealText text={server.name} />}
      actions={
        <>
          <span className="mr-2"><ServerStatus server={server} /></span>
          <ServerActions server={server} />
        </>
      }
      below={
        <Tabs
          aria-label={t.servers.tabs.label}
          value={tab}
          onValueChange={go}
          items={[
            { value: 'overview', label: t.servers.tabs.overview },
            { value: 'tools', label: t.servers.tabs.tools, count: counts.tools || undefined },
            { value: 'resources', label: t.servers.tabs.resources, count: counts.resources + counts.resourceTemplates || undefined },
            { value: 'prompts', label: t.servers.tabs.prompts, count: counts.prompts || undefined },
            { value: 'log', label: t.servers.tabs.log },
          ]}
        />
      }
    >
      <div className="h-full" role="tabpanel" aria-label={t.servers.tabs[tab]}>
        {tab === 'overview' ? <OverviewTab server={server} /> : null}
        {tab === 'tools' ? <ToolsTab server={server} item={item} /> : null}
        {tab === 'resources' ? <ResourcesTab server={server} item={item} /> : null}
        {tab === 'prompts' ? <PromptsTab server={server} item={item} /> : null}
        {tab === 'log' ? <LogTab server={server} /> : null}
      </div>
    </PageFrame>
  );
}
