/** All keys on one sheet: those of commands, and those of the places where one writes and decides. */
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { KeyRow } from '@portolan/ui/kbd';
import { KeyboardIcon } from 'lucide-react';
import { useSettings } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { keyActions } from '../lib/key-actions.ts';
import { keyOf, useOwnKeys } from '../lib/own-keys.ts';
import { navigate } from '../lib/router.ts';
import { keysOf } from '../lib/shortcuts.ts';
import type { Shortcut } from '../lib/shortcuts.ts';
import { useWindowState } from './window-state.ts';

export function ShortcutSheet() {
  const t = useT();
  const isOpen = useWindowState((state) => state.isShortcutSheetOpen);
  const setOpen = useWindowState((state) => state.setShortcutSheetOpen);
  const own = useOwnKeys();
  const sendKeys = useSettings().data?.settings.sendKeys ?? 'enter';
  const withKeys = keyActions.flatMap(({ id, title }) => {
    const keys = keyOf(id, own);
    return keys === null ? [] : [{ id, title: title(t), keys }];
  });
  return (
    <Dialog open={isOpen} onOpenChange={(next) => setOpen(next)} title={t.palette.shortcutSheet.title} size="sm">
      <Keys title={t.palette.shortcutSheet.general} rows={withKeys} />
      <Keys
        title={t.palette.shortcutSheet.chat}
        rows={[
          { id: 'send', title: t.composer.send, keys: sendKeys === 'enter' ? 'Enter' : 'Mod+Enter' },
          { id: 'line', title: t.palette.shortcutSheet.newLine, keys: sendKeys === 'enter' ? 'Shift+Enter' : 'Enter' },
        ]}
      />
      <Keys
        title={t.palette.shortcutSheet.approval}
        rows={[
          { id: 'allow', title: t.palette.commands.approve, keys: 'Mod+Enter' },
          { id: 'deny', title: t.palette.commands.deny, keys: 'Mod+Backspace' },
        ]}
      />
      <Button
        size="sm"
        icon={<KeyboardIcon />}
        onClick={() => {
          setOpen(false);
          navigate({ at: 'settings', section: 'keyboard' });
        }}
      >
        {t.palette.commands.changeKeys}
      </Button>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly { id: string; title: string; keys: Shortcut }[] }) {
  return (
    <section className="mb-4 last:mb-0">
      <h3 className="mb-1.5 text-xs font-medium text-subtle">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        {rows.map((row) => (
          <div key={row.id} className="contents">
            <dt>{row.title}</dt>
            <dd className="justify-self-end"><KeyRow keys={keysOf(row.keys)} /></dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
