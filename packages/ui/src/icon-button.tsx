import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: ReactNode;
  /** Keys shown in the tooltip, for example `['Ctrl', 'K']`. */
  shortcut?: readonly string[] | undefined;
  tooltipSide?: TooltipProps['side'];
  /** Off where a tooltip would cover what it belongs to. */
  tooltip?: boolean | undefined;
  round?: boolean | undefined;
}

/** A button that is only an icon; its label is required. */
export function IconButton({
  label,
  icon,
  shortcut,
  tooltipSide,
  tooltip = true,
  round,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps): ReactNode {
  const button = (
    <Button
      {...rest}
      variant={variant}
      icon={icon}
      aria-label={label}
      data-round={round ? '' : undefined}
      className={classNames('ui-icon-button', className)}
    />
  );
  if (!tooltip) return button;
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      {button}
    </Tooltip>
  );
}
