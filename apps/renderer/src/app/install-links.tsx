/** Links that came from outside: their page is opened when that disturbs nobody, and a line above every page says that they wait. */
import { useEffect, useRef } from 'react';
import { useInstallLinks } from '../host/queries.ts';
import { isDialogOpen } from '../lib/commands.ts';
import { navigate, useRoute } from '../lib/router.ts';

export const goToLinks = () => navigate({ at: 'add-server', way: 'link' });

/**
 * A new link brings its preview up, except over something that is being answered: a dialog keeps its place, its focus and
 * its buttons, and the line above the page is the way to the link then (J10).
 */
export function useInstallLinkArrivals(): void {
  const { data } = useInstallLinks();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    const fresh = (data ?? []).filter((link) => !seen.current.has(link.id));
    for (const link of fresh) seen.current.add(link.id);
    if (fresh.length > 0 && document.visibilityState === 'visible' && !isDialogOpen()) goToLinks();
  }, [data]);
}

/** How many links wait on a page that is not the open one. */
export function useWaitingLinks(): number {
  const route = useRoute();
  const count = useInstallLinks().data?.length ?? 0;
  return route.at === 'add-server' && route.way === 'link' ? 0 : count;
}
