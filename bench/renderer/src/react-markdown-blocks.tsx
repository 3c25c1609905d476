import { marked } from 'marked';
import { memo, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];

const Block = memo(function Block({ text }: { text: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>;
});

/** The usual way to make react-markdown bear a stream: split into blocks, and only blocks that changed are read again. */
export function ReactMarkdownBlocks({ text }: { text: string }) {
  const blocks = useMemo(() => marked.lexer(text).map((token) => token.raw), [text]);
  // Blocks are appended, never moved.
  // oxlint-disable-next-line react/no-array-index-key
  return blocks.map((block, index) => <Block key={index} text={block} />);
}
