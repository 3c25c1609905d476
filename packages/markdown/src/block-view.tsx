import { memo, type ReactNode } from 'react';
import { CodeView } from './code-view.tsx';
import { DiagramView } from './diagram-view.tsx';
import { Inlines } from './inline-view.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import { MathView } from './math-view.tsx';
import type { Block, ListItem } from './nodes.ts';
import { TableView } from './table-view.tsx';
import { VisibleText } from './visible-text.tsx';

/** One block; drawn again only when its node is another object. */
export const BlockView = memo(function BlockView({ node }: { node: Block }): ReactNode {
  switch (node.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines nodes={node.children} />
        </p>
      );
    case 'heading':
      return <Heading level={node.level}>{<Inlines nodes={node.children} />}</Heading>;
    case 'list':
      return <ListView {...node} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks nodes={node.blocks} />
        </blockquote>
      );
    case 'rule':
      return <hr />;
    case 'code':
      return node.language === 'mermaid' && !node.isOpen ? <DiagramView node={node} /> : <CodeView node={node} />;
    case 'table':
      return <TableView node={node} />;
    case 'math':
      return <MathView tex={node.tex} isDisplay />;
    case 'footnote':
      return (
        <p className="md-footnote" dir="auto">
          <sup className="md-footnote-mark">{node.id}</sup> <Inlines nodes={node.children} />
        </p>
      );
    case 'html':
      return (
        <p className="md-plain md-html">
          <VisibleText text={node.text} mode="strict" />
        </p>
      );
    case 'plain':
      return <Plain text={node.text} isTooDeep={node.isTooDeep} />;
  }
});

function Blocks({ nodes }: { nodes: readonly Block[] }): ReactNode {
  // The list is immutable: the position of a block is its identity.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <BlockView key={index} node={node} />);
}

function Heading({ level, children }: { level: number; children: ReactNode }): ReactNode {
  const { headingOffset } = useMarkdownTools();
  const Tag = headingTags[Math.min(6, Math.max(1, level + headingOffset)) - 1] ?? 'h6';
  return (
    <Tag className="md-heading" data-level={level} dir="auto">
      {children}
    </Tag>
  );
}

const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function ListView({ start, isLoose, items }: { start: number | null; isLoose: boolean; items: readonly ListItem[] }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  const children = items.map((item, index) => <ItemView key={index} item={item} isLoose={isLoose} />);
  return start === null ? (
    <ul>{children}</ul>
  ) : (
    <ol start={start === 1 ? undefined : start}>{children}</ol>
  );
}

const ItemView = memo(function ItemView({ item, isLoose }: { item: ListItem; isLoose: boolean }): ReactNode {
  const { labels } = useMarkdownTools();
  const { isChecked } = item;
  return (
    <li data-task={isChecked === null ? undefined : ''}>
      {isChecked === null ? null : (
        // A picture of a box: the document is not a form.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <span className="md-task" data-checked={isChecked ? '' : undefined} role="img" aria-label={isChecked ? labels.checked : labels.unchecked} />
      )}
      {item.blocks.map((node, index) =>
        !isLoose && node.kind === 'paragraph' ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Inlines key={index} nodes={node.children} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <BlockView key={index} node={node} />
        ),
      )}
    </li>
  );
});

function Plain({ text, isTooDeep }: { text: string; isTooDeep: boolean }): ReactNode {
  const { labels } = useMarkdownTools();
  const shown = text.length > 20_000 ? text.slice(0, 20_000) : text;
  return (
    <div className="md-plain-frame">
      {isTooDeep ? <p className="md-note">{labels.tooDeep}</p> : null}
      <p className="md-plain">
        <VisibleText text={shown} mode="strict" />
        {shown === text ? null : '…'}
      </p>
    </div>
  );
}
