/** Texts as they are compared: without case, accents and width, whatever they are written in. */

const marks = /\p{M}/gu;
// Nothing to take apart: most names are.
const isPlain = /^[\x20-\x7e]*$/;

/** `Résumé ＡＢＣ` becomes `resume abc`. Letters of Chinese, Japanese and Korean stay as they are, so that a part of a text finds it. */
export function fold(text: string): string {
  return isPlain.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(marks, '').toLowerCase().replaceAll('ς', 'σ');
}

export interface FoldedText {
  folded: string;
  /** For each place in `folded`, and its end, the place in the text it comes from. */
  places: Uint32Array;
}

/** The same, with the way back to the text; for the few texts whose matches are shown. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = fold(letter);
    for (let i = 0; i < part.length; i += 1) places.push(at);
    folded += part;
    at += letter.length;
  }
  places.push(at);
  return { folded, places: Uint32Array.from(places) };
}

/** The words of a query as they are looked for. More than `maxWords` narrow nothing further. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/u).filter((word) => word !== ''))].slice(0, maxWords);
}
const maxWords = 12;

/** Words of names are joined by many signs: `get_user`, `get-user` and `get user` are one. */
export function squash(folded: string): string {
  return folded.replace(/[\s_\-./:]+/gu, ' ').trim();
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The words of a text in a language that does not set them apart. */
export function segments(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment).filter((segment) => /[\p{L}\p{N}]/u.test(segment));
}
