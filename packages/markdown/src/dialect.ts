/** Our Markdown: GFM as `marked` reads it, with math, footnotes and emphasis that works in Chinese. Lexing only, never `marked.parse`. */
import { Lexer, Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked';

/** Definitions of reference links seen so far. */
export type Links = Record<string, Pick<Tokens.Link | Tokens.Image, 'href' | 'title'>>;

/** A piece of inline text longer, or with more marks, than this is not searched for marks: the search is quadratic at worst. */
const maxInlineLength = 60_000;
const maxInlineMarks = 1_500;

const maxFormula = 5_000;

/** Where a paragraph may be interrupted: looking further would make reading quadratic. */
function paragraphOf(source: string): string {
  const end = source.indexOf('\n\n');
  return end < 0 ? source : source.slice(0, end);
}

const blockMath: TokenizerAndRendererExtension = {
  name: 'blockMath',
  level: 'block',
  start: (source) => /\n {0,3}(?:\$\$|\\\[)/.exec(paragraphOf(source))?.index,
  tokenizer: (source) => {
    const match = /^ {0,3}(?:\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/.exec(source);
    const tex = (match?.[1] ?? match?.[2] ?? '').trim();
    if (!match || tex === '' || tex.length > maxFormula || /\n[ \t]*\n/.test(match[0])) return undefined;
    return { type: 'blockMath', raw: match[0], text: tex };
  },
};

const inlineMath: TokenizerAndRendererExtension = {
  name: 'inlineMath',
  level: 'inline',
  start: (source) => /\$|\\\(/.exec(source)?.index,
  tokenizer: (source) => {
    // A dollar before a space or before an amount and a space, or one with a digit right after it, is money.
    const match = /^(?:\$\$([^$\n]+?)\$\$|\$(?![\s$]|\d[\d.,]*\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$(?![\d$])|\\\(([^\n]+?)\\\))/.exec(source);
    const tex = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
    if (!match || tex === '' || tex.length > maxFormula) return undefined;
    return { type: 'inlineMath', raw: match[0], text: tex };
  },
};

const footnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  level: 'inline',
  start: (source) => {
    const index = source.indexOf('[^');
    return index < 0 ? undefined : index;
  },
  tokenizer: (source) => {
    const match = /^\[\^([^\]\s[]{1,40})\](?!\()/.exec(source);
    return match ? { type: 'footnote', raw: match[0], text: match[1] ?? '' } : undefined;
  },
};

const footnoteDefinition: TokenizerAndRendererExtension = {
  name: 'footnoteDefinition',
  level: 'block',
  start: (source) => /\n\[\^/.exec(paragraphOf(source))?.index,
  tokenizer(source) {
    const match = /^\[\^([^\]\s[]{1,40})\]:[ \t]*([^\n]*(?:\n(?![ \t]*\n|\[\^)[ \t]+[^\n]+)*)(?:\n|$)/.exec(source);
    if (!match) return undefined;
    return { type: 'footnoteDefinition', raw: match[0], text: match[1] ?? '', tokens: this.lexer.inline(match[2] ?? '', []) };
  },
};

/**
 * CommonMark does not see `**注意：**后文` as strong, because a mark beside punctuation needs a space that Chinese does
 * not write. Only pairs with CJK punctuation at an inner edge are read here; all others are left to the rules.
 */
const cjkStrong: TokenizerAndRendererExtension = {
  name: 'cjkStrong',
  level: 'inline',
  start: (source) => {
    const index = source.indexOf('**');
    return index < 0 ? undefined : index;
  },
  tokenizer(source) {
    const match = /^\*\*(?![\s*])((?:[^*\n\\`[\]]|\*(?!\*)){1,300}?)(?<!\s)\*\*(?!\*)/u.exec(source);
    const inner = match?.[1];
    if (!match || inner === undefined) return undefined;
    const edge = /^[\u2018-\u201d\u3008-\u3011\uff08]|[\u2018-\u201d\u2026\u3001-\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f]$/u;
    if (!edge.test(inner)) return undefined;
    return { type: 'strong', raw: match[0], text: inner, tokens: this.lexer.inlineTokens(inner, []) };
  },
};

const dialect = new Marked({ gfm: true, extensions: [blockMath, inlineMath, footnote, footnoteDefinition, cjkStrong] });

/** A line that opens more containers than any person would: reading it costs the square of its length, or the stack. */
const bottomless = /(?:^|\n)(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){64}/;

/**
 * Reads a text into tokens. `links` is read and added to. Never throws: a paragraph nested so deeply that the lexer
 * gives up comes back as one `plain` token, and only that one.
 */
export function lex(source: string, links: Links): Token[] {
  const whole = bottomless.test(source) ? null : tryLex(source, links);
  if (whole) return whole;
  return source.split(/(?<=\n)(?=[ \t]*\n)/).flatMap((piece): Token[] => {
    const read = bottomless.test(piece) ? null : tryLex(piece, links);
    return read ?? [{ type: 'plain', raw: piece }];
  });
}

function tryLex(source: string, links: Links): Token[] | null {
  try {
    return lexOrThrow(source, links);
  } catch {
    return null;
  }
}

function lexOrThrow(source: string, links: Links): Token[] {
  const lexer = new Lexer(dialect.defaults);
  lexer.tokens.links = links;
  lexer.blockTokens(source, lexer.tokens);
  // The queue grows while it is worked on.
  for (let index = 0; index < lexer.inlineQueue.length; index += 1) {
    const entry = lexer.inlineQueue[index];
    if (!entry) break;
    lexer.state.inRawBlock = false;
    if (isTooCostly(entry.src)) entry.tokens.push({ type: 'literal', raw: entry.src });
    else lexer.inlineTokens(entry.src, entry.tokens);
  }
  return [...lexer.tokens];
}

function isTooCostly(source: string): boolean {
  if (source.length < maxInlineMarks) return false;
  if (source.length > maxInlineLength) return true;
  let marks = 0;
  for (let index = 0; index < source.length; index += 1) {
    if ('*_~`[]<!&'.includes(source[index] ?? '')) marks += 1;
  }
  return marks > maxInlineMarks;
}
