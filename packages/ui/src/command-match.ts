/** What a palette entry is found by. */
export interface Matchable {
  label: string;
  keywords?: readonly string[] | undefined;
}

/**
 * How well an entry answers a query: 0 = not at all, more is better. Every word of the query must be found;
 * a label that starts with it ranks above a word that does, above a match anywhere, above a keyword.
 */
export function matchScore(query: string, { label, keywords = [] }: Matchable): number {
  const words = fold(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return 1;
  const name = fold(label);
  const others = fold(keywords.join(' '));
  let score = 0;
  for (const [index, word] of words.entries()) {
    const at = name.indexOf(word);
    if (at === 0 && index === 0) score += 8;
    else if (at >= 0 && (at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? ' '))) score += 5;
    else if (at >= 0) score += 3;
    else if (others.includes(word)) score += 2;
    else if (word.length > 1 && isSubsequence(word, name)) score += 1;
    else return 0;
  }
  return score / words.length;
}

/** The entries that match, best first; entries of equal worth keep their order. */
export function rank<Item extends Matchable>(query: string, items: readonly Item[]): Item[] {
  if (query.trim() === '') return [...items];
  return items
    .map((item, index) => ({ item, index, score: matchScore(query, item) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item);
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').trim();
}

function isSubsequence(word: string, text: string): boolean {
  let from = 0;
  for (const character of word) {
    const at = text.indexOf(character, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
