/** Hands the link to the host to every component. */
import { createContext, use, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { LiveStore } from './live.ts';
import type { Link, LinkState } from './link.ts';

export interface Host {
  link: Link;
  live: LiveStore;
}

const HostContext = createContext<Host | null>(null);

/** One link for the life of the window. */
export function HostProvider({ link, children }: { link: Link; children: ReactNode }) {
  const [host] = useState<Host>(() => ({ link, live: new LiveStore(link) }));
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
