/** Ctrl/⌘ K: every command and every place, found by typing. */
import { CommandPalette } from '@portolan/ui/command-palette';
import type { CommandGroup, CommandItem } from '@portolan/ui/command-palette';
import { useMemo } from 'react';
import { useAllCommands } from '../lib/commands.ts';
import { useT } from '../lib/i18n.tsx';
import { navigate } from '../lib/router.ts';
import { keysOf } from '../lib/shortcuts.ts';
import { useWindowState } from './window-state.ts';

export function Palette() {
  const t = useT();
  const commands = useAllCommands();
  const isOpen = useWindowState((state) => state.isPaletteOpen);
  const setOpen = useWindowState((state) => state.setPaletteOpen);
  const groups = useMemo<CommandGroup[]>(() => {
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
  }, [commands]);
  return (
    <CommandPalette
      open={isOpen}
      onOpenChange={setOpen}
      label={t.palette.label}
      placeholder={t.palette.placeholder}
      groups={groups}
      emptyText={(query) => (
        <button type="button" className="text-accent-fg underline" onClick={() => { setOpen(false); navigate({ at: 'history', query }); }}>
          {t.shell.searchChats(query)}
        </button>
      )}
    />
  );
}
