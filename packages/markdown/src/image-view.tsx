import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PictureIcon } from './icons.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import type { RemoteImages } from './remote-images.ts';
import { isShowableImage, type ImageSource, type SafeLink } from './safe-url.ts';
import { VisibleText } from './visible-text.tsx';

type Remote = Extract<ImageSource, { kind: 'remote' }>;

/** An image inside the text is drawn; one from elsewhere is a placeholder that names its site until it is asked for. */
export function ImageView({ source, alt, isInLink }: { source: ImageSource; alt: string; isInLink: boolean }): ReactNode {
  const { labels, images } = useMarkdownTools();
  if (source.kind === 'inline') return <img className="md-image" src={source.src} alt={alt} decoding="async" draggable={false} />;
  if (source.kind === 'remote' && images && !isInLink) return <RemoteImage source={source} alt={alt} images={images} />;
  return (
    <span className="md-image-place">
      <PictureIcon />
      <span>
        {source.kind === 'remote' ? labels.imageFrom(source.host) : labels.imageBlocked}
        <Alternative text={alt} />
      </span>
    </span>
  );
}

function RemoteImage({ source, alt, images }: { source: Remote; alt: string; images: RemoteImages }): ReactNode {
  const { labels } = useMarkdownTools();
  /** Where it is asked for next: another place when the first one named it. */
  const [place, setPlace] = useState<SafeLink>(source);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [src, setSrc] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  const wasPressed = useRef(false);
  const shown = problem === null ? (src ?? images.shown(source.url)) : undefined;

  useEffect(() => {
    // The button that had the focus is gone.
    if (src !== null && wasPressed.current && (document.activeElement === null || document.activeElement === document.body)) picture.current?.focus({ preventScroll: true });
  }, [src]);

  if (shown !== undefined && isShowableImage(shown)) {
    return <img ref={picture} className="md-image" src={shown} alt={alt} tabIndex={-1} decoding="async" draggable={false} onError={() => setProblem(labels.imageFailed)} />;
  }
  const load = async (): Promise<void> => {
    if (isLoading) return;
    wasPressed.current = true;
    setProblem(null);
    setSrc(null);
    setIsLoading(true);
    try {
      const answer = await images.load(place.url, source.url);
      if (answer === null) return;
      if ('problem' in answer) setProblem(answer.problem);
      else if ('elsewhere' in answer) setPlace(answer.elsewhere);
      else if (isShowableImage(answer.src)) setSrc(answer.src);
      else setProblem(labels.imageFailed);
    } catch {
      setProblem(labels.imageFailed);
    } finally {
      setIsLoading(false);
    }
  };
  const note = images.noteOf(place.url);
  return (
    <span className="md-image-place">
      <PictureIcon />
      <span className="md-image-words">
        <span>
          {labels.imageFrom(source.host)}
          <Alternative text={alt} />
        </span>
        <span role="status">
          {place === source ? null : <span className="md-image-note">{labels.imageElsewhere(place.host)}</span>}
          {note === null ? null : <span className="md-image-note">{note}</span>}
          {problem === null ? null : <span className="md-image-note">{problem}</span>}
        </span>
      </span>
      <button type="button" className="md-button" aria-disabled={isLoading} onClick={() => void load()}>
        {isLoading ? labels.loadingImage : place === source ? labels.loadImage : labels.loadImageFrom(place.host)}
      </button>
    </span>
  );
}

function Alternative({ text }: { text: string }): ReactNode {
  if (text === '') return null;
  return (
    <>
      {': '}
      <VisibleText text={text} mode="strict" />
    </>
  );
}
