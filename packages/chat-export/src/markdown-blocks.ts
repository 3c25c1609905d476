/**
 * A document that was read and checked, written as Markdown once more. Written anew rather than passed on, so that nothing
 * in it loads, links or is markup for whatever program opens the file: images become words, markup becomes text, and
 * only links that could be opened here stay links (T:B01–B17).
 */
import { asSeen } from '@portolan/markdown/hidden-characters';
import { plainText } from '@portolan/markdown/nodes';
import type { Block, Inline, TableNode } from '@portolan/markdown/nodes';
import { TokenStream } from '@portolan/markdown/token-stream';
import type { BlockWords } from './html-blocks.ts';

/** Markdown as Markdown that can be trusted. Headings stand below the file's own. */
export function safeMarkdown(text: string, words: BlockWords): string {
  return new TokenStream()
    .update(text, true)
    .map(({ node }) => blockText(node, words))
    .join('\n\n');
}

/** A code block whose fence is longer than any within it. The language is a bare word or left out. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[\w+#.-]{1,40}$/.test(language) ? language : ''}\n${text}\n${fence}`;
}

/** Words as plain text in Markdown: no sign of theirs means anything. One line. */
export function plainMarkdown(text: string): string {
  return escapeStart(escapeInline(asSeen(text).replaceAll(/\s+/g, ' ').trim()));
}

function blockText(block: Block, words: BlockWords): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.children, words);
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level + 2))} ${inlineText(block.children, words).replaceAll(/\s*\n\s*/g, ' ')}`;
    case 'list': {
      let number = block.start ?? 0;
      const items = block.items.map(({ isChecked, blocks }) => {
        const mark = block.start === null ? '- ' : `${number++}. `;
        const box = isChecked === null ? '' : isChecked ? '[x] ' : '[ ] ';
        return `${mark}${box}${indent(blocks.map((each) => blockText(each, words)).join('\n\n'), ' '.repeat(mark.length))}`;
      });
      return items.join(block.isLoose ? '\n\n' : '\n');
    }
    case 'quote':
      return quoted(block.blocks.map((each) => blockText(each, words)).join('\n\n'));
    case 'rule':
      return '---';
    case 'html':
    case 'plain':
      return fenced(asSeen(block.text));
    case 'math':
      return !isPureTex(block.tex) || /\n[ \t]*\n/.test(block.tex) ? fenced(block.tex, 'tex') : `$$\n${block.tex}\n$$`;
    case 'footnote':
      return `\\[${escapeInline(block.id)}\\] ${inlineText(block.children, words)}`;
    case 'code':
      return fenced(asSeen(block.text), block.language);
    case 'table':
      return tableText(block, words);
  }
}

/** Every line behind the mark of a quotation. */
export function quoted(text: string): string {
  return text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

function paragraph(children: readonly Inline[], words: BlockWords): string {
  return inlineText(children, words)
    .split('\n')
    .map((line) => escapeStart(line.trimStart()))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** All but the first line moved in, as the content of a list item is. */
function indent(text: string, by: string): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
}

const alignments = { left: ':--', center: ':-:', right: '--:', none: '---' } as const;

function tableText({ align, header, rows }: TableNode, words: BlockWords): string {
  const line = (cells: readonly Inline[][]): string => `| ${cells.map((cell) => inlineText(cell, words).replaceAll(/\\?\n/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  const marks = header.map((_cell, index) => alignments[align[index] ?? 'none']);
  return [line(header), `| ${marks.join(' | ')} |`, ...rows.map(({ cells }) => line(cells))].join('\n');
}

function inlineText(nodes: readonly Inline[], words: BlockWords): string {
  return nodes.map((node) => oneInline(node, words)).join('');
}

const signs = { strong: '**', em: '*', del: '~~' } as const;

function oneInline(node: Inline, words: BlockWords): string {
  switch (node.kind) {
    case 'text':
      return escapeInline(asSeen(node.text));
    case 'strong':
    case 'em':
    case 'del': {
      const inner = inlineText(node.children, words);
      return inner.trim() === '' ? inner : `${signs[node.kind]}${inner}${signs[node.kind]}`;
    }
    case 'group':
      return inlineText(node.children, words);
    case 'code':
    case 'html':
      return codeSpan(asSeen(node.text));
    case 'break':
      return '\\\n';
    case 'link': {
      const address = node.url.replaceAll(/[<>\\\s]/g, encodeURIComponent);
      const shown = plainText(node.children);
      if (shown === node.url || `${shown}/` === node.url) return `<${address}>`;
      const label = inlineText(node.children, words);
      const note = node.isMisleading ? ` (${escapeInline(words.leadsTo(node.host))})` : '';
      return `[${label}](<${address}>)${note}`;
    }
    case 'dead-link':
      return `${inlineText(node.children, words)} (${codeSpan(asSeen(node.target))})`;
    case 'image':
      return escapeInline(asSeen(node.source.kind === 'remote' ? words.imageAt(node.alt, node.source.host) : words.imageLeftOut(node.alt)));
    case 'math':
      return !isPureTex(node.tex) || node.tex.includes('\n') ? codeSpan(node.tex) : `$${node.tex}$`;
    case 'footnote':
      return `\\[${escapeInline(plainText([node]))}\\]`;
  }
}

/** Whether a program that knows no formulas would still find nothing but words between the dollars. */
function isPureTex(tex: string): boolean {
  return !/\$|<[a-z/!?]|[\]!]\s*[([:]|`|&#?\w+;|:\/\/|www\./i.test(tex);
}

function codeSpan(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return line === '' ? '' : longest > 0 || /^ .* $/.test(line) ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/**
 * Signs that mean something anywhere (CommonMark 2.4), with those of tables, formulas and struck-out text. Bare addresses
 * would be made links by GFM: the scheme's colon and the dot after `www` are written as references.
 */
function escapeInline(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>~$|]/g, (sign) => `\\${sign}`)
    // Before a link it would make an image of it.
    .replace(/!$/, '\\!')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(/\b(https?|ftp|mailto|xmpp):/gi, '$1&#58;')
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, -1)}&#46;`)
    .replaceAll(/(?<=[\w.+-])@(?=[\w-]+\.)/g, '&#64;');
}

/** Signs that mean something at the start of a line: headings, lists, rules, setext underlines. */
function escapeStart(line: string): string {
  return line.replace(/^(#{1,6}(?=\s|$)|[+-](?=\s|$)|-{2,}|={1,}(?=\s*$))/, (sign) => `\\${sign}`).replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
