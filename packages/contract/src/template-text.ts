/**
 * The text of a prompt template: `{{name}}` is a variable, `{{tool:server/name}}` names a tool, `{{resource:uri}}` attaches a
 * resource. `\{{` is two braces that mean nothing. Reading never fails: what is wrong is a place of its own, and every character of
 * the text belongs to exactly one place.
 */

/** Where it stands, in UTF-16 units: from `start` up to `end`, braces included. */
interface Place {
  start: number;
  end: number;
}

/** `open`: its end is missing; `empty`; `name`: no name of a variable; `reference`: nothing after the colon; `long`. */
export type TemplateFault = 'open' | 'empty' | 'name' | 'reference' | 'long';

export type TemplatePart = Place &
  (
    | { type: 'text'; text: string }
    | { type: 'variable'; name: string }
    /** `of`: `server/tool`, as written. */
    | { type: 'tool'; of: string }
    /** `of`: an address, or `server/address`. */
    | { type: 'resource'; of: string }
    | { type: 'bad'; fault: TemplateFault }
  );

/** Characters of one place; a longer one is a forgotten end. */
export const longestPlace = 8_192;
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/** In order and without a gap: the pieces `text.slice(start, end)` are the text. */
export function readTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let plain = '';
  let plainStart = 0;
  let at = 0;
  const flush = (): void => {
    if (at > plainStart) parts.push({ type: 'text', text: plain, start: plainStart, end: at });
    plain = '';
  };
  while (at < text.length) {
    if (text.startsWith('\\{{', at)) {
      plain += '{{';
      at += 3;
      continue;
    }
    if (!text.startsWith('{{', at)) {
      plain += text[at] ?? '';
      at += 1;
      continue;
    }
    flush();
    const end = endOf(text, at);
    const part = end === null ? { type: 'bad' as const, fault: 'open' as const } : placeOf(text.slice(at + 2, end - 2));
    const stop = end ?? brokenEnd(text, at);
    parts.push({ ...part, start: at, end: stop });
    at = stop;
    plainStart = stop;
  }
  flush();
  return parts;
}

/** Names of variables, each once, in the order in which they are first met. */
export function variablesOf(parts: readonly TemplatePart[]): string[] {
  return [...new Set(parts.flatMap((part) => (part.type === 'variable' ? [part.name] : [])))];
}

/** The line, from 1, and the column, from 1, of a place in a text. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** After the `}}` that ends what begins at `at`; null where another one begins, or the line ends, before it. */
function endOf(text: string, at: number): number | null {
  const line = text.slice(at + 2, lineEnd(text, at));
  const close = line.indexOf('}}');
  if (close < 0) return null;
  const again = line.indexOf('{{');
  if (again >= 0 && again < close) return null;
  // An address may end in a brace: the last two of a row of them count.
  let last = close;
  while (line[last + 2] === '}') last += 1;
  return at + 2 + last + 2;
}

/** What was begun and not ended reaches up to the next one, or to the end of its line: what follows is still read. */
function brokenEnd(text: string, at: number): number {
  const next = text.indexOf('{{', at + 2);
  const end = lineEnd(text, at);
  return next >= 0 && next < end ? next : end;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

type Read = { type: 'variable'; name: string } | { type: 'tool'; of: string } | { type: 'resource'; of: string } | { type: 'bad'; fault: TemplateFault };

function placeOf(inside: string): Read {
  const trimmed = inside.trim();
  if (trimmed === '') return { type: 'bad', fault: 'empty' };
  if (trimmed.length > longestPlace) return { type: 'bad', fault: 'long' };
  const kind = /^(tool|resource)\s*:\s*/.exec(trimmed);
  if (kind !== null) {
    const of = trimmed.slice(kind[0].length);
    if (of === '' || (kind[1] === 'tool' && !/^.+\/.+$/u.test(of))) return { type: 'bad', fault: 'reference' };
    return kind[1] === 'tool' ? { type: 'tool', of } : { type: 'resource', of };
  }
  return name.test(trimmed) ? { type: 'variable', name: trimmed } : { type: 'bad', fault: 'name' };
}
