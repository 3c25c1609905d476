/** What the window is like just now. */
import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the sidebar lies over the page. */
export const narrowWindow = '(max-width: 760px)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
