/** What of a long value is shown before it is opened: its beginning, how much is between, and its end, however much padding stands around it (T:C10). */

/** From more lines or characters than this on a value is folded. */
export const mostLines = 40;
export const mostCharacters = 4_000;
/** Few enough that both ends of a value are in view together with what decides, in a narrow window too. */
const headLines = 4;
const tailLines = 4;
/** Characters of each end at most, for texts of few and long lines. */
const mostOfAnEnd = 300;
/** Space before the first word that is still shown. */
const mostIndentation = 40;

export interface Folded {
  head: string;
  tail: string;
}

export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** The two ends of a text too long to be seen at once, never empty lines alone; null for a text that is shown as it is. */
export function fold(text: string): Folded | null {
  if (text.length <= mostCharacters && lineCount(text) <= mostLines) return null;
  const start = text.search(/\S/);
  // Nothing but space: there is no end to look for.
  if (start === -1) return { head: text.slice(0, headLines), tail: text.slice(-tailLines) };
  const written = text.trimEnd();
  const tail = lastLines(written, written.length);
  const head = firstLines(text.slice(Math.max(text.lastIndexOf('\n', start) + 1, start - mostIndentation), written.length - tail.length));
  return { head, tail };
}

function firstLines(text: string): string {
  let end = 0;
  for (let line = 0; line < headLines; line++) {
    const next = text.indexOf('\n', end);
    if (next === -1) {
      end = text.length;
      break;
    }
    end = next + 1;
  }
  return wholeCharacters(text.slice(0, Math.min(end, mostOfAnEnd)).replace(/\n$/, ''));
}

function lastLines(text: string, length: number): string {
  let start = length;
  for (let line = 0; line < tailLines && start > 0; line++) start = text.lastIndexOf('\n', start - 1);
  return wholeCharacters(text.slice(Math.max(start + 1, length - mostOfAnEnd)));
}

/** Without the halves of characters that a cut left at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
