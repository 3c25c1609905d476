/** What opens over the window. Each loads when it is first opened, and stays then, so that it can fade. */
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useProjectDialog } from '../lib/projects.ts';
import { useWindowState } from './window-state.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));
const ProjectDialogs = lazy(async () => ({ default: (await import('../features/projects/project-dialogs.tsx')).ProjectDialogs }));
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));

export function Overlays({ isNarrow }: { isNarrow: boolean }) {
  const { isPaletteOpen, isShortcutSheetOpen, isDrawerOpen } = useWindowState();
  const hasProjectDialog = useProjectDialog((state) => state.open !== null);
  return (
    <>
      {isNarrow ? <WhenOpened isOpen={isDrawerOpen}><Drawer /></WhenOpened> : null}
      <WhenOpened isOpen={isPaletteOpen}><Palette /></WhenOpened>
      <WhenOpened isOpen={hasProjectDialog}><ProjectDialogs /></WhenOpened>
      <WhenOpened isOpen={isShortcutSheetOpen}><ShortcutSheet /></WhenOpened>
    </>
  );
}

function WhenOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen ? <Suspense>{children}</Suspense> : null;
}
