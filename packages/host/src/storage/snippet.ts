/** The piece of a text that shows why it was found, in pieces without markup. */

const before = 40;
const length = 180;

export interface SnippetPiece {
  text: string;
  isHit: boolean;
}

/** About 180 characters around the first term that occurs, every term in them marked; the beginning when none does. */
export function snippet(text: string, terms: readonly string[]): SnippetPiece[] {
  const { folded, offsets } = fold(text);
  const needles = terms.flatMap((term) => needlesOf(folded, term));
  const first = Math.min(...needles.map((needle) => folded.indexOf(needle)).filter((at) => at >= 0), folded.length);
  const start = first >= folded.length ? 0 : cutBefore(folded, Math.max(0, first - before), first);
  const end = cutSurrogate(folded, Math.min(folded.length, start + length));
  const marks = new Uint8Array(end - start);
  for (const needle of needles) {
    for (let at = folded.indexOf(needle, start); at >= 0 && at < end; at = folded.indexOf(needle, at + needle.length)) {
      marks.fill(1, at - start, Math.min(at + needle.length, end) - start);
    }
  }
  const pieces: SnippetPiece[] = [];
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && marks[to - start] === marks[from - start]) to++;
    pieces.push({ text: text.slice(offsets(from), offsets(to)).replaceAll(/\s+/g, ' '), isHit: marks[from - start] === 1 });
    from = to;
  }
  if (start > 0) unshiftPlain(pieces, '…');
  if (end < folded.length) pushPlain(pieces, '…');
  return pieces.filter((piece) => piece.text !== '');
}

// What can carry diacritics. CJK is left as it is: taking か for が is no help to anybody.
const foldable = /[\u0080-\u2e7f\uffdd-\uffff]/;
const foldableRuns = /[\u0080-\u2e7f\uffdd-\uffff]+/g;

/** A term as it stands in the text; when it does not (other punctuation), the words in it. */
function needlesOf(folded: string, term: string): string[] {
  const needle = fold(term).folded;
  if (needle !== '' && folded.includes(needle)) return [needle];
  return needle.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Moves a cut to the beginning of a word when there is one near. */
function cutBefore(folded: string, from: number, to: number): number {
  if (from === 0) return 0;
  const space = folded.indexOf(' ', from);
  return space >= 0 && space < to ? space + 1 : cutSurrogate(folded, from);
}

function cutSurrogate(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/**
 * Lower case without diacritics, as the indexes compare, and where each position came from in the original: folding can
 * change lengths (`İ`, `ﬁ`, decomposed accents).
 */
function fold(text: string): { folded: string; offsets: (at: number) => number } {
  const lower = text.toLowerCase();
  if (lower.length === text.length && !foldable.test(text)) return { folded: lower, offsets: (at) => at };
  return foldAligned(text) ?? foldEach(text);
}

/**
 * A long answer has a dash or an accent somewhere; a look at each of its characters would take as long as the search. Null when a
 * position would come out elsewhere: nothing in these ranges becomes longer, so a run as long as before kept every place.
 */
function foldAligned(text: string): ReturnType<typeof fold> | null {
  let isAligned = true;
  const plain = text.replaceAll(foldableRuns, (run) => {
    const folded = run.normalize('NFD').replaceAll(/\p{M}/gu, '');
    if (folded.length !== run.length) isAligned = false;
    // The letter has another form at the end of a word, which the indexes do not know.
    return folded.replaceAll('Σ', 'σ');
  });
  const folded = plain.toLowerCase();
  return isAligned && folded.length === text.length ? { folded, offsets: (at) => at } : null;
}

function foldEach(text: string): ReturnType<typeof fold> {
  let folded = '';
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldable.test(character) ? character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() : character.toLowerCase();
    for (let i = 0; i < plain.length; i++) from.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, offsets: (position) => from[position] ?? text.length };
}

function unshiftPlain(pieces: SnippetPiece[], text: string): void {
  const first = pieces[0];
  if (first && !first.isHit) first.text = text + first.text;
  else pieces.unshift({ text, isHit: false });
}

function pushPlain(pieces: SnippetPiece[], text: string): void {
  const last = pieces.at(-1);
  if (last && !last.isHit) last.text += text;
  else pieces.push({ text, isHit: false });
}
