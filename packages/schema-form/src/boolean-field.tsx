import { Checkbox } from '@portolan/ui/checkbox';
import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { getAt } from './json.ts';

/** Yes or no. While nothing is set it says so, because an empty box would look like "no". */
export function BooleanField({ plan, path, isRequired, isBare, label, note, description, error, actions }: FieldProps): ReactNode {
  const { state, labels, update, touch, isDisabled } = useForm();
  const stored = getAt(state.value, path);
  const isSet = typeof stored === 'boolean';
  return (
    <div className="ui-field">
      <div className="ui-field-head sf-boolean">
        <Checkbox
          checked={stored === true}
          disabled={isDisabled}
          aria-invalid={error === undefined ? undefined : true}
          onCheckedChange={(checked) => {
            update((before) => setValue(before, path, checked));
            touch(path);
          }}
          label={label}
          description={isBare ? undefined : description}
        />
        {note ? <span className="ui-label-note">{note}</span> : null}
        {isSet || (isRequired && plan.default === undefined && stored !== undefined) ? null : <span className="ui-label-note">{labels.notSet}</span>}
        {actions ? <span className="ui-field-actions">{actions}</span> : null}
      </div>
      {error === undefined ? null : (
        <p className="ui-error">
          {error}
        </p>
      )}
    </div>
  );
}
