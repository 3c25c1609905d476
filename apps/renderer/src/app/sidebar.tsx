/** Chats, servers and the ways to everything else. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { KeyRow } from '@portolan/ui/kbd';
import { RevealText } from '@portolan/ui/reveal-text';
import { ScrollArea } from '@portolan/ui/scroll-area';
import { StatusDot } from '@portolan/ui/status-dot';
import { BellIcon, GlobeIcon, HistoryIcon, HomeIcon, LibraryIcon, ListChecksIcon, PlusIcon, ScrollTextIcon, SearchIcon, SettingsIcon, SquarePenIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useConversations, useInteractions, useJobs, useServers } from '../host/queries.ts';
import { sheetsOf } from '../lib/ask-cards.tsx';
import { useNewChat } from '../lib/chats.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { goToQuestion } from '../lib/questions.ts';
import { formatRoute, navigate, useRoute } from '../lib/router.ts';
import type { Route } from '../lib/router.ts';
import { serverTone, shownState } from '../lib/server-state.ts';
import { useKeysOf } from '../lib/own-keys.ts';
import { ServerPicture } from '../lib/server-picture.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { Heading, RowLink } from './sidebar-parts.tsx';
import { Projects } from './sidebar-projects.tsx';
import { useWindowState } from './window-state.ts';

export function Sidebar() {
  const t = useFirstT();
  const route = useRoute();
  const setPaletteOpen = useWindowState((state) => state.setPaletteOpen);
  const newChat = useNewChat();
  return (
    <nav aria-label={t.app.nav.label} className="flex h-full min-w-0 flex-col bg-sunken">
      <div className="flex flex-col gap-1 p-2.5 pb-1">
        <Button icon={<SquarePenIcon />} onClick={() => newChat()} className="w-full justify-start">
          <span className="min-w-0 flex-1 truncate text-left">{t.app.nav.newChat}</span>
          <Keys of="chat.new" />
        </Button>
        <Button variant="ghost" icon={<SearchIcon />} title={t.app.nav.search} onClick={() => setPaletteOpen(true)} className="w-full justify-start">
          <span className="min-w-0 flex-1 truncate text-left">{t.app.actions.search}</span>
          <Keys of="palette.open" />
        </Button>
        <Questions />
      </div>
      <ScrollArea className="min-h-0 flex-1">
        <div className="px-2.5 pb-3">
          <Servers route={route} />
          <Chats route={route} />
        </div>
      </ScrollArea>
      <div className="flex flex-col border-t border-line p-2">
        <RowLink route={{ at: 'home' }} isOpen={route.at === 'home'}>
          <HomeIcon className="size-4 text-muted" aria-hidden="true" />
          {t.app.nav.home}
        </RowLink>
        <RowLink route={{ at: 'library' }} isOpen={route.at === 'library'}>
          <LibraryIcon className="size-4 text-muted" aria-hidden="true" />
          {t.library.title}
        </RowLink>
        <Jobs isOpen={route.at === 'jobs'} />
        <RowLink route={{ at: 'activity' }} isOpen={route.at === 'activity'}>
          <ScrollTextIcon className="size-4 text-muted" aria-hidden="true" />
          {t.activity.title}
        </RowLink>
        <RowLink route={{ at: 'settings', section: 'general' }} isOpen={route.at === 'settings'}>
          <SettingsIcon className="size-4 text-muted" aria-hidden="true" />
          {t.app.nav.settings}
        </RowLink>
      </div>
    </nav>
  );
}

/** How many go on now stands beside it, and only then. */
function Jobs({ isOpen }: { isOpen: boolean }) {
  const t = useFirstT();
  const going = useJobs().data?.filter(({ endedAt }) => endedAt === null).length ?? 0;
  return (
    <RowLink route={{ at: 'jobs' }} isOpen={isOpen}>
      <ListChecksIcon className="size-4 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{t.jobs.title}</span>
      {going === 0 ? null : <span className="min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-xs font-medium text-accent-fg tabular-nums" aria-label={t.jobs.running(going)}>{going}</span>}
    </RowLink>
  );
}

/** The key of a command, as a hint. */
function Keys({ of }: { of: string }) {
  const keys = useKeysOf(of);
  return keys.length === 0 ? null : <KeyRow keys={keys} />;
}

