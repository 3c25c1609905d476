/** What can be done from everywhere. */
import { textSizes } from '@portolan/contract/appearance';
import type { ConversationView } from '@portolan/contract/conversations';
import type { ProfileView } from '@portolan/contract/profiles';
import type { ServerView } from '@portolan/contract/servers';
import { localeNames, locales } from '@portolan/i18n/locales';
import type { ProjectId } from '@portolan/contract/ids';
import type { ProjectView } from '@portolan/contract/projects';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { useMemo } from 'react';
import { useConversations, useInteractions, useProfiles, useProjects, useServers, useSettings } from '../host/queries.ts';
import { useCommands } from '../lib/commands.ts';
import type { Command } from '../lib/commands.ts';
import { useProjectDialog } from '../lib/projects.ts';
import { useNewChat, useNewChatWith } from '../lib/chats.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { goToQuestion } from '../lib/questions.ts';
import { currentRoute, navigate } from '../lib/router.ts';
import { isUp } from '../lib/server-state.ts';
import { useAct } from '../lib/use-act.ts';
import type { Act } from '../lib/use-act.ts';
import { useWindowState } from './window-state.ts';

const mostChats = 50;

export function useAppCommands(): void {
  const t = useFirstT();
  const act = useAct();
  const newChat = useNewChat();
  const newChatWith = useNewChatWith();
  const profiles = useProfiles().data?.profiles;
  const question = useInteractions().data?.[0];
  const view = useViewCommands(t, act);
  const servers = useServers().data;
  const conversations = useConversations().data;
  const projects = useProjects().data;
  // One list, so that the order in the palette is always the same.
  useCommands(
    useMemo<Command[]>(
      () => [
        ...placeCommands(t, newChat),
        ...(question ? [{ id: 'question.go', title: t.shell.goToQuestion, group: t.palette.groups.chat, run: () => goToQuestion(question) }] : []),
        ...profileCommands(profiles ?? [], t, newChatWith),
        ...projectCommands(projects ?? [], t, newChat),
        ...chatCommands(conversations ?? [], t),
        ...(servers ?? []).flatMap((server) => serverCommands(server, t, act)),
        ...view,
      ],
      [t, act, newChat, newChatWith, profiles, projects, question, conversations, servers, view],
    ),
  );
}

function placeCommands(t: FirstCatalogue, newChat: () => void): Command[] {
  const go = t.palette.groups.navigation;
  return [
    { id: 'chat.new', title: t.app.nav.newChat, group: t.palette.groups.chat, run: () => newChat() },
    { id: 'server.add', title: t.servers.add, group: t.palette.groups.servers, run: () => navigate({ at: 'add-server' }) },
    { id: 'servers.import', title: t.otherApps.import.way, group: t.palette.groups.servers, run: () => navigate({ at: 'add-server', way: 'apps' }) },
    { id: 'servers.export', title: t.otherApps.export.open, group: t.palette.groups.servers, run: () => navigate({ at: 'export' }) },
    { id: 'configuration.open', title: t.configuration.file, group: go, run: () => navigate({ at: 'settings', section: 'configuration' }) },
    { id: 'home.open', title: t.palette.commands.goHome, group: go, run: () => navigate({ at: 'home' }) },
    { id: 'servers.open', title: t.app.nav.servers, group: go, run: () => navigate({ at: 'servers' }) },
    { id: 'library.open', title: t.library.open, group: go, run: () => navigate({ at: 'library' }) },
    ...(['resource', 'prompt', 'template', 'tool'] as const).map((kind): Command => ({ id: `library.${kind}`, title: `${t.library.title}: ${t.library.kinds[kind]}`, group: go, run: () => navigate({ at: 'library', kind }) })),
    { id: 'history.open', title: t.app.nav.history, group: go, run: () => navigate({ at: 'history', query: '' }) },
    { id: 'backup.open', title: t.backups.open, group: go, run: () => navigate({ at: 'settings', section: 'backup' }) },
    { id: 'chats.import', title: t.chatImports.open, group: t.palette.groups.chat, run: () => navigate({ at: 'import-chats' }) },
    { id: 'trace.open', title: t.trace.open, group: go, run: () => navigate({ at: 'trace' }) },
    { id: 'jobs.open', title: t.jobs.open, group: go, run: () => navigate({ at: 'jobs' }) },
    { id: 'activity.open', title: t.activity.open, group: go, run: () => navigate({ at: 'activity' }) },
    { id: 'settings.open', title: t.app.nav.settings, group: go, run: () => navigate({ at: 'settings', section: 'general' }) },
    { id: 'keyboard.open', title: t.palette.commands.changeKeys, group: go, run: () => navigate({ at: 'settings', section: 'keyboard' }) },
    { id: 'providers.open', title: t.palette.commands.goProviders, group: go, run: () => navigate({ at: 'settings', section: 'providers' }) },
    { id: 'profiles.open', title: t.palette.commands.goProfiles, group: go, run: () => navigate({ at: 'settings', section: 'profiles' }) },
    { id: 'templates.open', title: t.palette.commands.goTemplates, group: go, run: () => navigate({ at: 'settings', section: 'templates' }) },
    { id: 'permissions.open', title: t.palette.commands.goPermissions, group: go, run: () => navigate({ at: 'settings', section: 'permissions' }) },
  ];
}

