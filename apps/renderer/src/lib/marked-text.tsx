/** A text from outside with the parts that were looked for marked, as the host found them. */
import type { LibraryHit, LibraryMatch } from '@portolan/contract/library';
import { RevealText } from '@portolan/ui/reveal-text';

/** `matches` are of this text, in order and apart, as `library/search` gives them. */
export function MarkedText({ text, matches }: { text: string; matches: readonly Pick<LibraryMatch, 'start' | 'end'>[] }) {
  if (matches.length === 0) return <RevealText text={text} hideCount />;
  let from = 0;
  const pieces: { at: number; text: string; isMatch: boolean }[] = [];
  for (const { start, end } of matches) {
    if (start > from) pieces.push({ at: from, text: text.slice(from, start), isMatch: false });
    pieces.push({ at: start, text: text.slice(start, end), isMatch: true });
    from = end;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from), isMatch: false });
  return pieces.map(({ at, text: piece, isMatch }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-accent-soft text-accent-fg"><RevealText text={piece} hideCount /></mark>
    ) : (
      <RevealText key={at} text={piece} hideCount />
    ),
  );
}

export function matchesOf({ matches }: Pick<LibraryHit, 'matches'>, field: LibraryMatch['field']): LibraryMatch[] {
  return matches.filter((match) => match.field === field);
}
