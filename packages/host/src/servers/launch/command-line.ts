/** A whole command line where only a program belongs (try-out 3). */

export interface SplitLine {
  command: string;
  args: string[];
}

/**
 * Splits as a POSIX shell would, for quotes and backslashes only; nothing is expanded and nothing is run. Backslashes stay
 * as they are on Windows. @returns null for a text without a space or with a quote that is never closed.
 */
export function splitCommandLine(text: string, os: NodeJS.Platform): SplitLine | null {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && os !== 'win32' && quote !== "'" && next !== '' && (quote === '' || next === '"' || next === '\\')) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  const [command, ...args] = words;
  return quote !== '' || command === undefined || command === '' || args.length === 0 ? null : { command, args };
}
