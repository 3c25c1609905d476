import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMarkdownTools } from './markdown-context.tsx';
import { VisibleText } from './visible-text.tsx';

type Renderer = typeof import('./katex-loader.ts').renderMath;
let loading: Promise<Renderer> | undefined;

function loadRenderer(): Promise<Renderer> {
  loading ??= import('./katex-loader.ts').then((module) => module.renderMath);
  return loading;
}

/** A formula. Its TeX stands there until KaTeX has come, and stays when it cannot be read. */
export function MathView({ tex, isDisplay }: { tex: string; isDisplay: boolean }): ReactNode {
  const { labels } = useMarkdownTools();
  const place = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<{ tex: string; isDrawn: boolean }>({ tex, isDrawn: false });
  useEffect(() => {
    let isCurrent = true;
    loadRenderer().then(
      (render) => {
        if (!isCurrent || !place.current) return;
        try {
          render(tex, place.current, isDisplay);
          setState({ tex, isDrawn: true });
        } catch {
          place.current.replaceChildren();
          setState({ tex, isDrawn: false });
        }
      },
      () => {
        // The chunk did not come (offline update, say): the TeX stays readable.
        loading = undefined;
      },
    );
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
