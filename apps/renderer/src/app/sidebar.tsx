/** Chats, servers and the ways to everything else. */
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { KeyRow } from '@portolan/ui/kbd';
import { RevealText } from '@portolan/ui/reveal-text';
import { ScrollArea } from '@portolan/ui/scroll-area';
import { ServerIcon } from '@portolan/ui/server-icon';
import { StatusDot } from '@portolan/ui/status-dot';
import { HistoryIcon, PlusIcon, SearchIcon, SettingsIcon, SquarePenIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConversations, useInteractions, useServers } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { formatRoute, navigate, useRoute } from '../lib/router.ts';
import type { Route } from '../lib/router.ts';
import { serverTone } from '../lib/server-state.ts';
import { keysOf } from '../lib/shortcuts.ts';
import { useNewChat } from './app-commands.ts';
import { ConversationRow } from './conversation-row.tsx';
import { useWindowState } from './window-state.ts';

const recentChats = 60;

export function Sidebar() {
  const t = useT();
  const route = useRoute();
  const servers = useServers().data ?? [];
  const conversations = useConversations().data ?? [];
  const waiting = useInteractions().data ?? [];
  const setPaletteOpen = useWindowState((state) => state.setPaletteOpen);
  const newChat = useNewChat();
  const openChat = route.at === 'chat' ? route.conversationId : null;
  return (
    <nav aria-label={t.app.nav.label} className="flex h-full min-w-0 flex-col bg-sunken">
      <div className="flex flex-col gap-1.5 p-2.5 pb-1">
        <Button icon={<SquarePenIcon />} onClick={newChat} className="w-full justify-start">
          {t.app.nav.newChat}
          <span className="ml-auto"><KeyRow keys={keysOf('Mod+N')} /></span>
        </Button>
        <Button variant="ghost" icon={<SearchIcon />} onClick={() => setPaletteOpen(true)} className="w-full justify-start">
          {t.palette.commands.open}
          <span className="ml-auto"><KeyRow keys={keysOf('Mod+K')} /></span>
        </Button>
      </div>
      <ScrollArea className="min-h-0 flex-1">
        <div className="px-2.5 pb-3">
          <Heading action={<IconButton size="sm" label={t.servers.add} icon={<PlusIcon />} onClick={() => navigate({ at: 'add-server' })} />}>
            <a className="hover:text-fg" href={formatRoute({ at: 'servers' })}>{t.app.nav.servers}</a>
          </Heading>
          <ul>
            {servers.map((server) => (
              <ServerRow key={server.id} server={server} isOpen={route.at === 'server' && route.serverId === server.id} />
            ))}
          </ul>
          {servers.length === 0 ? <p className="px-2 py-1 text-sm text-subtle">{t.app.nav.noServers}</p> : null}
          <Heading action={<IconButton size="sm" label={t.app.nav.history} icon={<HistoryIcon />} onClick={() => navigate({ at: 'history', query: '' })} />}>
            <a className="hover:text-fg" href={formatRoute({ at: 'history', query: '' })}>{t.app.nav.chats}</a>
          </Heading>
          <ul>
            {conversations.slice(0, recentChats).map((conversation) => (
              <ConversationRow key={conversation.id} conversation={conversation} isOpen={conversation.id === openChat} isWaiting={waiting.some((each) => each.conversationId === conversation.id)} />
            ))}
          </ul>
          {conversations.length === 0 ? <p className="px-2 py-1 text-sm text-subtle">{t.app.nav.noChats}</p> : null}
          {conversations.length > recentChats ? <RowLink route={{ at: 'history', query: '' }} isOpen={false}>{t.app.nav.moreChats}</RowLink> : null}
        </div>
      </ScrollArea>
      <div className="flex items-center gap-1 border-t border-line p-2">
        <RowLink route={{ at: 'settings', section: 'general' }} isOpen={route.at === 'settings'}>
          <SettingsIcon className="size-4 text-muted" aria-hidden="true" />
          {t.app.nav.settings}
        </RowLink>
      </div>
    </nav>
  );
}

function Heading({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="mt-3 mb-0.5 flex h-7 items-center justify-between pl-2">
      <h2 className="text-xs font-medium text-subtle">{children}</h2>
      {action}
    </div>
  );
}

function RowLink({ route, isOpen, children }: { route: Route; isOpen: boolean; children: ReactNode }) {
  return (
    <a
      href={formatRoute(route)}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-(--ui-row) w-full min-w-0 items-center gap-2 rounded-md px-2 text-sm text-fg hover:bg-hover aria-[current]:bg-active aria-[current]:font-medium"
    >
      {children}
    </a>
  );
}

function ServerRow({ server, isOpen }: { server: ServerView; isOpen: boolean }) {
  const t = useT();
  const state = !server.isReviewed ? 'unreviewed' : !server.isEnabled ? 'disabled' : server.state;
  return (
    <li>
      <RowLink route={{ at: 'server', serverId: server.id, tab: 'overview' }} isOpen={isOpen}>
        <ServerIcon name={server.name} />
        <span className="min-w-0 flex-1 truncate"><RevealText text={server.name} /></span>
        {state === 'ready' ? <span className="text-xs text-subtle tabular-nums" title={t.tools.count(server.counts.tools)}>{server.counts.tools}</span> : null}
        <StatusDot tone={serverTone(server)} text={t.servers.state[state]} hideText />
      </RowLink>
    </li>
  );
}
