/** The window's side of the one door for links: the whole address shown first, then handed to the host (T:B05, T:B08). */
import { createContext, lazy, Suspense, use, useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));
const ImageDialog = lazy(async () => ({ default: (await import('./image-dialog.tsx')).ImageDialog }));

interface Doors {
  openLink: (url: string) => void;
  askForImage: (url: string) => Promise<boolean>;
}

const LinkDoor = createContext<Doors | null>(null);

function useDoors(): Doors {
  const doors = use(LinkDoor);
  if (!doors) throw new Error('LinkDoorProvider is missing above this component');
  return doors;
}

/** Asks the person about an address that came from a model or a server, and opens it outside when they agree. */
export function useOpenLink(): (url: string) => void {
  return useDoors().openLink;
}

/** Shows the person the whole address of an image, and asks whether its site may be asked for it. */
export function useAskForImage(): (url: string) => Promise<boolean> {
  return useDoors().askForImage;
}

export function LinkDoorProvider({ children }: { children: ReactNode }) {
  const [url, setUrl] = useState<string | null>(null);
  const [image, setImage] = useState<{ url: string; answer: (isWanted: boolean) => void } | null>(null);
  const openLink = useCallback((next: string) => setUrl(next), []);
  const askForImage = useCallback(
    (next: string) =>
      new Promise<boolean>((resolve) => {
        setImage({
          url: next,
          answer: (isWanted) => {
            setImage(null);
            resolve(isWanted);
          },
        });
      }),
    [],
  );
  const doors = useMemo(() => ({ openLink, askForImage }), [openLink, askForImage]);
  return (
    <LinkDoor value={doors}>
      {children}
      {url === null ? null : <Suspense><LinkDialog key={url} url={url} onClose={() => setUrl(null)} /></Suspense>}
      {image === null ? null : <Suspense><ImageDialog key={image.url} url={image.url} onAnswer={image.answer} /></Suspense>}
    </LinkDoor>
  );
}