function useViewCommands(t: FirstCatalogue, act: Act): Command[] {
  const { theme, textSize = 100 } = useSettings().data?.settings ?? {};
  const { toggleSidebar, togglePalette, setShortcutSheetOpen } = useWindowState();
  return useMemo(() => {
    const group = t.palette.groups.view;
    const themeTitles = { system: t.palette.commands.themeSystem, light: t.palette.commands.themeLight, dark: t.palette.commands.themeDark };
    const localeTitles = { en: t.palette.commands.english, 'zh-CN': t.palette.commands.chinese };
    const list: Command[] = [
      { id: 'palette.open', title: t.palette.commands.open, group: t.palette.groups.navigation, isGlobal: true, run: togglePalette },
      { id: 'sidebar.toggle', title: t.palette.commands.toggleSidebar, group, run: toggleSidebar },
      { id: 'shortcuts.show', title: t.palette.shortcutSheet.title, group, run: () => setShortcutSheetOpen(true) },
    ];
    const larger = textSizes.find((size) => size > textSize);
    const smaller = textSizes.findLast((size) => size < textSize);
    const size = (id: string, title: string, to: number | undefined): Command => ({ id, title, group, run: () => (to === undefined ? undefined : void act('settings/update', { textSize: to })) });
    list.push(size('text.larger', t.palette.commands.textLarger, larger), size('text.smaller', t.palette.commands.textSmaller, smaller), size('text.usual', t.palette.commands.textUsual, 100));
    for (const each of ['system', 'light', 'dark'] as const) {
      if (theme !== each) list.push({ id: `theme.${each}`, title: themeTitles[each], group, run: () => void act('settings/update', { theme: each }) });
    }
    for (const each of locales) {
      list.push({ id: `locale.${each}`, title: localeTitles[each], keywords: `language 语言 ${localeNames[each]}`, group, run: () => void act('settings/update', { locale: each }) });
    }
    return list;
  }, [t, act, theme, textSize, toggleSidebar, togglePalette, setShortcutSheetOpen]);
}

function serverCommands(server: ServerView, t: FirstCatalogue, act: Act): Command[] {
  const group = t.palette.groups.servers;
  const input = { serverId: server.id };
  const list: Command[] = [{ id: `server.open.${server.id}`, title: server.name, group, run: () => navigate({ at: 'server', serverId: server.id, tab: 'overview' }) }];
  if (!server.isReviewed || !server.isEnabled) return list;
  if (isUp(server)) {
    list.push(
      { id: `server.restart.${server.id}`, title: t.palette.commands.restartServer(server.name), group, run: () => void act('servers/restart', input) },
      { id: `server.stop.${server.id}`, title: t.palette.commands.stopServer(server.name), group, run: () => void act('servers/stop', input) },
    );
  } else if (server.state === 'stopped' || server.state === 'failed') {
    list.push({ id: `server.start.${server.id}`, title: t.palette.commands.startServer(server.name), group, run: () => void act('servers/start', input) });
  }
  return list;
}

function profileCommands(profiles: readonly ProfileView[], t: FirstCatalogue, begin: (id: ProfileView['id']) => void): Command[] {
  return profiles.flatMap(({ id, name, isRemoved }) => (isRemoved ? [] : [{ id: `chat.new.${id}`, title: t.palette.commands.newChatWith(name), group: t.palette.groups.chat, run: () => begin(id) }]));
}

function projectCommands(projects: readonly ProjectView[], t: FirstCatalogue, newChat: (projectId?: ProjectId) => void): Command[] {
  return [
    { id: 'project.new', title: t.projects.add, group: t.palette.groups.chat, run: () => useProjectDialog.getState().show({ kind: 'new' }) },
    ...projects.slice(0, mostChats).flatMap(({ id, name }): Command[] => [
      { id: `project.open.${id}`, title: t.projects.open(name), group: t.palette.groups.chats, run: () => navigate({ at: 'project', projectId: id }) },
      { id: `project.chat.${id}`, title: t.projects.newChatIn(name), group: t.palette.groups.chat, run: () => newChat(id) },
    ]),
  ];
}

function chatCommands(conversations: readonly ConversationView[], t: FirstCatalogue): Command[] {
  const open = (conversation: ConversationView | undefined) => {
    if (conversation) navigate({ at: 'chat', conversationId: conversation.id });
  };
  /** One up or down the list of chats, from the open one. */
  const step = (by: number) => {
    const route = currentRoute();
    const at = route.at === 'chat' ? conversations.findIndex((each) => each.id === route.conversationId) : -1;
    open(at < 0 ? conversations[0] : conversations[at + by]);
  };
  if (conversations.length === 0) return [];
  return [
    { id: 'chat.previous', title: t.palette.commands.previousChat, group: t.palette.groups.chat, run: () => step(-1) },
    { id: 'chat.next', title: t.palette.commands.nextChat, group: t.palette.groups.chat, run: () => step(1) },
    ...conversations.slice(0, mostChats).map((conversation): Command => ({ id: `chat.open.${conversation.id}`, title: conversation.title || t.chat.untitled, group: t.palette.groups.chats, run: () => open(conversation) })),
  ];
}
