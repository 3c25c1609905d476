/** Ctrl/⌘ K: every command, every place and every tool, found by typing. */
import { CommandPalette } from '@portolan/ui/command-palette';
import type { CommandGroup, CommandItem } from '@portolan/ui/command-palette';
import { SearchIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useServerLists, useServers } from '../host/queries.ts';
import { useAllCommands } from '../lib/commands.ts';
import type { Command } from '../lib/commands.ts';
import { useT } from '../lib/i18n.tsx';
import { navigate } from '../lib/router.ts';
import { hasLists } from '../lib/server-state.ts';
import { keysOf } from '../lib/shortcuts.ts';
import { ServerPicture } from '../lib/server-picture.tsx';
import { useWindowState } from './window-state.ts';

export function Palette() {
  const isOpen = useWindowState((state) => state.isPaletteOpen);
  // Kept while closing, so that it can fade; its lists cost nothing while it is closed.
  return <PaletteDialog isOpen={isOpen} />;
}

function PaletteDialog({ isOpen }: { isOpen: boolean }) {
  const t = useT();
  const setOpen = useWindowState((state) => state.setPaletteOpen);
  const commands = useAllCommands();
  const tools = useToolGroup(isOpen);
  const [query, setQuery] = useState('');
  const groups = useMemo<CommandGroup[]>(() => {
    if (!isOpen) return [];
    const { chat, navigation, servers, chats, view } = t.palette.groups;
    const order = [chat, navigation, servers, t.palette.groups.tools, chats, view];
    const list = groupsOf(commands);
    if (tools.items.length > 0) list.push(tools);
    list.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
    if (query.trim() !== '') {
      const text = query.trim();
      // Found by every query, and so last whenever something else is found.
      const search: CommandItem = { id: 'search', label: t.shell.searchChats(text), keywords: [text], icon: <SearchIcon />, onRun: () => navigate({ at: 'history', query: text }) };
      list.push({ id: 'search', label: t.app.nav.history, items: [search] });
    }
    return list;
  }, [isOpen, commands, tools, query, t]);
  return (
    <CommandPalette
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        setQuery('');
      }}
      label={t.palette.label}
      placeholder={t.palette.placeholder}
      groups={groups}
      emptyText={t.palette.empty}
      onQueryChange={setQuery}
    />
  );
}

function groupsOf(commands: readonly Command[]): CommandGroup[] {
  const byGroup = new Map<string, Map<string, CommandItem>>();
  for (const command of commands) {
    if (command.id === 'palette.open') continue;
    const group = byGroup.get(command.group) ?? new Map<string, CommandItem>();
    byGroup.set(command.group, group);
    // Two features may offer one command: the later one, which is nearer to what is on screen, stays.
    group.set(command.id, {
      id: command.id,
      label: command.title,
      ...(command.keywords === undefined ? {} : { keywords: [command.keywords] }),
      ...(command.shortcut === undefined ? {} : { shortcut: keysOf(command.shortcut) }),
      onRun: command.run,
    });
  }
  return [...byGroup].map(([label, items]) => ({ id: label, label, items: [...items.values()] }));
}

/** The tools of every running server, each leading to its form. */
function useToolGroup(isOpen: boolean): CommandGroup {
  const t = useT();
  const servers = useServers().data;
  const running = useMemo(() => (servers ?? []).filter((server) => hasLists(server) && server.isEnabled && server.counts.tools > 0), [servers]);
  const lists = useServerLists('servers/tools', running, isOpen);
  return {
    // The name of the page's own tools: a group of two would be two groups of one name.
    id: t.palette.groups.tools,
    label: t.palette.groups.tools,
    items: lists.flatMap(({ server, data }) =>
      (data?.tools ?? []).map((tool) => ({
        id: `tool ${server.id} ${tool.name}`,
        label: tool.title ?? tool.annotations?.title ?? tool.name,
        keywords: [tool.name, server.name],
        icon: <ServerPicture server={server} />,
        hint: server.name,
        onRun: () => navigate({ at: 'server', serverId: server.id, tab: 'tools', item: tool.name }),
      })),
    ),
  };
}
