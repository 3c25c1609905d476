/** One title of a test or a group of tests, and where it stands. */
export interface TestTitle {
  readonly title: string;
  /** 1-based. */
  readonly line: number;
  /** Marked so that it does not run: it proves nothing. */
  readonly skipped: boolean;
}

/**
 * Finds the titles of `it`, `test` and `describe` calls in TypeScript source, also behind `.each(…)` and other modifiers.
 * Reads text, not syntax trees: a title is the string literal that opens the call's argument list.
 */
export function titlesOf(source: string): TestTitle[] {
  const titles: TestTitle[] = [];
  for (const match of source.matchAll(/(?<![\w$.'"`])(?:it|test|describe)\b(?=\s*[.(<`])/g)) {
    const found = titleAfter(source, match.index + match[0].length);
    if (found !== undefined) titles.push({ ...found, line: lineOf(source, match.index) });
  }
  return titles;
}

function lineOf(source: string, index: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < index; at = source.indexOf('\n', at + 1)) line++;
  return line;
}

/** Walks over `.each`, `.skip`, `(…)`, tagged templates and type arguments until a call opens with a string. */
function titleAfter(source: string, start: number): { title: string; skipped: boolean } | undefined {
  let at = start;
  let skipped = false;
  for (;;) {
    at = skipSpace(source, at);
    const here = source[at];
    if (here === '.') {
      const name = /^\.\s*(\w+)/.exec(source.slice(at, at + 40));
      if (name === null) return undefined;
      skipped ||= name[1] === 'skip' || name[1] === 'todo';
      at += name[0].length;
    } else if (here === '`') {
      at = endOfString(source, at);
    } else if (here === '<') {
      const end = source.indexOf('>(', at);
      if (end === -1) return undefined;
      at = end + 1;
    } else if (here === '(') {
      const inner = skipSpace(source, at + 1);
      const quote = source[inner];
      if (quote === "'" || quote === '"' || quote === '`') {
        const end = endOfString(source, inner);
        return { title: unescape(source.slice(inner + 1, end - 1)), skipped };
      }
      at = endOfGroup(source, at);
    } else return undefined;
    if (at >= source.length) return undefined;
  }
}

function unescape(text: string): string {
  return text.replaceAll(/\\(['"`\\$])/g, '$1');
}

function skipSpace(source: string, start: number): number {
  let at = start;
  for (;;) {
    if (/\s/.test(source[at] ?? '')) at++;
    else if (source.startsWith('//', at)) at = endOf(source, '\n', at);
    else if (source.startsWith('/*', at)) at = endOf(source, '*/', at);
    else return at;
  }
}

function endOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from);
  return found === -1 ? source.length : found + what.length;
}

/** The index after the string literal that opens at `start`. */
function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at + 1;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfGroup(source, at + 1) - 1;
  }
  return source.length;
}

/** The index after the bracket that closes the one at `start`; strings, comments and regular expressions are passed over whole. */
function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const here = source[at] ?? '';
    if ('([{'.includes(here)) depth++;
    else if (')]}'.includes(here)) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (here === "'" || here === '"' || here === '`') at = endOfString(source, at) - 1;
    else if (source.startsWith('//', at) || source.startsWith('/*', at)) at = skipSpace(source, at) - 1;
    else if (here === '/' && /[(,=:[!&|?{};\n]\s*$/.test(source.slice(Math.max(0, at - 40), at))) at = endOfRegExp(source, at) - 1;
  }
  return source.length;
}

function endOfRegExp(source: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') inClass = true;
    else if (source[at] === ']') inClass = false;
    else if (source[at] === '/' && !inClass) return at + 1;
  }
  return start + 1;
}
