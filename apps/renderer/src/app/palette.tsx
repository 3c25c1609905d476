/** Ctrl/⌘ K: every command, every place and every tool, found by typing. */
import type { LibraryKind } from '@portolan/contract/library';
import type { ServerView } from '@portolan/contract/servers';
import { CommandPalette } from '@portolan/ui/command-palette';
import type { CommandGroup, CommandItem } from '@portolan/ui/command-palette';
import { SearchIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAllCommands } from '../lib/commands.ts';
import type { Command } from '../lib/commands.ts';
import { useT } from '../lib/i18n.tsx';
import { useLibraryChoices } from '../lib/library-choices.ts';
import { navigate } from '../lib/router.ts';
import { keyOf, useOwnKeys } from '../lib/own-keys.ts';
import type { OwnKeys } from '../lib/own-keys.ts';
import { keysOf } from '../lib/shortcuts.ts';
import { ServerPicture } from '../lib/server-picture.tsx';
import { useSettled } from '../lib/use-settled.ts';
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
  const own = useOwnKeys();
  const [query, setQuery] = useState('');
  const tools = useToolGroup(isOpen, query.trim());
  const groups = useMemo<CommandGroup[]>(() => {
    if (!isOpen) return [];
    const { chat, navigation, servers, chats, view } = t.palette.groups;
    const order = [chat, navigation, servers, t.palette.groups.tools, chats, view];
    const list = groupsOf(commands, own);
    if (tools.items.length > 0) list.push(tools);
    list.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
    if (query.trim() !== '') {
      const text = query.trim();
      // Found by every query, and so last whenever something else is found.
      const search: CommandItem = { id: 'search', label: t.shell.searchChats(text), keywords: [text], icon: <SearchIcon />, onRun: () => navigate({ at: 'history', query: text }) };
      list.push({ id: 'search', label: t.app.nav.history, items: [search] });
    }
    return list;
  }, [isOpen, commands, own, tools, query, t]);
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

function groupsOf(commands: readonly Command[], own: OwnKeys): CommandGroup[] {
  const byGroup = new Map<string, Map<string, CommandItem>>();
  for (const command of commands) {
    if (command.id === 'palette.open') continue;
    const group = byGroup.get(command.group) ?? new Map<string, CommandItem>();
    byGroup.set(command.group, group);
    const shortcut = keyOf(command.id, own);
    // Two features may offer one command: the later one, which is nearer to what is on screen, stays.
    group.set(command.id, {
      id: command.id,
      label: command.title,
      ...(command.keywords === undefined ? {} : { keywords: [command.keywords] }),
      ...(shortcut === null ? {} : { shortcut: keysOf(shortcut) }),
      onRun: command.run,
    });
  }
  return [...byGroup].map(([label, items]) => ({ id: label, label, items: [...items.values()] }));
}

/** More tools than these are found by further letters, and all of them in the library. */
const mostTools = 20;
const askAfterMs = 80;
const kinds: readonly LibraryKind[] = ['tool'];
const hasTools = ({ counts }: ServerView): boolean => counts.tools > 0;

/** Tools as the library finds them, each leading to its form. */
function useToolGroup(isOpen: boolean, query: string): CommandGroup {
  const t = useT();
  const asked = useSettled(query, askAfterMs);
  const { found } = useLibraryChoices(isOpen ? asked : null, kinds, hasTools);
  return {
    // The name of the page's own tools: a group of two would be two groups of one name.
    id: t.palette.groups.tools,
    label: t.palette.groups.tools,
    items: found.slice(0, mostTools).map(({ hit, server }) => ({
      id: `tool ${server.id} ${hit.name}`,
      label: hit.title ?? hit.name,
      // The library finds by more than names: what it found for this query is an answer to it.
      keywords: [hit.name, server.name, ...(asked === query ? [query] : [])],
      icon: <ServerPicture server={server} />,
      hint: server.name,
      onRun: () => navigate({ at: 'server', serverId: server.id, tab: 'tools', item: hit.name }),
    })),
  };
}
