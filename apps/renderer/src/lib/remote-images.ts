/** Images that a message only names: asked for by the host when the person presses, after they saw what the address carries (T:B07, T:B08). */
import { safeLink } from '@portolan/markdown/safe-url';
import type { RemoteImages } from '@portolan/markdown/remote-images';
import { useId, useMemo } from 'react';
import { useHost } from '../host/host-context.tsx';
import { decodeBase64 } from './content/bytes.ts';
import { useT } from './i18n.tsx';
import { useAskForImage } from './link-door.tsx';
import { whatLinkCarries } from './link-load.ts';
import { imageKey, useLoadedImages } from './loaded-images.ts';

/** @param message where they stand; what was loaded is remembered with it. Without one, for as long as they are on the page. */
export function useRemoteImages(message: string | undefined): RemoteImages {
  const t = useT();
  const { link: host } = useHost();
  const ask = useAskForImage();
  const own = useId();
  const place = message ?? own;
  const { sources, keep } = useLoadedImages();
  return useMemo(() => {
    const noteOf = (url: string): string | null => {
      const { much, looksLikeKey } = whatLinkCarries(url);
      const notes = [...(looksLikeKey ? [t.app.linkDialog.carriesKey] : []), ...(much === null ? [] : [t.app.linkDialog.carriesMuch(much)])];
      return notes.length === 0 ? null : notes.join(' ');
    };
    return {
      noteOf,
      shown: (url) => sources.get(imageKey(place, url)),
      load: async (url, named) => {
        if (noteOf(url) !== null && !(await ask(url))) return null;
        const answer = await host.request('images/load', { url });
        const site = new URL(url).host;
        if (answer.outcome === 'refused') return { problem: t.markdown.imageProblem[answer.reason](site, answer.status ?? 0) };
        if (answer.outcome === 'elsewhere') {
          const link = safeLink(answer.url);
          return link === null ? { problem: t.markdown.imageProblem.address(site, 0) } : { elsewhere: link };
        }
        const bytes = decodeBase64(answer.data);
        return bytes === null ? { problem: t.markdown.imageFailed } : { src: keep(place, named, new Blob([bytes], { type: answer.mimeType })) };
      },
    };
  }, [t, host, ask, place, sources, keep]);
}
