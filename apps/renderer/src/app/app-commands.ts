/** What can be done from everywhere. */
import { useMemo } from 'react';
import { useConversations, useHostMutation, useProviders, useServers, useSettings } from '../host/queries.ts';
import { useCommands } from '../lib/commands.ts';
import type { Command } from '../lib/commands.ts';
import { useT } from '../lib/i18n.tsx';
import { navigate } from '../lib/router.ts';
import { useWindowState } from './window-state.ts';

/** Starts an empty chat with the default model and goes there. */
export function useNewChat(): () => void {
  const create = useHostMutation('conversations/create');
  const defaultModel = useProviders().data?.defaultModel ?? null;
  return () => {
    create.mutate({ model: defaultModel }, { onSuccess: (conversation) => navigate({ at: 'chat', conversationId: conversation.id }) });
  };
}

export function useAppCommands(): void {
  const t = useT();
  const newChat = useNewChat();
  const update = useHostMutation('settings/update').mutate;
  const servers = useServers().data;
  const conversations = useConversations().data;
  const settings = useSettings().data?.settings;
  const { toggleSidebar, setPaletteOpen, setShortcutSheetOpen } = useWindowState();

  const commands = useMemo<Command[]>(() => {
    const go = t.palette.groups.navigation;
    const themeTitle = { system: t.palette.commands.themeSystem, light: t.palette.commands.themeLight, dark: t.palette.commands.themeDark };
    const localeTitle = { en: t.palette.commands.english, 'zh-CN': t.palette.commands.chinese };
    const list: Command[] = [
      { id: 'palette.open', title: t.palette.commands.open, group: go, shortcut: 'Mod+K', run: () => setPaletteOpen(true) },
      { id: 'chat.new', title: t.app.nav.newChat, group: t.palette.groups.chat, shortcut: 'Mod+N', run: newChat },
      { id: 'server.add', title: t.servers.add, group: t.palette.groups.servers, run: () => navigate({ at: 'add-server' }) },
      { id: 'home.open', title: t.palette.commands.goHome, group: go, run: () => navigate({ at: 'home' }) },
      { id: 'servers.open', title: t.app.nav.servers, group: go, shortcut: 'Mod+Shift+S', run: () => navigate({ at: 'servers' }) },
      { id: 'history.open', title: t.app.nav.history, group: go, shortcut: 'Mod+Shift+F', run: () => navigate({ at: 'history', query: '' }) },
      { id: 'settings.open', title: t.app.nav.settings, group: go, shortcut: 'Mod+,', run: () => navigate({ at: 'settings', section: 'general' }) },
      { id: 'providers.open', title: t.palette.commands.goProviders, group: go, run: () => navigate({ at: 'settings', section: 'providers' }) },
      { id: 'permissions.open', title: t.palette.commands.goPermissions, group: go, run: () => navigate({ at: 'settings', section: 'permissions' }) },
      { id: 'sidebar.toggle', title: t.palette.commands.toggleSidebar, group: t.palette.groups.view, shortcut: 'Mod+B', run: toggleSidebar },
      { id: 'shortcuts.show', title: t.palette.shortcutSheet.title, group: t.palette.groups.view, shortcut: '?', run: () => setShortcutSheetOpen(true) },
    ];
    for (const theme of ['system', 'light', 'dark'] as const) {
      if (settings?.theme !== theme) list.push({ id: `theme.${theme}`, title: themeTitle[theme], group: t.palette.groups.view, run: () => update({ theme }) });
    }
    for (const locale of ['en', 'zh-CN'] as const) {
      list.push({ id: `locale.${locale}`, title: localeTitle[locale], keywords: 'language 语言', group: t.palette.groups.view, run: () => update({ locale }) });
    }
    for (const server of servers ?? []) {
      list.push({ id: `server.open.${server.id}`, title: server.name, group: t.palette.groups.servers, run: () => navigate({ at: 'server', serverId: server.id, tab: 'overview' }) });
    }
    for (const conversation of (conversations ?? []).slice(0, 50)) {
      list.push({ id: `chat.open.${conversation.id}`, title: conversation.title || t.chat.untitled, group: t.palette.groups.chats, run: () => navigate({ at: 'chat', conversationId: conversation.id }) });
    }
    return list;
    // newChat is made anew at each render and reads only what is listed here
    // eslint-disable-next-line react/exhaustive-deps
  }, [t, servers, conversations, settings?.theme, update, toggleSidebar, setPaletteOpen, setShortcutSheetOpen]);
  useCommands(commands);
}
