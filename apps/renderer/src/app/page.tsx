/** The page for the address. Pages load when they are first opened. */
import { Spinner } from '@portolan/ui/spinner';
import { lazy, Suspense, useEffect, useState } from 'react';
import { areAppsLive, endApps } from '../lib/live-apps.ts';
import { useRoute } from '../lib/router.ts';
import type { Route } from '../lib/router.ts';
import { useDelayed } from '../lib/use-delayed.ts';
import { PageBoundary } from './page-boundary.tsx';

const HomePage = lazy(() => import('../features/onboarding/home-page.tsx'));
const ChatPage = lazy(() => import('../features/chat/chat-page.tsx'));
const ServersPage = lazy(() => import('../features/servers/servers-page.tsx'));
const AddServerPage = lazy(() => import('../features/servers/add-server-page.tsx'));
const ServerPage = lazy(() => import('../features/servers/server-page.tsx'));
const ExportPage = lazy(() => import('../features/export/export-page.tsx'));
const LibraryPage = lazy(() => import('../features/library/library-page.tsx'));
const ProjectPage = lazy(() => import('../features/projects/project-page.tsx'));
const HistoryPage = lazy(() => import('../features/history/history-page.tsx'));
const ImportChatsPage = lazy(() => import('../features/history/import-page.tsx'));
const TracePage = lazy(() => import('../features/trace/trace-page.tsx'));
const TraceView = lazy(async () => ({ default: (await import('../features/trace/trace-view.tsx')).TraceView }));
const ActivityPage = lazy(() => import('../features/activity/activity-page.tsx'));
const QuestionsPage = lazy(() => import('../features/interactions/questions-page.tsx'));
const JobsPage = lazy(() => import('../features/jobs/jobs-page.tsx'));
const SettingsPage = lazy(() => import('../features/settings/settings-page.tsx'));

/** A chat and a server are each a page of their own; a page that failed is tried again when the address changes. */
function keyOf(route: Route): string {
  return route.at === 'chat' ? `chat:${route.conversationId}` : route.at === 'server' ? `server:${route.serverId}` : route.at === 'project' ? `project:${route.projectId}` : route.at;
}

/** The route to show: the next page waits, half a second at most, until the apps of this one have let go of what they hold. */
function useRouteAfterApps(): Route {
  const route = useRoute();
  const [shown, setShown] = useState(route);
  const isLeaving = keyOf(route) !== keyOf(shown) && areAppsLive();
  if (!isLeaving && shown !== route) setShown(route);
  useEffect(() => {
    if (!isLeaving) return undefined;
    let isCurrent = true;
    const leave = async () => {
      await endApps();
      if (isCurrent) setShown(route);
    };
    void leave();
    return () => {
      isCurrent = false;
    };
  }, [isLeaving, route]);
  return isLeaving ? shown : route;
}

export function Page() {
  const route = useRouteAfterApps();
  const key = keyOf(route);
  return (
    <PageBoundary key={key}>
      <Suspense fallback={<PageLoading />}>
        {route.at === 'home' ? <HomePage /> : null}
        {route.at === 'chat' ? <ChatPage conversationId={route.conversationId} messageId={route.messageId} /> : null}
        {route.at === 'project' ? <ProjectPage projectId={route.projectId} /> : null}
        {route.at === 'questions' ? <QuestionsPage question={route.question} /> : null}
        {route.at === 'jobs' ? <JobsPage wanted={route.job} /> : null}
        {route.at === 'servers' ? <ServersPage /> : null}
        {route.at === 'add-server' ? <AddServerPage way={route.way} item={route.item} /> : null}
        {route.at === 'server' ? <ServerPage serverId={route.serverId} tab={route.tab} item={route.item} trace={<TraceView serverId={route.serverId} />} /> : null}
        {route.at === 'export' ? <ExportPage serverId={route.serverId} /> : null}
        {route.at === 'library' ? <LibraryPage route={route} /> : null}
        {route.at === 'history' ? <HistoryPage query={route.query} show={route.show} filters={route.filters} /> : null}
        {route.at === 'import-chats' ? <ImportChatsPage /> : null}
        {route.at === 'trace' ? <TracePage serverId={route.serverId} callId={route.callId} /> : null}
        {route.at === 'activity' ? <ActivityPage serverId={route.serverId} conversationId={route.conversationId} /> : null}
        {route.at === 'settings' ? <SettingsPage section={route.section} /> : null}
      </Suspense>
    </PageBoundary>
  );
}

function PageLoading() {
  const isLate = useDelayed(true, 300);
  return <div className="grid h-full place-items-center text-muted">{isLate ? <Spinner /> : null}</div>;
}
