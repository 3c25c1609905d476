import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type CalloutTone = 'info' | 'warn' | 'danger' | 'success' | 'neutral';

export interface CalloutProps {
  tone?: CalloutTone | undefined;
  title?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  /** `true` for something that just happened: it is then read aloud at once. */
  alert?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

const icons = { info: InfoIcon, warn: TriangleAlertIcon, danger: CircleAlertIcon, success: CircleCheckIcon, neutral: InfoIcon };

/** A sentence that must not be missed, in place. */
export function Callout({ tone = 'info', title, icon, actions, alert = false, className, children }: CalloutProps): ReactNode {
  const Icon = icons[tone];
  return (
    <div className={classNames('ui-callout', className)} data-tone={tone} role={alert ? 'alert' : undefined}>
      {icon ?? <Icon aria-hidden="true" />}
      <div className="ui-callout-body">
        {title ? <div className="ui-callout-title">{title}</div> : null}
        {children ? <div className={title ? 'ui-callout-text' : undefined}>{children}</div> : null}
        {actions ? <div className="ui-callout-actions">{actions}</div> : null}
      </div>
    </div>
  );
}
