import { Switch as Base } from '@base-ui/react/switch';
import type { ComponentProps, ReactNode } from 'react';
import { ChoiceLabel, type ChoiceNames } from './choice-label.tsx';
import { classNames } from './class-names.ts';

export interface SwitchProps extends Omit<ComponentProps<typeof Base.Root>, 'className' | 'children' | 'onCheckedChange'> {
  label?: ReactNode;
  description?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
  className?: string | undefined;
}

/** Something that is on or off at once, without a save button. */
export function Switch({ label, description, onCheckedChange, className, ...rest }: SwitchProps): ReactNode {
  const control = (names?: ChoiceNames): ReactNode => (
    <Base.Root {...names} {...rest} onCheckedChange={(checked) => onCheckedChange?.(checked)} className={classNames('ui-switch', className)}>
      <Base.Thumb className="ui-switch-thumb" />
    </Base.Root>
  );
  if (label === undefined) return control();
  return (
    <ChoiceLabel label={label} description={description}>
      {control}
    </ChoiceLabel>
  );
}
