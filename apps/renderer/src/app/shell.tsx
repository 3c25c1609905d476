/** The frame around every page: sidebar, notices, the page, the palette. */
import { SplitPane } from '@portolan/ui/split-pane';
import { useAnnounce } from '@portolan/ui/live-region';
import { useEffect, useRef, useState } from 'react';
import { useLinkState } from '../host/host-context.tsx';
import { useInteractions } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { useShortcuts } from '../lib/commands.ts';
import { useRoute } from '../lib/router.ts';
import { useAppCommands } from './app-commands.ts';
import { NoticeBar } from './notice-bar.tsx';
import { Page } from './page.tsx';
import { Palette } from './palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { useWindowState } from './window-state.ts';

const narrow = '(max-width: 760px)';

export function Shell() {
  const t = useT();
  const isNarrow = useMediaQuery(narrow);
  const { sidebarWidth, setSidebarWidth, isSidebarOpen } = useWindowState();
  useAppCommands();
  useShortcuts();
  useQuestionAnnouncements();
  useTitle();
  const main = (
    <div className="flex h-full min-w-0 flex-col bg-bg">
      <AwayBar />
      <NoticeBar />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        <Page />
      </main>
    </div>
  );
  return (
    <div className="h-full">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-md" onClick={skipToMain}>
        {t.app.skipToContent}
      </a>
      {isNarrow ? (
        <NarrowShell>{main}</NarrowShell>
      ) : (
        <SplitPane side="start" size={sidebarWidth} onSizeChange={setSidebarWidth} min={208} max={420} defaultSize={264} collapsed={!isSidebarOpen} label={t.app.nav.resizeSidebar} className="h-full">
          {isSidebarOpen ? <Sidebar /> : null}
          {main}
        </SplitPane>
      )}
      <Palette />
      <ShortcutSheet />
    </div>
  );
}

/** Below 760 px the sidebar lies over the page, opened by the menu button and closed by going somewhere. */
function NarrowShell({ children }: { children: React.ReactNode }) {
  const t = useT();
  const isOpen = useWindowState((state) => state.isNarrowSidebarOpen);
  const setOpen = useWindowState((state) => state.setNarrowSidebarOpen);
  const route = useRoute();
  useEffect(() => setOpen(false), [route, setOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, setOpen]);
  return (
    <div className="relative h-full">
      {children}
      {isOpen ? (
        <>
          <button type="button" className="absolute inset-0 z-30 bg-[var(--ui-scrim)]" aria-label={t.app.nav.collapseSidebar} onClick={() => setOpen(false)} />
          <div className="absolute inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-r border-line shadow-xl">
            <Sidebar />
          </div>
        </>
      ) : null}
    </div>
  );
}

function AwayBar() {
  const t = useT();
  const state = useLinkState();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (state !== 'away') {
      setIsLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsLate(true), 500);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isLate) return null;
  return (
    <p role="status" className="border-b border-warn-line bg-warn-soft px-4 py-1.5 text-sm text-warn-fg">
      {t.app.connection.lost}
    </p>
  );
}

/** A question that waits is said once, without moving focus (H08). */
function useQuestionAnnouncements(): void {
  const t = useT();
  const announce = useAnnounce();
  const { data } = useInteractions();
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const interaction of data ?? []) {
      if (said.current.has(interaction.id)) continue;
      said.current.add(interaction.id);
      announce(t.chat.announce.approvalNeeded(interaction.serverName, interaction.tool.title ?? interaction.tool.name));
    }
  }, [data, announce, t]);
}

function useTitle(): void {
  const waiting = useInteractions().data?.length ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Portolan` : 'Portolan';
  }, [waiting]);
}

function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const onChange = () => setMatches(list.matches);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  }, [query]);
  return matches;
}

/** The address bar's hash is the route: a plain anchor would leave the page. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
