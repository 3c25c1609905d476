/** The sign in a text that opens a list under the caret: `@` for resources, `/` at its beginning for prompts. */

export interface Trigger {
  kind: 'resources' | 'prompts';
  /** Where the sign stands, and where what was typed after it ends. */
  start: number;
  end: number;
  query: string;
}

/** More than anybody types to find something; a long word is no search. */
const longest = 100;
/** Also as a Chinese keyboard writes them. */
const prompt = /^(\s*)[/／](\S*)$/u;
const resource = /[@＠]([^\s@＠]*)$/u;

/** What is being looked for at the caret; null while nothing is. An address such as `me@example.org` looks for nothing. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longest - 1), caret);
  const offset = caret - before.length;
  if (offset === 0) {
    const match = prompt.exec(before);
    if (match) return { kind: 'prompts', start: (match[1] ?? '').length, end: caret, query: match[2] ?? '' };
  }
  const match = resource.exec(before);
  if (!match) return null;
  const previous = before[match.index - 1] ?? ' ';
  if (/[\w.+-]/.test(previous)) return null;
  return { kind: 'resources', start: offset + match.index, end: caret, query: match[1] ?? '' };
}

/** The text without what was typed to look for something, and where the caret stands then. */
export function withoutTrigger(text: string, { start, end }: Trigger): { text: string; caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const joined = before === '' || /\s$/.test(before) ? before + after.replace(/^ /, '') : before + after;
  return { text: joined, caret: start };
}

/** The text with a sign typed by a button, and where the caret stands then. */
export function withSign(text: string, caret: number, kind: Trigger['kind']): { text: string; caret: number } {
  if (kind === 'prompts') return { text: text === '' ? '/' : `/ ${text.trimStart()}`, caret: 1 };
  const before = text.slice(0, caret);
  const sign = before === '' || /\s$/.test(before) ? '@' : ' @';
  const after = text.slice(caret);
  return { text: `${before}${sign}${after === '' || /^\s/.test(after) ? after : ` ${after}`}`, caret: caret + sign.length };
}
