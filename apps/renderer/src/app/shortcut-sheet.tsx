/** All keys on one sheet. */
import { Dialog } from '@portolan/ui/dialog';
import { KeyRow } from '@portolan/ui/kbd';
import { useAllCommands } from '../lib/commands.ts';
import { useT } from '../lib/i18n.tsx';
import { keysOf } from '../lib/shortcuts.ts';
import { useWindowState } from './window-state.ts';

export function ShortcutSheet() {
  const t = useT();
  const isOpen = useWindowState((state) => state.isShortcutSheetOpen);
  const setOpen = useWindowState((state) => state.setShortcutSheetOpen);
  const commands = useAllCommands();
  const withKeys = [...new Map(commands.filter((command) => command.shortcut).map((command) => [command.id, command])).values()];
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title={t.palette.shortcutSheet.title} size="sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {withKeys.map((command) => (
          <div key={command.id} className="contents">
            <dt>{command.title}</dt>
            <dd className="justify-self-end">
              <KeyRow keys={keysOf(command.shortcut ?? '')} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
