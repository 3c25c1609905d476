/** Words that are nearly written like one that stands nowhere: one slip in a short word, two in a long one. */
import type { LibraryEntry } from './entry.ts';

/** Shorter words are near too many. */
const shortest = 4;
const mostNear = 8;
const splitter = /[^\p{L}\p{N}]+/u;

/** The words of names and titles, each once: what people try to write. */
export function vocabularyOf(entries: readonly LibraryEntry[]): Set<string> {
  const words = new Set<string>();
  for (const { name, title, uri } of entries) for (const text of [name, title, uri]) for (const word of text.split(splitter)) if (word.length >= shortest && word.length <= 40) words.add(word);
  return words;
}

/** @returns the nearest ones first, at most some; none for a short word or one that is not spelled with letters */
export function nearWords(word: string, vocabulary: Iterable<string>): string[] {
  if (word.length < shortest || word.length > 40) return [];
  const most = word.length >= 8 ? 2 : 1;
  const near: { other: string; slips: number }[] = [];
  for (const other of vocabulary) {
    // A word that goes on after what was typed is met by its begin.
    const slips = Math.min(slipsBetween(word, other, most), other.length > word.length ? slipsBetween(word, other.slice(0, word.length), most) : Number.POSITIVE_INFINITY);
    if (slips <= most) near.push({ other, slips });
  }
  return near
    .toSorted((a, b) => a.slips - b.slips || a.other.length - b.other.length)
    .slice(0, mostNear)
    .map(({ other }) => other);
}

/** Letters put in, left out, exchanged or swapped with the next (optimal string alignment); more than `most` may be any larger number. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // Nobody errs in the first letter often, and it spares most of the work.
  if (a[0] !== b[0] && (a[1] !== b[0] || a[0] !== b[1])) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
