/** A pasted command line as its words, the way a POSIX shell would see them; nothing is expanded and nothing is run. */

export class ShellWordsError extends Error {
  override readonly name = 'ShellWordsError';
  readonly reason: 'open-quote' | 'shell-operator';
  readonly offset: number;
  constructor(reason: 'open-quote' | 'shell-operator', offset: number) {
    super(reason);
    this.reason = reason;
    this.offset = offset;
  }
}

/**
 * One list of words a line; a backslash at the end of a line joins it with the next. `$NAME` becomes `${NAME}`, which is
 * how the configuration writes a variable. Pipes, redirections and `&&` are refused: no shell will be there to read them.
 */
export function shellLines(text: string): string[][] {
  const lines: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let quotedAt = 0;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endLine = () => {
    endWord();
    if (words.length > 0) lines.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === "'") {
      if (char === "'") quote = '';
      else word = (word ?? '') + char;
    } else if (char === '\\' && isEscape(quote, next)) {
      // A Windows path outside quotes keeps its backslashes: C:\tools\server.exe.
      const lineEnd = /^\r?\n/.exec(text.slice(at + 1));
      if (lineEnd) at += lineEnd[0].length;
      else {
        word = (word ?? '') + next;
        at++;
      }
    } else if (char === '$' && /[A-Za-z_]/.test(next)) {
      const name = /^\w+/.exec(text.slice(at + 1))?.[0] ?? '';
      word = `${word ?? ''}\${${name}}`;
      at += name.length;
    } else if (quote === '"') {
      if (char === '"') quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      quotedAt = at;
      word ??= '';
    } else if (char === '\n') endLine();
    else if (/\s/.test(char)) endWord();
    else if (char === '#' && word === undefined) at = endOfLine(text, at) - 1;
    else if (/[|;<>]/.test(char) || (char === '&' && (next === '&' || word === undefined)) || char === '`' || (char === '$' && next === '(')) throw new ShellWordsError('shell-operator', at);
    else word = (word ?? '') + char;
  }
  if (quote !== '') throw new ShellWordsError('open-quote', quotedAt);
  endLine();
  return lines;
}

function isEscape(quote: string, next: string): boolean {
  if (next === '') return false;
  return quote === '"' ? /["\\$`\n]/.test(next) : /[^A-Za-z0-9.:]/.test(next);
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
