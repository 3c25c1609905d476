import { memo, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { splitHidden } from './hidden-characters.ts';
import { useUiLabels } from './ui-labels.tsx';

export interface RevealTextProps {
  text: string;
  /** Keeps line feeds and tabs as layout; without it they are shown as badges. */
  multiline?: boolean | undefined;
  /** Hides the "n hidden characters" note where there is no room; the badges stay. */
  hideCount?: boolean | undefined;
  /** Characters drawn at most; the rest is told as a number, never silently dropped. */
  limit?: number | undefined;
  className?: string | undefined;
}

/**
 * A text from a server, a model or a file, shown as it is: control, bidi, zero-width and tag characters
 * become ‹U+202E› badges, and its direction cannot reach the text around it.
 */
export const RevealText = memo(function RevealText({
  text,
  multiline = false,
  hideCount = false,
  limit = 20_000,
  className,
}: RevealTextProps): ReactNode {
  const labels = useUiLabels();
  const shown = text.length > limit ? text.slice(0, limit) : text;
  const { parts, count } = splitHidden(shown, { multiline });
  const first = parts[0];
  if (count === 0 && shown === text) {
    return (
      <bdi className={classNames('ui-reveal', className)} data-multiline={multiline ? '' : undefined}>
        {first?.kind === 'text' ? first.text : ''}
      </bdi>
    );
  }
  return (
    <bdi className={classNames('ui-reveal', className)} data-multiline={multiline ? '' : undefined}>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          // Parts are derived from one immutable text: their position is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{part.text}</span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>
            {part.codes.map((code, position) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={position} className="ui-hidden-char">{`‹${code}›`}</span>
            ))}
            {part.more > 0 ? <span className="ui-hidden-char">{`‹+${part.more}›`}</span> : null}
          </span>
        ),
      )}
      {shown === text ? null : <span className="ui-hidden-count">{labels.moreCharacters(text.length - shown.length)}</span>}
      {count > 0 && !hideCount ? <span className="ui-hidden-count">{labels.hiddenCharacters(count)}</span> : null}
    </bdi>
  );
});
