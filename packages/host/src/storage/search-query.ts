/** From what a person types to what FTS5 reads. Nothing typed is ever query syntax: every term goes in as a quoted phrase. */
import { splitUnspaced } from './search-text.ts';

const maxTerms = 32;

export interface SearchQuery {
  terms: string[];
  /** For the word index; null when no term holds a letter or digit. */
  words: string | null;
  /** For the trigram index (parts of words, punctuation); null when a term is too short for it. */
  trigrams: string | null;
  /** `c++`, `a/b`: the word index drops the punctuation, so what has it exactly is preferred. */
  isPunctuated: boolean;
}

/** Null when there is nothing to look for. `"two words"` in quotes is one term; other quotes are plain characters. */
export function parseQuery(typed: string): SearchQuery | null {
  const clean = typed.toWellFormed().replaceAll(/\p{Cc}|\u200b/gu, ' ');
  const terms = Array.from(clean.matchAll(/"([^"]+)"|(\S+)/g), (match) => (match[1] ?? match[2] ?? '').trim())
    .filter((term) => term !== '')
    .slice(0, maxTerms);
  if (terms.length === 0) return null;
  const wordTerms = terms.filter((term) => /[\p{L}\p{N}]/u.test(term));
  return {
    terms,
    words: wordTerms.length === 0 ? null : wordTerms.map((term) => `${phrase(splitUnspaced(term))} *`).join(' AND '),
    trigrams: terms.every((term) => Array.from(term).length >= 3) ? terms.map((term) => phrase(term)).join(' AND ') : null,
    isPunctuated: terms.some((term) => /[^\p{L}\p{N}\p{M}\s]/u.test(term)),
  };
}

function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
