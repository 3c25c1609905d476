import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { RevealText } from './reveal-text.tsx';

export interface CodeTextProps {
  text: string;
  /** A block of its own that keeps line breaks. */
  block?: boolean | undefined;
  /** Needed for a block, which can be scrolled with the keyboard. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Untrusted text in monospace, with hidden characters made visible. */
export function CodeText({ text, block = false, label, className }: CodeTextProps): ReactNode {
  if (!block) {
    return (
      <code className={classNames('ui-code', className)}>
        <RevealText text={text} hideCount />
      </code>
    );
  }
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classNames('ui-code-block', className)} tabIndex={0} role={label === undefined ? undefined : 'region'} aria-label={label}>
      <RevealText text={text} multiline limit={200_000} />
    </pre>
  );
}
