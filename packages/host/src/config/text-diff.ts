/** Two texts line by line, for a person to read before one takes the place of the other. */
import { structuredPatch } from 'diff';
import type { TextDiff } from '@portolan/contract/configuration';

const context = 3;
const maxEdits = 4000;
const maxLine = 2000;

/** @param before may be empty, when there was nothing */
export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { hunks: [], added: 0, removed: 0, isTooLarge: false };
  const patch = structuredPatch('', '', plain(before), plain(after), '', '', { context, maxEditLength: maxEdits, timeout: 2000 });
  if (!patch) return { hunks: [], added: 0, removed: 0, isTooLarge: true };
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    before: oldStart,
    after: newStart,
    lines: lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ kind: line.startsWith('+') ? ('added' as const) : line.startsWith('-') ? ('removed' as const) : ('same' as const), text: cut(line.slice(1)) })),
  }));
  const count = (kind: string) => hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  return { hunks, added: count('added'), removed: count('removed'), isTooLarge: false };
}

/** Line ends are not what is compared; a last line without one is a line all the same. */
function plain(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function cut(line: string): string {
  return line.length > maxLine ? `${line.slice(0, maxLine)}…` : line;
}
