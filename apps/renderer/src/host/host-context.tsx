/** Hands the link to the host to every component. */
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { LiveStore } from './live.ts';
import type { Link, LinkState } from './link.ts';

interface Host {
  link: Link;
  live: LiveStore;
}

const HostContext = createContext<Host | null>(null);

export function HostProvider({ link, children }: { link: Link; children: ReactNode }) {
  const host = useMemo(() => ({ link, live: new LiveStore(link) }), [link]);
  return <HostContext value={host}>{children}</HostContext>;
}

export function useHost(): Host {
  const host = use(HostContext);
  if (!host) throw new Error('HostProvider is missing above this component');
  return host;
}

export function useLinkState(): LinkState {
  const { link } = useHost();
  return useSyncExternalStore(
    (listener) => link.onState(listener),
    () => link.state,
  );
}
