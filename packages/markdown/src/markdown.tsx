import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { BlockView } from './block-view.tsx';
import { MarkdownToolsProvider, type MarkdownLabels, type MarkdownTools } from './markdown-context.tsx';
import type { RemoteImages } from './remote-images.ts';
import { streamFor } from './stream-cache.ts';
import { TokenStream } from './token-stream.ts';

export type { MarkdownLabels } from './markdown-context.tsx';

export interface MarkdownProps {
  text: string;
  /** True while more text is coming; the end of it reads the whole text once more. */
  streaming?: boolean | undefined;
  labels: MarkdownLabels;
  /** Given a normalised http, https or mailto address. Nothing is opened here. */
  onOpenLink: (url: string) => void;
  /** How images from elsewhere are asked for. Without it they stay placeholders. */
  images?: RemoteImages | undefined;
  wrapsCode?: boolean | undefined;
  /** Asked to wrap the long lines of code, in all documents, or not to. Without it there is no such button. */
  onWrapCode?: ((wraps: boolean) => void) | undefined;
  /** Keeps what was read when the message leaves the page, for example the message's id. */
  cacheKey?: string | undefined;
  /** Levels added to headings; 2 makes `#` an h3. */
  headingOffset?: number | undefined;
  /** Keeps single line breaks, for what a person typed. */
  keepLineBreaks?: boolean | undefined;
  className?: string | undefined;
}

/** After its end a document is read whole; only this much later, in milliseconds, all of it is laid out, as both at once would hold the page up. */
const restBeforeLayout = 150;

/** Characters drawn at first, and added by each press: a longer text would hold the page up. */
const lengthAtOnce = 200_000;

/**
 * Text from a model or a server as a document. It cannot load, link, run or style anything by itself:
 * see `build.ts` and `safe-url.ts` for the rules.
 */
export function Markdown({
  text,
  streaming = false,
  labels,
  onOpenLink,
  images,
  wrapsCode = false,
  onWrapCode,
  cacheKey,
  headingOffset = 2,
  keepLineBreaks = false,
  className,
}: MarkdownProps): ReactNode {
  const stream = useMemo(() => (cacheKey === undefined ? new TokenStream() : streamFor(cacheKey)), [cacheKey]);
  const [length, setLength] = useState(lengthAtOnce);
  const shown = text.length > length ? text.slice(0, length) : text;
  const blocks = useMemo(() => stream.update(shown, !streaming || shown !== text), [stream, shown, streaming, text]);

  const isGrowing = useGrowing(streaming);

  const root = useRef<HTMLDivElement>(null);
  const [hint, setHint] = useState<{ text: string; left: number; top: number } | null>(null);
  const onHint = useCallback<MarkdownTools['onHint']>((next) => {
    if (!next || !root.current) {
      setHint(null);
      return;
    }
    const frame = root.current.getBoundingClientRect();
    const link = next.element.getClientRects()[0] ?? next.element.getBoundingClientRect();
    setHint({ text: next.text, left: link.left - frame.left, top: link.bottom - frame.top });
  }, []);
  const tools = useMemo<MarkdownTools>(() => ({ labels, onOpenLink, images, onHint, wrapsCode, onWrapCode, headingOffset }), [labels, onOpenLink, images, onHint, wrapsCode, onWrapCode, headingOffset]);

  return (
    <MarkdownToolsProvider value={tools}>
      <div ref={root} className={`md${isGrowing ? ' md-streaming' : ''}${className === undefined ? '' : ` ${className}`}`} data-line-breaks={keepLineBreaks ? '' : undefined}>
        {blocks.map((block, index) => (
          // Blocks are appended, never moved.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="md-block">
            <BlockView node={block.node} />
          </div>
        ))}
        {shown === text ? null : (
          <button type="button" className="md-button" onClick={() => setLength(length + lengthAtOnce)}>
            {labels.moreText(text.length - shown.length)}
          </button>
        )}
        {hint ? (
          <span className="md-hint" role="tooltip" style={{ left: hint.left, top: hint.top }}>
            {hint.text}
          </span>
        ) : null}
      </div>
    </MarkdownToolsProvider>
  );
}

/** True while it streams, and a moment longer. */
function useGrowing(streaming: boolean): boolean {
  const [isGrowing, setIsGrowing] = useState(streaming);
  if (streaming && !isGrowing) setIsGrowing(true);
  useEffect(() => {
    if (streaming || !isGrowing) return undefined;
    const timer = setTimeout(() => setIsGrowing(false), restBeforeLayout);
    return () => clearTimeout(timer);
  }, [streaming, isGrowing]);
  return isGrowing;
}
