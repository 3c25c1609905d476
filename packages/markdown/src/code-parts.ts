/** Lines in one part of a code block (`styles.css` knows it, too): small enough to draw again at once, large enough not to litter the page. */
export const linesPerPart = 40;

/** Splits code into parts of {@link linesPerPart} lines; joined with line feeds they are the code again. */
export function codeParts(code: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines < linesPerPart) continue;
    parts.push(code.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  parts.push(code.slice(start));
  return parts;
}
