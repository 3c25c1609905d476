import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMarkdownTools } from './markdown-context.tsx';
import { VisibleText } from './visible-text.tsx';

type Renderer = (tex: string, element: HTMLElement, isDisplay: boolean) => void;
let loading: Promise<Renderer> | undefined;

function loadRenderer(): Promise<Renderer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Renderer> {
  try {
    const { renderMath } = await import('./katex-loader.ts');
    return renderMath;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** A formula. Its TeX stands there until KaTeX has come, and stays when it cannot be read. */
export function MathView({ tex, isDisplay }: { tex: string; isDisplay: boolean }): ReactNode {
  const { labels } = useMarkdownTools();
  const place = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<{ tex: string; isDrawn: boolean }>({ tex, isDrawn: false });
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      let isDrawn = false;
      try {
        const render = await loadRenderer();
        if (!isCurrent || !place.current) return;
        render(tex, place.current, isDisplay);
        isDrawn = true;
      } catch {
        // TeX that cannot be read, or a chunk that did not come: the TeX stays readable.
        place.current?.replaceChildren();
      }
      if (isCurrent) setState({ tex, isDrawn });
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [tex, isDisplay]);
  const isDrawn = state.isDrawn && state.tex === tex;
  return (
    <span className={isDisplay ? 'md-math-block' : 'md-math'}>
      <span ref={place} hidden={!isDrawn} />
      {isDrawn ? null : (
        <code className="md-code" aria-label={labels.math}>
          <VisibleText text={tex} mode="strict" />
        </code>
      )}
    </span>
  );
}
