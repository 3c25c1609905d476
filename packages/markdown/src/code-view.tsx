import { memo, useMemo, type ReactNode } from 'react';
import { codeParts } from './code-parts.ts';
import { CopyButton } from './copy-button.tsx';
import { asSeen, countHidden } from './hidden-characters.ts';
import type { Line } from './highlight-protocol.ts';
import { WrapIcon } from './icons.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import type { CodeNode } from './nodes.ts';
import { useHighlight, type Coloured } from './use-highlight.ts';
import { VisibleText } from './visible-text.tsx';

/** A code block, drawn in parts so that a growing one redraws only its end. */
export function CodeView({ node }: { node: CodeNode }): ReactNode {
  const { labels, wrapsCode, onWrapCode } = useMarkdownTools();
  const parts = useMemo(() => codeParts(node.text), [node.text]);
  const coloured = useHighlight(node.language, parts, node.isOpen);
  const hidden = useMemo(() => countHidden(node.text), [node.text]);
  const name = node.language === '' ? labels.codeBlock : node.language;
  return (
    <figure className="md-code-block">
      <figcaption className="md-code-head">
        <span className="md-code-language">{name}</span>
        {hidden > 0 ? <span className="md-hidden-count">{labels.hiddenCharacters(hidden)}</span> : null}
        {onWrapCode ? (
          <button type="button" className="md-copy" aria-label={labels.wrapLines} title={labels.wrapLines} aria-pressed={wrapsCode} onClick={() => onWrapCode(!wrapsCode)}>
            <WrapIcon />
          </button>
        ) : null}
        <CopyButton label={labels.copyCode} text={() => asSeen(node.text)} />
      </figcaption>
      {/* Long lines scroll: the region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <pre className="md-pre" data-wraps={wrapsCode ? '' : undefined} tabIndex={0} role="region" aria-label={node.language === '' ? name : `${labels.codeBlock}: ${name}`} dir="ltr">
        <code>
          {parts.map((code, index) => (
            // Parts are appended, never moved.
            // oxlint-disable-next-line react/no-array-index-key
            <CodePart key={index} code={code} coloured={coloured[index]} isLast={index === parts.length - 1} />
          ))}
        </code>
      </pre>
    </figure>
  );
}

const CodePart = memo(function CodePart({ code, coloured, isLast }: { code: string; coloured: Coloured | undefined; isLast: boolean }): ReactNode {
  const lines = linesFor(code, coloured);
  return (
    <span className={isLast ? 'md-code-part' : 'md-code-part md-code-whole'}>
      {lines ? <ColouredLines lines={lines} /> : <VisibleText text={code} mode="strict" />}
      {isLast ? null : '\n'}
    </span>
  );
});

/** Colours made for an earlier, shorter text still fit its whole lines; the rest is plain until they come. */
function linesFor(code: string, coloured: Coloured | undefined): Line[] | null {
  if (!coloured) return null;
  if (coloured.code === code) return coloured.lines;
  const shared = coloured.code.slice(0, coloured.code.lastIndexOf('\n') + 1);
  if (shared === '' || !code.startsWith(shared)) return null;
  return [...coloured.lines.slice(0, -1), ...code.slice(shared.length).split('\n').map((text): Line => [{ text }])];
}

function ColouredLines({ lines }: { lines: readonly Line[] }): ReactNode {
  return lines.map((line, index) => (
    // Lines are appended, never moved.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>
      {line.map(({ text, tone }, position) =>
        tone ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={position} className={`md-tone-${tone}`}>
            <VisibleText text={text} mode="strict" />
          </span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <VisibleText key={position} text={text} mode="strict" />
        ),
      )}
      {index === lines.length - 1 ? null : '\n'}
    </span>
  ));
}
