import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'defaultValue'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  mono?: boolean | undefined;
}

/** Several lines of text; grows with what is written (`field-sizing: content`) up to a limit. */
export function Textarea({ value, defaultValue, onValueChange, mono, className, ...rest }: TextareaProps): ReactNode {
  return (
    <Field.Control
      value={value}
      defaultValue={defaultValue}
      onValueChange={(next) => onValueChange?.(next)}
      render={<textarea {...rest} className={classNames('ui-textarea', className)} data-mono={mono ? '' : undefined} />}
    />
  );
}
