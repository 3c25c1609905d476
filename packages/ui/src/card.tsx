import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Heading level that fits the page's outline. */
  level?: 2 | 3 | 4 | undefined;
  icon?: ReactNode;
  /** Controls at the end of the head. */
  actions?: ReactNode;
  footer?: ReactNode;
}

/** A bordered surface with an optional head and foot. */
export function Card({ title, level = 3, icon, actions, footer, className, children, ...rest }: CardProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <section {...rest} className={classNames('ui-card', className)}>
      {title || icon || actions ? (
        <header className="ui-card-head">
          {icon}
          {title ? <Heading className="ui-card-title">{title}</Heading> : <span className="ui-card-title" />}
          {actions}
        </header>
      ) : null}
      {children ? <div className="ui-card-body">{children}</div> : null}
      {footer ? <footer className="ui-card-foot">{footer}</footer> : null}
    </section>
  );
}
