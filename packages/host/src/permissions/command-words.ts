/** A command line or a list of arguments, compared word by word: what a shell would read as more than one command never fits. */
import type { Json } from '@portolan/contract/json';
import { loose } from './verdict.ts';
import type { Verdict } from './verdict.ts';

// Letters and digits of every language and the few signs that no shell of any system (sh, cmd, PowerShell) gives a meaning.
const plain = /^[\p{L}\p{M}\p{N}_@+=:,./~-]+$/u;
const plainWithSpaces = /^[\p{L}\p{M}\p{N}_@+=:,./~ -]*$/u;
const mostLength = 20_000;

/** The words of a plain command line, quotes around blanks taken off; null when a shell might do anything else with it. */
export function commandWords(line: string): string[] | null {
  if (line.length > mostLength) return null;
  const words: string[] = [];
  let rest = line.replace(/^ +| +$/g, '');
  while (rest !== '') {
    const quote = rest[0] === '"' || rest[0] === "'" ? rest[0] : null;
    const end = quote === null ? rest.search(/ |$/) : rest.indexOf(quote, 1);
    const word = quote === null ? rest.slice(0, end) : rest.slice(1, end);
    const after = rest.slice(quote === null ? end : end + 1);
    // A quote in the middle of a word joins pieces; nobody needs that to say what is meant.
    if (end < 0 || !(quote === null ? plain : plainWithSpaces).test(word) || (after !== '' && !after.startsWith(' '))) return null;
    words.push(word);
    rest = after.replace(/^ +/, '');
  }
  return words;
}

/** Whether the value is a command that begins with exactly these words. */
export function beginsWith(value: Json | undefined, words: readonly string[]): Verdict {
  if (typeof value === 'string') {
    const given = commandWords(value);
    if (given === null) return 'unsure';
    return begins(given, words);
  }
  if (Array.isArray(value)) {
    if (!value.every((item) => typeof item === 'string')) return 'unsure';
    // Perhaps it goes through a shell all the same, and `; rm` in one of its words is run, too.
    return value.every((word) => plainWithSpaces.test(word)) ? begins(value, words) : 'unsure';
  }
  return value === undefined || value === null ? 'no' : 'unsure';
}

function begins(given: readonly string[], words: readonly string[]): Verdict {
  if (words.every((word, index) => given[index] === word)) return 'yes';
  // `sudo rm`, `/bin/rm`, `RM.exe`, `sh -c "rm -r x"` and `--exec=rm` may run the same program.
  const program = programName(words[0] ?? '');
  return given.some((word) => word.split(/[ =:,]/).some((piece) => programName(piece) === program)) ? 'unsure' : 'no';
}

/** `/usr/bin/Git.exe` → `git`. */
export function programName(word: string): string {
  return loose(word.split(/[/\\]/).at(-1) ?? '').replace(/\.(exe|cmd|bat|com)$/, '');
}
