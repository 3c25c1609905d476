/** From `marked` tokens to nodes that may be shown. All hardening of the document's content happens here. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from './entities.ts';
import { plainText, type Block, type Inline, type ListItem, type TableNode } from './nodes.ts';
import { imageSource, isMisleading, safeLink } from './safe-url.ts';

/** Deeper blocks, lists and quotes are shown as plain text. */
export const maxNesting = 16;

/** Tokens of our own extensions beside those of `marked`. */
type OwnToken =
  | { type: 'blockMath' | 'inlineMath' | 'footnote'; raw: string; text: string }
  | { type: 'footnoteDefinition'; raw: string; text: string; tokens: Token[] }
  | { type: 'plain' | 'literal'; raw: string };

/** `marked` types extension tokens as anything; the `type` decides here what they are. */
function typed(token: Token): MarkedToken | OwnToken {
  return token as MarkedToken | OwnToken;
}

/** Parts of an earlier reading that may be taken over where their text is the same. */
export interface Before {
  node: Block;
  /** Whether the same text still means the same. */
  isSame: (raw: string) => boolean;
}

/** One block token as a node; null for what shows nothing (blank lines, link definitions). */
export function buildBlock(token: Token, depth = 0, before?: Before): Block | null {
  if (depth > maxNesting) return { kind: 'plain', text: token.raw, isTooDeep: true };
  const block = typed(token);
  switch (block.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return { kind: 'paragraph', children: buildInlines(block.tokens) };
    case 'text':
      return { kind: 'paragraph', children: block.tokens ? buildInlines(block.tokens) : [buildText(block)] };
    case 'heading':
      return { kind: 'heading', level: block.depth, children: buildInlines(block.tokens) };
    case 'code':
      return { kind: 'code', language: languageOf(block), text: block.text, isOpen: false };
    case 'blockquote':
      return { kind: 'quote', blocks: buildBlocks(block.tokens, depth + 1) };
    case 'list':
      return {
        kind: 'list',
        start: block.ordered ? block.start === '' ? 1 : block.start : null,
        isLoose: block.loose,
        items: buildItems(block.items, depth + 1, before),
      };
    case 'table':
      return buildTable(block, before);
    case 'hr':
      return { kind: 'rule' };
    case 'html':
      return { kind: 'html', text: block.raw.replace(/\n+$/, '') };
    case 'blockMath':
      return { kind: 'math', tex: block.text };
    case 'footnoteDefinition':
      return { kind: 'footnote', id: block.text, children: buildInlines(block.tokens) };
    case 'plain':
      return { kind: 'plain', text: block.raw, isTooDeep: true };
    default:
      return { kind: 'paragraph', children: buildInlines([token]) };
  }
}

function buildBlocks(tokens: readonly Token[], depth: number): Block[] {
  return tokens.flatMap((token) => buildBlock(token, depth) ?? []);
}

function buildItems(items: readonly Tokens.ListItem[], depth: number, before: Before | undefined): ListItem[] {
  const old = before?.node.kind === 'list' ? before.node.items : [];
  return items.map((item, index) => {
    const known = old[index];
    if (known?.raw === item.raw && before?.isSame(item.raw)) return known;
    const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
    return { raw: item.raw, isChecked: item.task ? item.checked === true : null, blocks: buildBlocks(tokens, depth) };
  });
}

function buildTable(table: Tokens.Table, before: Before | undefined): TableNode {
  const oldTable = before?.node.kind === 'table' ? before.node : undefined;
  const old = oldTable?.rows ?? [];
  return {
    kind: 'table',
    // The same array for the same alignment: rows are drawn again when it is another.
    align: oldTable && oldTable.align.join() === table.align.join() ? oldTable.align : table.align,
    header: table.header.map((cell) => buildInlines(cell.tokens)),
    rows: table.rows.map((row, index) => {
      const raw = row.map((cell) => cell.text).join('\u0000');
      const known = old[index];
      if (known?.raw === raw && known.cells.length === row.length && before?.isSame(raw)) return known;
      return { raw, cells: row.map((cell) => buildInlines(cell.tokens)) };
    }),
  };
}

function buildInlines(tokens: readonly Token[], depth = 0): Inline[] {
  const nodes: Inline[] = [];
  for (const token of tokens) {
    const node = buildInline(token, depth);
    const before = nodes.at(-1);
    // A line break between two nodes is a blank too, unless Chinese stands on both sides.
    if (node.kind === 'text' && before && startsCjkLine.test(node.text) && endsCjk.test(plainText([before]))) node.text = node.text.slice(1);
    nodes.push(node);
  }
  return nodes;
}

function buildInline(token: Token, depth: number): Inline {
  if (depth > maxNesting) return { kind: 'text', text: token.raw };
  const inline = typed(token);
  switch (inline.type) {
    case 'text':
      return buildText(inline);
    case 'escape':
      return { kind: 'text', text: inline.text };
    case 'literal':
      return { kind: 'text', text: inline.raw };
    case 'strong':
    case 'em':
    case 'del':
      return { kind: inline.type, children: buildInlines(inline.tokens, depth + 1) };
    case 'codespan':
      return { kind: 'code', text: inline.text };
    case 'br':
      return { kind: 'break' };
    case 'html':
      return /^<br\s*\/?>$/i.test(inline.raw) ? { kind: 'break' } : { kind: 'html', text: inline.raw };
    case 'link':
      return buildLink(inline, depth);
    case 'image':
      return { kind: 'image', source: imageSource(decodeEntities(inline.href)), alt: decodeEntities(inline.text) };
    case 'inlineMath':
      return { kind: 'math', tex: inline.text };
    case 'footnote':
      return { kind: 'footnote', id: inline.text };
    default:
      return { kind: 'text', text: inline.raw };
  }
}

/** Ends of a bare address that a person would not count to it: the punctuation of Chinese and Japanese. */
const cjkPunctuation = /[\u2018-\u201d\u2026\u3001-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff5e]/u;

function buildLink(token: Tokens.Link, depth: number): Inline {
  if (token.autolink === true) {
    const cut = token.raw.startsWith('<') ? -1 : token.text.search(cjkPunctuation);
    if (cut > 0) {
      const words = token.text.slice(0, cut);
      const target = token.href.slice(0, token.href.length - (token.text.length - cut));
      return { kind: 'group', children: [linkTo(target, [{ kind: 'text', text: words }]), { kind: 'text', text: token.text.slice(cut) }] };
    }
    return linkTo(token.href, [{ kind: 'text', text: token.text }]);
  }
  return linkTo(decodeEntities(token.href), buildInlines(token.tokens, depth + 1));
}

function linkTo(target: string, children: Inline[]): Inline {
  const link = safeLink(target);
  if (!link) return { kind: 'dead-link', target, children };
  return { kind: 'link', ...link, isMisleading: isMisleading(plainText(children), link.host), children };
}

/** Text with its references decoded once, and without the blank that a line break would put between Chinese characters. */
function buildText(token: { raw: string; text: string }): Inline {
  const text = decodeEntities(token.raw);
  return { kind: 'text', text: text.includes('\n') ? text.replace(cjkLineBreak, '') : text };
}

const startsCjkLine = /^\n[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const endsCjk = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]$/u;
const cjkLineBreak = /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])\n(?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu;

/** The first word after the fence: a name of a language, never more than that. */
function languageOf(token: Tokens.Code): string {
  return decodeEntities(token.lang ?? '').trim().split(/[\s,{:]/u)[0]?.slice(0, 40) ?? '';
}
