import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** `danger` asks for a dangerous step, `danger-solid` is the last confirmation of one. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-solid';
export type ControlSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  /** Shows a spinner and ignores presses, but keeps focus and the accessible name. */
  loading?: boolean | undefined;
  icon?: ReactNode;
  className?: string | undefined;
}

/** A push button. Type is `button` unless said otherwise, so none submits a form by accident. */
export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <BaseButton
      {...rest}
      className={classNames('ui-button', className)}
      data-variant={variant}
      data-size={size}
      data-loading={loading ? '' : undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </BaseButton>
  );
}
