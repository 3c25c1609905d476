import { Switch as Base } from '@base-ui/react/switch';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SwitchProps extends Omit<ComponentProps<typeof Base.Root>, 'className' | 'children' | 'onCheckedChange'> {
  label?: ReactNode;
  description?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
  className?: string | undefined;
}

/** Something that is on or off at once, without a save button. */
export function Switch({ label, description, onCheckedChange, className, ...rest }: SwitchProps): ReactNode {
  const control = (
    <Base.Root {...rest} onCheckedChange={(checked) => onCheckedChange?.(checked)} className={classNames('ui-switch', className)}>
      <Base.Thumb className="ui-switch-thumb" />
    </Base.Root>
  );
  if (label === undefined) return control;
  return (
    <label className="ui-choice">
      {control}
      <span className="ui-choice-text">
        <span>{label}</span>
        {description ? <span className="ui-description">{description}</span> : null}
      </span>
    </label>
  );
}
