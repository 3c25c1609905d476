import { NumberField as Base } from '@base-ui/react/number-field';
import { MinusIcon, PlusIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { useUiLabels } from './ui-labels.tsx';

export interface NumberFieldProps {
  /** `null` is an empty field. */
  value?: number | null | undefined;
  defaultValue?: number | undefined;
  onValueChange?: ((value: number | null) => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | 'any' | undefined;
  integer?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  placeholder?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A number with stepper buttons. Typing may leave the range (the validator says so in words);
 * stepping keeps it.
 */
export function NumberField({
  integer = false,
  step,
  placeholder,
  className,
  ref,
  onValueChange,
  'aria-label': ariaLabel,
  'aria-invalid': ariaInvalid,
  ...rest
}: NumberFieldProps): ReactNode {
  const labels = useUiLabels();
  return (
    <Base.Root
      {...rest}
      step={step ?? (integer ? 1 : 'any')}
      allowOutOfRange
      format={{ useGrouping: false, maximumFractionDigits: integer ? 0 : 15 }}
      onValueChange={(value) => onValueChange?.(value)}
    >
      <Base.Group className={classNames('ui-number', className)}>
        <Base.Input ref={ref} placeholder={placeholder} aria-label={ariaLabel} aria-invalid={ariaInvalid} />
        <Base.Decrement aria-label={labels.decrease}>
          <MinusIcon aria-hidden="true" />
        </Base.Decrement>
        <Base.Increment aria-label={labels.increase}>
          <PlusIcon aria-hidden="true" />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
