import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warn' | 'danger';

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone | undefined;
  mono?: boolean | undefined;
}

/** A short fact beside a name: a count, a kind, a hint. */
export function Badge({ tone = 'neutral', mono, className, ...rest }: BadgeProps): ReactNode {
  return <span {...rest} className={classNames('ui-badge', className)} data-tone={tone} data-mono={mono ? '' : undefined} />;
}
