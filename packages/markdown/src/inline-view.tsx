import type { ReactNode } from 'react';
import { ImageView } from './image-view.tsx';
import { LinkView } from './link-view.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import { MathView } from './math-view.tsx';
import type { Inline } from './nodes.ts';
import { VisibleText } from './visible-text.tsx';

/** Inline nodes in order. The list is immutable, so the position of a node is its identity. */
export function Inlines({ nodes, isInLink = false }: { nodes: readonly Inline[]; isInLink?: boolean }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <InlineView key={index} node={node} isInLink={isInLink} />);
}

function InlineView({ node, isInLink }: { node: Inline; isInLink: boolean }): ReactNode {
  switch (node.kind) {
    case 'text':
      return <VisibleText text={node.text} mode={isInLink ? 'strict' : 'prose'} />;
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} isInLink={isInLink} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines nodes={node.children} isInLink={isInLink} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inlines nodes={node.children} isInLink={isInLink} />
        </del>
      );
    case 'group':
      return <Inlines nodes={node.children} isInLink={isInLink} />;
    case 'code':
      return (
        <code className="md-code">
          <VisibleText text={node.text} mode="strict" />
        </code>
      );
    case 'break':
      return <br />;
    case 'html':
      return (
        <span className="md-html">
          <VisibleText text={node.text} mode="strict" />
        </span>
      );
    case 'math':
      return <MathView tex={node.tex} isDisplay={false} />;
    case 'footnote':
      return <sup className="md-footnote-mark">{node.id}</sup>;
    case 'image':
      return <ImageView source={node.source} alt={node.alt} isInLink={isInLink} />;
    case 'dead-link':
      return <DeadLink target={node.target}>{<Inlines nodes={node.children} isInLink />}</DeadLink>;
    case 'link':
      return isInLink ? (
        <Inlines nodes={node.children} isInLink />
      ) : (
        <LinkView url={node.url} host={node.host} isMisleading={node.isMisleading}>
          <Inlines nodes={node.children} isInLink />
        </LinkView>
      );
  }
}

/** Words that were meant to be a link to something that is never opened, with where it would have led. */
function DeadLink({ target, children }: { target: string; children: ReactNode }): ReactNode {
  const { labels } = useMarkdownTools();
  return (
    <span className="md-dead-link" title={labels.linkBlocked}>
      {children}
      {target === '' ? null : (
        <span className="md-dead-target">
          {' ('}
          <VisibleText text={target.length > 200 ? `${target.slice(0, 200)}…` : target} mode="strict" />
          {')'}
        </span>
      )}
    </span>
  );
}
