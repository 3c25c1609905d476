/** What of a message can be found, and how text is cut so that it can. */
import type { ContentView } from '@portolan/contract/content';
import type { PartView } from '@portolan/contract/conversations';
import type { Json } from '@portolan/contract/json';

/** Between CJK characters in indexed text: no letter for the tokenizer, nothing to see for a reader. */
export const wordBreak = '\u200b';

const maxTextChars = 200_000;
// A tool can return megabytes; its beginning is what a person remembers.
const maxToolChars = 20_000;

// These scripts put no spaces between words: each character is indexed as a word, a query is a phrase of them.
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu;

/** Sets every character of a script without spaces apart. */
export function splitUnspaced(text: string): string {
  return text.replaceAll(unspaced, (character) => wordBreak + character + wordBreak).replaceAll(wordBreak + wordBreak, wordBreak);
}

/** The form in which text is stored for searching; `readable` undoes it. */
export function indexed(text: string): string {
  return splitUnspaced(text.toWellFormed().replaceAll('\0', ' ').replaceAll(wordBreak, ''));
}

export function readable(text: string): string {
  return text.replaceAll(wordBreak, '');
}

/** The text of a part a person may look for; empty when there is none. */
export function partText(part: PartView): string {
  if (part.type === 'attachment') return `${part.name} ${part.uri}\n${contentText(part.content)}`.slice(0, maxTextChars);
  if (part.type === 'tool-call') {
    const result = part.result?.content.map((block) => contentText(block)).join('\n') ?? '';
    return `${part.title ?? ''} ${part.tool} ${part.serverName} ${[...strings(part.arguments), ...strings(part.modelArguments ?? {})].join(' ')}\n${result}`.trim().slice(0, maxToolChars);
  }
  return part.text.slice(0, maxTextChars);
}

function contentText(block: ContentView): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return `${block.name} ${block.title ?? ''} ${block.uri}`;
  if (block.type !== 'resource') return '';
  return block.resource.kind === 'text' ? `${block.resource.uri}\n${block.resource.text}` : block.resource.uri;
}

/** The strings inside a JSON value, values only: nobody searches for key names. */
function strings(value: Json): string[] {
  const found: string[] = [];
  const open: Json[] = [value];
  while (open.length > 0 && found.length < 1000) {
    const item = open.shift();
    if (typeof item === 'string') found.push(item);
    else if (typeof item === 'object' && item !== null) open.push(...Object.values(item).slice(0, 1000));
  }
  return found;
}
