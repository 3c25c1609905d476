import { useState, type ReactNode } from 'react';
import { PictureIcon } from './icons.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import { isShowableImage, type ImageSource } from './safe-url.ts';
import { VisibleText } from './visible-text.tsx';

type Loading = { state: 'idle' | 'loading' | 'failed' } | { state: 'shown'; src: string };

/** An image inside the text is drawn; one from elsewhere is a placeholder that names its site until it is asked for. */
export function ImageView({ source, alt, isInLink }: { source: ImageSource; alt: string; isInLink: boolean }): ReactNode {
  const { labels, onLoadImage } = useMarkdownTools();
  const [loading, setLoading] = useState<Loading>({ state: 'idle' });
  if (source.kind === 'inline') return <img className="md-image" src={source.src} alt={alt} decoding="async" draggable={false} />;
  if (loading.state === 'shown') {
    return <img className="md-image" src={loading.src} alt={alt} decoding="async" draggable={false} onError={() => setLoading({ state: 'failed' })} />;
  }
  const load = async (url: string): Promise<void> => {
    setLoading({ state: 'loading' });
    try {
      const src = (await onLoadImage?.(url)) ?? '';
      setLoading(isShowableImage(src) ? { state: 'shown', src } : { state: 'failed' });
    } catch {
      setLoading({ state: 'failed' });
    }
  };
  return (
    <span className="md-image-place">
      <PictureIcon />
      <span>
        {source.kind === 'remote' ? labels.imageFrom(source.host) : labels.imageBlocked}
        {alt === '' ? null : (
          <>
            {': '}
            <VisibleText text={alt} mode="strict" />
          </>
        )}
        {loading.state === 'failed' ? ` — ${labels.imageFailed}` : null}
      </span>
      {source.kind === 'remote' && onLoadImage && !isInLink ? (
        <button type="button" className="md-button" disabled={loading.state === 'loading'} onClick={() => void load(source.url)}>
          {loading.state === 'loading' ? labels.loadingImage : labels.loadImage}
        </button>
      ) : null}
    </span>
  );
}
