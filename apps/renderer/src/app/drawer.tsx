/** The sidebar of a narrow window: over the page, opened by the menu button, closed by going somewhere. */
import { Dialog } from '@base-ui/react/dialog';
import { useEffect } from 'react';
import { useFirstT } from '../lib/i18n.tsx';
import { Sidebar } from './sidebar.tsx';
import { useWindowState } from './window-state.ts';

export function Drawer() {
  const t = useFirstT();
  const isOpen = useWindowState((state) => state.isDrawerOpen);
  const setOpen = useWindowState((state) => state.setDrawerOpen);
  // Going somewhere is what it was opened for; a wide window has no use for it.
  useEffect(() => {
    const close = () => setOpen(false);
    addEventListener('hashchange', close);
    return () => {
      removeEventListener('hashchange', close);
      close();
    };
  }, [setOpen]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-r border-line shadow-xl outline-none">
          <Dialog.Title className="sr-only">{t.app.nav.label}</Dialog.Title>
          <Sidebar />
          {/* For those who cannot see or press the scrim. */}
          <Dialog.Close className="sr-only">{t.shell.leaveDialog}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
