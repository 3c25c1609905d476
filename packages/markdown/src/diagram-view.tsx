import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { diagramKind } from './diagram-kind.ts';
import { Diagrams, type DrawnDiagram } from './diagrams.ts';
import type { DiagramColours } from './diagram-svg.ts';
import { asSeen } from './hidden-characters.ts';
import { useMarkdownTools } from './markdown-context.tsx';
import type { CodeNode } from './nodes.ts';
import { startDiagramWorker } from './trusted-worker.ts';
import { VisibleText } from './visible-text.tsx';

const windowDiagrams = new Diagrams(() => startDiagramWorker());

/** A diagram as a picture that can do nothing, with the text it was drawn from one press away. */
export function DiagramView({ node, diagrams = windowDiagrams }: { node: CodeNode; diagrams?: Diagrams }): ReactNode {
  const { labels } = useMarkdownTools();
  const figure = useRef<HTMLElement>(null);
  const drawn = useDrawn(node.text, figure, diagrams);
  const [wantsSource, setWantsSource] = useState(false);
  const picture = drawn && 'picture' in drawn ? drawn.picture : null;
  const problem = drawn && 'problem' in drawn ? drawn.problem : null;
  const kind = diagramKind(node.text);
  return (
    <figure ref={figure} className="md-code-block md-diagram">
      <figcaption className="md-code-head">
        <span className="md-code-language">{labels.diagram}</span>
        {picture ? (
          <button type="button" className="md-button" aria-pressed={wantsSource} onClick={() => setWantsSource(!wantsSource)}>
            {labels.diagramSource}
          </button>
        ) : null}
        <CopyButton label={labels.copyCode} text={() => asSeen(node.text)} />
      </figcaption>
      {drawn === null ? <p className="md-note md-diagram-note" role="status">{labels.drawing}</p> : null}
      {problem ? <p className="md-note md-diagram-note" role="status">{problem === 'unknown' && kind !== '' ? labels.diagramKind(kind) : labels.diagramProblem[problem]}</p> : null}
      {picture && !wantsSource ? (
        // A wide diagram scrolls: the region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
        <div className="md-diagram-frame" tabIndex={0} role="region" aria-label={labels.diagram}>
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`} width={picture.width} height={picture.height} alt={labels.diagramOf(asSeen(node.text.trim().split('\n')[0] ?? '').slice(0, 100))} draggable={false} />
        </div>
      ) : problem || wantsSource ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
        <pre className="md-pre" tabIndex={0} role="region" aria-label={labels.diagramSource} dir="ltr">
          <code>
            <VisibleText text={node.text} mode="strict" />
          </code>
        </pre>
      ) : null}
    </figure>
  );
}

/** Drawn in the colours of the place it stands in, and anew when they change. */
function useDrawn(source: string, figure: React.RefObject<HTMLElement | null>, diagrams: Diagrams): DrawnDiagram | null {
  const [drawn, setDrawn] = useState<DrawnDiagram | null>(null);
  // Before it is painted: what is known already has its height at once.
  useLayoutEffect(() => {
    let isCurrent = true;
    let last = '';
    const draw = async (): Promise<void> => {
      const colours = coloursOf(figure.current);
      const key = JSON.stringify(colours);
      if (key === last) return;
      last = key;
      const known = diagrams.known(source, colours);
      if (known) {
        setDrawn(known);
        return;
      }
      const next = await diagrams.draw(source, colours);
      if (isCurrent && key === last) setDrawn(next);
    };
    const look = (): void => void draw();
    look();
    const theme = new MutationObserver(look);
    theme.observe(document.documentElement, { attributes: true });
    const scheme = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
    scheme?.addEventListener('change', look);
    return () => {
      isCurrent = false;
      theme.disconnect();
      scheme?.removeEventListener('change', look);
    };
  }, [source, figure, diagrams]);
  return drawn;
}

function coloursOf(element: HTMLElement | null): DiagramColours {
  if (!element) return { background: 'white', text: 'black', accent: 'gray' };
  const style = getComputedStyle(element);
  return { background: style.backgroundColor || 'white', text: style.color || 'black', accent: style.outlineColor || 'gray' };
}