/** How many decisions wait, and the way to the oldest of them. */
function Questions() {
  const t = useFirstT();
  const waiting = useInteractions().data ?? [];
  const first = waiting[0];
  if (!first) return null;
  return (
    <button type="button" className="flex min-h-(--ui-control-md) w-full items-center gap-2 rounded-md border border-accent-line bg-accent-soft px-2.5 text-left text-sm font-medium text-accent-fg hover:border-accent" onClick={() => goToQuestion(first)}>
      <BellIcon className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{t.interactions.queue(sheetsOf(waiting).length)}</span>
      <Keys of="question.go" />
    </button>
  );
}

function Servers({ route }: { route: Route }) {
  const t = useFirstT();
  const servers = useServers().data;
  return (
    <>
      <Heading action={<IconButton size="sm" label={t.servers.add} icon={<PlusIcon />} onClick={() => navigate({ at: 'add-server' })} />}>
        <a className="rounded-sm hover:text-fg" href={formatRoute({ at: 'servers' })} aria-current={route.at === 'servers' ? 'page' : undefined}>{t.app.nav.servers}</a>
      </Heading>
      <ul>
        {servers?.map((server) => (
          <ServerRow key={server.id} server={server} isOpen={route.at === 'server' && route.serverId === server.id} />
        ))}
      </ul>
      {servers?.length === 0 ? <p className="px-2 py-1 text-sm text-subtle">{t.app.nav.noServers}</p> : null}
    </>
  );
}

/** More than these are found in the history. */
const recentChats = 60;

function Chats({ route }: { route: Route }) {
  const t = useFirstT();
  const all = useConversations().data;
  const conversations = useMemo(() => all?.filter(({ place, projectId }) => place === undefined && projectId === undefined), [all]);
  const pinned = useMemo(() => all?.filter(({ place }) => place === 'pinned') ?? [], [all]);
  const inProjects = useMemo(() => all?.filter(({ place, projectId }) => place === undefined && projectId !== undefined) ?? [], [all]);
  const questions = useInteractions().data;
  const waiting = useMemo(() => new Set(questions?.map((each) => each.conversationId)), [questions]);
  const open = route.at === 'chat' ? route.conversationId : null;
  const row = (conversation: ConversationView) => <ConversationRow key={conversation.id} conversation={conversation} isOpen={conversation.id === open} isWaiting={waiting.has(conversation.id)} />;
  return (
    <>
      {pinned.length === 0 ? null : (
        <>
          <Heading action={null}>{t.history.pinned}</Heading>
          <ul>{pinned.map(row)}</ul>
        </>
      )}
      <Projects route={route} conversations={inProjects} row={row} />
      <Heading action={<IconButton size="sm" label={t.app.nav.history} icon={<HistoryIcon />} onClick={() => navigate({ at: 'history', query: '' })} />}>
        <a className="rounded-sm hover:text-fg" href={formatRoute({ at: 'history', query: '' })} aria-current={route.at === 'history' ? 'page' : undefined}>{t.app.nav.chats}</a>
      </Heading>
      <ul>{conversations?.slice(0, recentChats).map(row)}</ul>
      {all?.length === 0 ? <p className="px-2 py-1 text-sm text-subtle">{t.app.nav.noChats}</p> : null}
      {conversations && conversations.length > recentChats ? <RowLink route={{ at: 'history', query: '' }} isOpen={false}><span className="text-muted">{t.app.nav.moreChats}</span></RowLink> : null}
    </>
  );
}

function ServerRow({ server, isOpen }: { server: ServerView; isOpen: boolean }) {
  const t = useFirstT();
  const isRemote = server.launch.kind === 'http';
  return (
    <li>
      <RowLink route={{ at: 'server', serverId: server.id, tab: 'overview' }} isOpen={isOpen} {...(isRemote ? { title: t.shell.overHttp } : {})}>
        <ServerPicture server={server} />
        <span className="min-w-0 flex-1 truncate"><RevealText text={server.name} hideCount /></span>
        {isRemote ? <GlobeIcon className="size-3.5 shrink-0 text-subtle" aria-hidden="true" /> : null}
        {server.state === 'ready' && server.counts.tools > 0 ? <span className="text-xs text-subtle tabular-nums" title={t.tools.count(server.counts.tools)}>{server.counts.tools}</span> : null}
        <StatusDot tone={serverTone(server)} text={t.servers.state[shownState(server)]} hideText />
      </RowLink>
    </li>
  );
}
