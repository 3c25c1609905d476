/** The name a conversation gets from its first message, until the person gives it one. */
import type { PartView } from '@portolan/contract/conversations';

const maxChars = 60;

/** The first line of text cut at a word, else the first attachment's name; empty when there is neither. */
export function autoTitle(parts: readonly PartView[]): string {
  for (const part of parts) {
    if (part.type !== 'text') continue;
    const line = part.text
      .slice(0, 2000)
      .split('\n')
      .map((each) => plain(each))
      .find((each) => each !== '');
    if (line !== undefined) return cut(line);
  }
  for (const part of parts) if (part.type === 'attachment' && plain(part.name) !== '') return cut(plain(part.name));
  return '';
}

/** What a model answered when it was asked for a title, as one: a single line without quotes around it; empty when nothing is left. */
export function titleOf(text: string): string {
  const line = text.slice(0, 2000).split('\n').map((each) => plain(each)).find((each) => each !== '') ?? '';
  return cut(line.replaceAll(/^["'“”„«»「『*_]+|["'“”«»」』*_.。]+$/g, '').trim());
}

/** Without Markdown marks at the beginning, control and invisible formatting characters. */
function plain(line: string): string {
  return line
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/^[#>*\-\s`]+/, '')
    .trim();
}

function cut(line: string): string {
  const characters = [...new Intl.Segmenter().segment(line)].map((each) => each.segment);
  if (characters.length <= maxChars) return line;
  const head = characters.slice(0, maxChars - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${(space > maxChars / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
