import { Checkbox } from '@portolan/ui/checkbox';
import { CodeText } from '@portolan/ui/code-text';
import { FieldGroup } from '@portolan/ui/field';
import type { ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { getAt, isEqual, type Json } from './json.ts';

/** A value that cannot be another: shown when it must be sent, ticked when it may be. */
export function ConstField({ value, ...props }: FieldProps & { value: Json }): ReactNode {
  const { state, labels, update, isDisabled } = useForm();
  const stored = getAt(state.value, props.path);
  const shown = <CodeText text={JSON.stringify(value)} />;
  return (
    <FieldGroup {...frame(props)} actions={undefined}>
      {props.isRequired && isEqual(stored, value) ? (
        <div className="sf-const">
          {shown} <span className="ui-label-note">{labels.constant}</span>
        </div>
      ) : (
        <Checkbox
          checked={isEqual(stored, value)}
          disabled={isDisabled}
          label={shown}
          onCheckedChange={(isTicked) => update((before) => setValue(before, props.path, isTicked ? structuredClone(value) : undefined))}
        />
      )}
    </FieldGroup>
  );
}
