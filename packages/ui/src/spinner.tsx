import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SpinnerProps {
  /** What is being waited for; without it the spinner is decoration beside a text that says so. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A ring that turns while something is truly under way. Sized by the font size around it. */
export function Spinner({ label, className }: SpinnerProps): ReactNode {
  return label === undefined ? (
    <span className={classNames('ui-spinner', className)} aria-hidden="true" />
  ) : (
    // Drawn by CSS: there is no picture file for an <img>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span className={classNames('ui-spinner', className)} role="img" aria-label={label} />
  );
}
