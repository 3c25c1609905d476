import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { ChoiceLabel } from './choice-label.tsx';
import { classNames } from './class-names.ts';

export interface RadioItem<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  items: readonly RadioItem<Value>[];
  value?: Value | null | undefined;
  defaultValue?: Value | undefined;
  onValueChange?: ((value: Value) => void) | undefined;
  orientation?: 'vertical' | 'horizontal' | undefined;
  /** Draws each choice as a card, for few and weighty choices. */
  cards?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
}

/** One of a few, all visible. Arrow keys move and choose. */
export function RadioGroup<Value extends string>({
  items,
  orientation = 'vertical',
  cards,
  className,
  onValueChange,
  ...rest
}: RadioGroupProps<Value>): ReactNode {
  return (
    <Base<Value | null>
      {...rest}
      onValueChange={(value) => {
        if (value !== null) onValueChange?.(value);
      }}
      data-orientation={orientation}
      className={classNames('ui-radio-group', cards && 'ui-radio-cards', className)}
    >
      {items.map((item) => (
        <ChoiceLabel key={item.value} label={item.label} description={item.description}>
          {(names) => (
            <Radio.Root {...names} value={item.value} disabled={item.disabled} className="ui-radio">
              <Radio.Indicator className="ui-radio-indicator" />
            </Radio.Root>
          )}
        </ChoiceLabel>
      ))}
    </Base>
  );
}
