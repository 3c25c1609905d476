import type { ReactNode } from 'react';
import { hasHidden, visibleParts, type HiddenMode } from './hidden-characters.ts';

/** Text in which characters that are not seen become badges. */
export function VisibleText({ text, mode }: { text: string; mode: HiddenMode }): ReactNode {
  if (!hasHidden(text, mode)) return text;
  return visibleParts(text, mode).map((part, index) =>
    part.isHidden ? (
      // Parts come from one immutable text: their position is their identity.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="md-hidden-char">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
