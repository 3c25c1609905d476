/** A text as long as it is, nothing cut and nothing drawn: what a decision is made about (T:A02, T:C10). */
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo } from 'react';

/** One piece is laid out at a time; pieces out of view cost nothing. */
const pieceLength = 20_000;

export function FullText({ text }: { text: string }) {
  const pieces = useMemo(() => split(text), [text]);
  return (
    <pre className="ui-code-block px-2.5 py-1">
      {pieces.map((piece, index) => (
        // Pieces are cut from one immutable text: their position is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={pieces.length > 1 ? '[content-visibility:auto]' : undefined}>
          <RevealText text={piece} multiline hideCount limit={pieceLength + 1} />
        </span>
      ))}
    </pre>
  );
}

/** Never cuts a character in two. */
function split(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + pieceLength, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end++;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces.length === 0 ? [''] : pieces;
}
