/** The frame around every page: sidebar, notices, the page, the palette. */
import { SplitPane } from '@portolan/ui/split-pane';
import { useFirstT } from '../lib/i18n.tsx';
import { useShortcuts } from '../lib/commands.ts';
import { useIsOwnWindow } from '../lib/router.ts';
import { narrowWindow, useMediaQuery } from '../lib/use-media-query.ts';
import { useAppCommands } from './app-commands.ts';
import { Suspense } from 'react';
import { AwayBar, LinkBar, NoticeBar, QuestionBar, SignInBar } from './bars.tsx';
import { useBrowserNotices, useJobNotices } from './browser-notices.ts';
import { useInstallLinkArrivals } from './install-links.tsx';
import { Page } from './page.tsx';
import { Overlays } from './overlays.tsx';
import { StormBars } from './storm-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { useQuestionAnnouncements, useTitle } from './window-title.ts';
import { useWindowState } from './window-state.ts';
import { useWithdrawnQuestions } from './withdrawn-questions.ts';

export function Shell() {
  const t = useFirstT();
  const isNarrow = useMediaQuery(narrowWindow);
  const { sidebarWidth, setSidebarWidth, isSidebarOpen } = useWindowState();
  const isOwn = useIsOwnWindow();
  const hasSidebar = isSidebarOpen && !isNarrow && !isOwn;
  useAppCommands();
  useShortcuts();
  useQuestionAnnouncements();
  useTitle();
  useInstallLinkArrivals();
  useWithdrawnQuestions();
  useBrowserNotices();
  useJobNotices();
  return (
    // What is hidden in a page, deep below its fold, must not make the window itself scroll: only the page may.
    <div className="relative h-full overflow-clip">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-md" onClick={skipToMain}>
        {t.app.skipToContent}
      </a>
      <SplitPane side="start" size={sidebarWidth} onSizeChange={setSidebarWidth} min={208} max={420} defaultSize={264} collapsed={!hasSidebar} label={t.app.nav.resizeSidebar} className="h-full">
        {hasSidebar ? <Sidebar /> : null}
        <div className="flex h-full min-w-0 flex-col bg-bg">
          <AwayBar />
          {/* What stands in them is rare: its words may load with it. */}
          <Suspense>
            <NoticeBar />
          </Suspense>
          <Suspense>
            <StormBars />
            <LinkBar />
            <SignInBar />
          </Suspense>
          {hasSidebar ? null : <QuestionBar />}
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
            <Page />
          </main>
        </div>
      </SplitPane>
      <Overlays isNarrow={isNarrow && !isOwn} />
    </div>
  );
}

/** The address bar's hash is the route: a plain anchor would leave the page. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
