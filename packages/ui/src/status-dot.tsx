import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Each tone has its own form as well as its colour, so that colour is never the only sign. */
export type StatusTone = 'idle' | 'busy' | 'success' | 'warn' | 'danger';

export interface StatusDotProps {
  tone: StatusTone;
  /** The state in words. */
  text: string;
  /** Keeps the words for screen readers only. */
  hideText?: boolean | undefined;
  className?: string | undefined;
}

/** A state as a mark with its words. */
export function StatusDot({ tone, text, hideText = false, className }: StatusDotProps): ReactNode {
  return (
    <span className={classNames('ui-status', className)} title={hideText ? text : undefined}>
      <span className="ui-status-dot" data-tone={tone} aria-hidden="true" />
      {hideText ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </span>
  );
}
