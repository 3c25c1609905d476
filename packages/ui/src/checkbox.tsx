import { Checkbox as Base } from '@base-ui/react/checkbox';
import { CheckIcon, MinusIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ChoiceLabel, type ChoiceNames } from './choice-label.tsx';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<typeof Base.Root>, 'className' | 'children' | 'onCheckedChange'> {
  /** The words beside the box; leave out inside a Field that labels it, and give `aria-label` elsewhere. */
  label?: ReactNode;
  description?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
  className?: string | undefined;
}

/** A box to tick. */
export function Checkbox({ label, description, onCheckedChange, className, ...rest }: CheckboxProps): ReactNode {
  const box = (names?: ChoiceNames): ReactNode => (
    <Base.Root {...names} {...rest} onCheckedChange={(checked) => onCheckedChange?.(checked)} className={classNames('ui-checkbox', className)}>
      <Base.Indicator className="ui-checkbox-indicator">
        {rest.indeterminate ? <MinusIcon aria-hidden="true" /> : <CheckIcon aria-hidden="true" />}
      </Base.Indicator>
    </Base.Root>
  );
  if (label === undefined) return box();
  return (
    <ChoiceLabel label={label} description={description}>
      {box}
    </ChoiceLabel>
  );
}
