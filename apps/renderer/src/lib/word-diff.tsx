/** Prose before and now in one text. What is new and what is gone is told by a line through or under it and in words, not by colour alone. */
import type { WordDiff } from '@portolan/contract/pins';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { useT } from './i18n.tsx';

export function WordDiffView({ words, label }: { words: WordDiff; label: string }) {
  const d = useT().configuration.diff;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div role="region" aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm leading-6 whitespace-pre-wrap wrap-anywhere">
      {words.map((piece, index) => {
        const text = <RevealText text={piece.text} multiline hideCount />;
        // Pieces may repeat; their place is what they are.
        // oxlint-disable react/no-array-index-key
        if (piece.kind === 'same') return <span key={index}>{text}</span>;
        const Mark = piece.kind === 'added' ? 'ins' : 'del';
        return (
          <Mark key={index} className={`rounded-sm px-0.5 ${piece.kind === 'added' ? 'bg-success-soft text-success-fg underline decoration-2' : 'bg-danger-soft text-danger-fg line-through'}`}>
            <VisuallyHidden>{d[piece.kind]}: </VisuallyHidden>
            {text}
          </Mark>
        );
        // oxlint-enable react/no-array-index-key
      })}
    </div>
  );
}
