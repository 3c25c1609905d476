/** A document that was read and checked, as HTML. What is safe was decided when it was read; here it is only written. */
import type { Block, CodeNode, Inline, TableNode } from '@portolan/markdown/nodes';
import { TokenStream } from '@portolan/markdown/token-stream';
import { renderToString } from 'katex';
import { escapeHtml, visibleHtml } from './escape-html.ts';

/** Words the writer needs of the language of the file. */
export interface BlockWords {
  /** In the place of an image that was not loaded: its description and site. */
  imageAt: (alt: string, host: string) => string;
  imageLeftOut: (alt: string) => string;
  /** After a link whose words name another site. */
  leadsTo: (host: string) => string;
}

/** Markdown as the inner HTML of one element. */
export function markdownHtml(text: string, words: BlockWords): string {
  return new TokenStream()
    .update(text, true)
    .map(({ node }) => blockHtml(node, words))
    .join('\n');
}

function blockHtml(block: Block, words: BlockWords): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlineHtml(block.children, words)}</p>`;
    case 'heading': {
      // The file's own headings are above: the title, and one a message.
      const level = Math.min(6, block.level + 2);
      return `<h${level}>${inlineHtml(block.children, words)}</h${level}>`;
    }
    case 'list': {
      const items = block.items.map(({ isChecked, blocks }) => `<li>${isChecked === null ? '' : isChecked ? '☑ ' : '☐ '}${itemHtml(blocks, block.isLoose, words)}</li>`).join('\n');
      return block.start === null ? `<ul>${items}</ul>` : `<ol start="${Math.trunc(block.start)}">${items}</ol>`;
    }
    case 'quote':
      return `<blockquote>${block.blocks.map((each) => blockHtml(each, words)).join('\n')}</blockquote>`;
    case 'rule':
      return '<hr>';
    case 'html':
    case 'plain':
      return `<pre class="plain">${visibleHtml(block.text, 'strict')}</pre>`;
    case 'math':
      return `<div class="math">${mathHtml(block.tex, true)}</div>`;
    case 'footnote':
      return `<p class="footnote">[${visibleHtml(block.id, 'strict')}] ${inlineHtml(block.children, words)}</p>`;
    case 'code':
      return codeHtml(block);
    case 'table':
      return tableHtml(block, words);
  }
}

/** A paragraph alone in an item of a tight list is not set apart. */
function itemHtml(blocks: readonly Block[], isLoose: boolean, words: BlockWords): string {
  return blocks.map((each) => (!isLoose && each.kind === 'paragraph' ? inlineHtml(each.children, words) : blockHtml(each, words))).join('\n');
}

function codeHtml({ language, text }: CodeNode): string {
  const label = language === '' ? '' : `<span class="language">${visibleHtml(language, 'strict')}</span>`;
  return `<figure class="code">${label}<pre><code>${visibleHtml(text, 'strict')}</code></pre></figure>`;
}

function tableHtml({ align, header, rows }: TableNode, words: BlockWords): string {
  const row = (cells: readonly Inline[][], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell, index) => `<${tag}${align[index] ? ` class="${align[index]}"` : ''}>${inlineHtml(cell, words)}</${tag}>`).join('')}</tr>`;
  return `<div class="table"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map(({ cells }) => row(cells, 'td')).join('\n')}</tbody></table></div>`;
}

function inlineHtml(nodes: readonly Inline[], words: BlockWords): string {
  return nodes.map((node) => oneInline(node, words)).join('');
}

function oneInline(node: Inline, words: BlockWords): string {
  switch (node.kind) {
    case 'text':
      return visibleHtml(node.text, 'prose');
    case 'strong':
    case 'em':
    case 'del':
      return `<${node.kind}>${inlineHtml(node.children, words)}</${node.kind}>`;
    case 'group':
      return inlineHtml(node.children, words);
    case 'code':
      return `<code>${visibleHtml(node.text, 'strict')}</code>`;
    case 'break':
      return '<br>';
    case 'link': {
      const note = node.isMisleading ? ` <span class="note">${visibleHtml(words.leadsTo(node.host), 'strict')}</span>` : '';
      return `<a href="${escapeHtml(node.url)}" rel="noopener noreferrer nofollow" target="_blank">${inlineHtml(node.children, words)}</a>${note}`;
    }
    case 'dead-link':
      return `${inlineHtml(node.children, words)} <span class="note">(${visibleHtml(node.target, 'strict')})</span>`;
    case 'image':
      if (node.source.kind === 'inline') return `<img src="${escapeHtml(node.source.src)}" alt="${escapeHtml(node.alt)}">`;
      return `<span class="note">${visibleHtml(node.source.kind === 'remote' ? words.imageAt(node.alt, node.source.host) : words.imageLeftOut(node.alt), 'strict')}</span>`;
    case 'html':
      return `<code>${visibleHtml(node.text, 'strict')}</code>`;
    case 'math':
      return mathHtml(node.tex, false);
    case 'footnote':
      return `<sup>[${visibleHtml(node.id, 'strict')}]</sup>`;
  }
}

/** MathML needs no style sheet and no fonts. What can not be read as TeX stays as it was written. */
function mathHtml(tex: string, isDisplay: boolean): string {
  try {
    return renderToString(tex, { output: 'mathml', displayMode: isDisplay, throwOnError: true, trust: false, strict: 'ignore', maxExpand: 300, maxSize: 20 });
  } catch {
    return `<code>${visibleHtml(tex, 'strict')}</code>`;
  }
}

