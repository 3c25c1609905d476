import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What could be here, or how to get something here. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Heading level that fits the page's outline. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
}

/** What a place says while it has nothing to show. */
export function EmptyState({ icon, title, children, actions, level = 2, className }: EmptyStateProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames('ui-empty', className)}>
      {icon ? (
        <span className="ui-empty-icon" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <Heading className="ui-empty-title">{title}</Heading>
      {children ? <p className="ui-empty-text">{children}</p> : null}
      {actions ? <div className="ui-empty-actions">{actions}</div> : null}
    </div>
  );
}
