/** The one way text of a model or a server becomes a document here: no load, no link and no script of its own (T:B02). */
import { Markdown } from '@portolan/markdown/markdown';
import { useCodeWrap } from './code-wrap.ts';
import { useT } from './i18n.tsx';
import { useOpenLink } from './link-door.tsx';
import { useRemoteImages } from './remote-images.ts';

export function SafeMarkdown({ text, streaming, cacheKey }: { text: string; streaming: boolean; cacheKey?: string }) {
  const t = useT();
  const openLink = useOpenLink();
  const images = useRemoteImages(cacheKey);
  const { wraps, set } = useCodeWrap();
  return <Markdown text={text} streaming={streaming} labels={t.markdown} onOpenLink={openLink} images={images} wrapsCode={wraps} onWrapCode={set} cacheKey={cacheKey} />;
}
