import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Holds the place of something that is on its way. Give it a size; it says nothing to screen readers. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>): ReactNode {
  return <span {...rest} className={classNames('ui-skeleton', className)} aria-hidden="true" />;
}
