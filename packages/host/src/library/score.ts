/** How well an entry answers words. Only the order of the numbers means anything. */
import type { LibraryEntry } from './entry.ts';

export interface Query {
  /** Any of the spellings of a word will do; the first is what was typed. */
  words: readonly (readonly string[])[];
  /** All of it, squashed; an entry called exactly so comes first. */
  whole: string;
}

/** What a word is worth by where it stands: as the whole, at the begin, at the begin of a word, within one. */
const worth = {
  name: [100, 60, 40, 20],
  title: [80, 45, 32, 14],
  uri: [90, 12, 12, 8],
  description: [6, 6, 6, 3],
} as const;
const serverWorth = 2;

/** @returns 0 when a word stands nowhere in it, and its server is not called so either */
export function scoreOf(entry: LibraryEntry, { words, whole }: Query, serverName: string): number {
  let score = 0;
  for (const spellings of words) {
    let best = 0;
    for (const word of spellings) if (entry.whole.includes(word)) best = Math.max(best, wordScore(entry, word));
    if (best === 0 && spellings.some((word) => word.length > 1 && startsWord(serverName, word))) best = serverWorth;
    if (best === 0) return 0;
    score += best;
  }
  if (whole === '') return score;
  const { name, title, uri } = entry.squashed;
  if (name === whole) score += 1000;
  else if (uri === whole) score += 900;
  else if (title === whole) score += 500;
  else if (name.startsWith(whole)) score += 50;
  // Of equals the shorter name, which holds more of what was asked, then what the server calls more important.
  return score + Math.max(0, 5 - entry.name.length / 20) + Math.min(1, Math.max(0, priorityOf(entry)));
}

function priorityOf({ offered }: LibraryEntry): number {
  return offered.kind === 'resource' || offered.kind === 'template' ? (offered.item.annotations?.priority ?? 0) : 0;
}

function wordScore(entry: LibraryEntry, word: string): number {
  return Math.max(fieldScore(entry.name, word, worth.name), fieldScore(entry.title, word, worth.title), fieldScore(entry.uri, word, worth.uri), fieldScore(entry.description, word, worth.description));
}

function fieldScore(text: string, word: string, [asWhole, atBegin, atWord, within]: readonly [number, number, number, number]): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return text.length === word.length ? asWhole : atBegin;
  return startsWord(text, word, at) ? atWord : within;
}

const letter = /[\p{L}\p{N}]/u;

/** Most texts are plain, and asking a code is many times faster than a pattern. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return letter.test(text[at] ?? '');
}

/** Whether a word of the text begins with this one. Where words are not set apart by signs, each place is as good as the next. */
function startsWord(text: string, word: string, from = text.indexOf(word)): boolean {
  for (let at = from; at >= 0; at = text.indexOf(word, at + 1)) if (at === 0 || !isLetter(text, at - 1)) return true;
  return false;
}
