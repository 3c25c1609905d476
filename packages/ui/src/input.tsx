import { Input as BaseInput } from '@base-ui/react/input';
import type { ComponentProps, ReactNode } from 'react';
import type { ControlSize } from './button.tsx';
import { classNames } from './class-names.ts';

export interface InputProps extends Omit<ComponentProps<typeof BaseInput>, 'className' | 'size' | 'onChange'> {
  size?: ControlSize | undefined;
  /** Monospace, for commands, URLs and names. */
  mono?: boolean | undefined;
  icon?: ReactNode;
  /** A small control at the end, for example a clear button. */
  end?: ReactNode;
  className?: string | undefined;
}

/** One line of text. Inside a Field it is labelled and described by it. */
export function Input({ size = 'md', mono, icon, end, className, ...rest }: InputProps): ReactNode {
  const input = (
    <BaseInput
      autoComplete="off"
      {...rest}
      className={classNames('ui-input', className)}
      data-size={size}
      data-mono={mono ? '' : undefined}
    />
  );
  if (!icon && !end) return input;
  return (
    <div className="ui-input-group">
      {icon ? (
        <span className="ui-input-icon" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      {input}
      {end ? <span className="ui-input-end">{end}</span> : null}
    </div>
  );
}
