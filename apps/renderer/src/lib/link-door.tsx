/** The window's side of the one door for links: the whole address shown first, then handed to the host (T:B05, T:B08). */
import { createContext, lazy, Suspense, use, useCallback, useState } from 'react';
import type { ReactNode } from 'react';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

const LinkDoor = createContext<((url: string) => void) | null>(null);

/** Asks the person about an address that came from a model or a server, and opens it outside when they agree. */
export function useOpenLink(): (url: string) => void {
  const open = use(LinkDoor);
  if (!open) throw new Error('LinkDoorProvider is missing above this component');
  return open;
}

export function LinkDoorProvider({ children }: { children: ReactNode }) {
  const [url, setUrl] = useState<string | null>(null);
  const open = useCallback((next: string) => setUrl(next), []);
  return (
    <LinkDoor value={open}>
      {children}
      {url === null ? null : <Suspense><LinkDialog key={url} url={url} onClose={() => setUrl(null)} /></Suspense>}
    </LinkDoor>
  );
}
