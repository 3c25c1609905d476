import { Autocomplete } from '@portolan/ui/autocomplete';
import { Checkbox } from '@portolan/ui/checkbox';
import { Field, FieldGroup } from '@portolan/ui/field';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import type { ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { getAt, isEqual, type Json } from './json.ts';
import type { Option } from './plan.ts';

/** A longer list is searched by typing. */
const maxInSelect = 60;

/** One of a closed list. Values may be any JSON; the list knows them by position. */
export function ChoiceField({ options, ...props }: FieldProps & { options: readonly Option[] }): ReactNode {
  const { state, labels, update, touch, isDisabled } = useForm();
  const stored = getAt(state.value, props.path);
  const chosen = options.findIndex((option) => isEqual(option.value, stored));
  const set = (value: Json | undefined): void => {
    update((before) => setValue(before, props.path, value));
    touch(props.path);
  };
  if (options.length > maxInSelect) {
    const byLabel = (text: string): Json | undefined => options.find((option) => option.label === text)?.value;
    const text = chosen >= 0 ? (options[chosen]?.label ?? '') : typeof stored === 'string' ? stored : '';
    return (
      <Field {...frame(props)}>
        <Autocomplete
          value={text}
          filter
          disabled={isDisabled}
          suggestions={options.map((option) => option.label)}
          onValueChange={(next) => set(next === '' ? undefined : (byLabel(next) ?? next))}
        />
      </Field>
    );
  }
  return (
    <Field {...frame(props)}>
      <Select
        items={options.map((option, index) => ({
          value: String(index),
          label: option.label,
          ...(option.description === undefined ? {} : { description: <RevealText text={option.description} limit={300} /> }),
        }))}
        value={chosen < 0 ? null : String(chosen)}
        placeholder={stored === undefined ? labels.choose : JSON.stringify(stored)}
        disabled={isDisabled}
        onValueChange={(index) => set(options[Number(index)]?.value)}
      />
    </Field>
  );
}

/** Any of a closed list, as boxes to tick. The order of the list is the order of the schema. */
export function MultiChoiceField({ options, ...props }: FieldProps & { options: readonly Option[] }): ReactNode {
  const { state, update, touch, isDisabled } = useForm();
  const stored = getAt(state.value, props.path);
  const values = Array.isArray(stored) ? stored : [];
  const toggle = (option: Option, isTicked: boolean): void => {
    // What is in the value but not in the list stays: the form did not put it there.
    const others = values.filter((value) => !options.some((candidate) => isEqual(candidate.value, value)));
    const ticked = options.filter((candidate) => (candidate === option ? isTicked : values.some((value) => isEqual(value, candidate.value))));
    const next = [...ticked.map((candidate) => candidate.value), ...others];
    update((before) => setValue(before, props.path, next.length === 0 && !props.isRequired ? undefined : next));
    touch(props.path);
  };
  return (
    <FieldGroup {...frame(props)}>
      <div className="sf-boxes">
        {options.map((option) => (
          <Checkbox
            key={JSON.stringify(option.value)}
            checked={values.some((value) => isEqual(value, option.value))}
            disabled={isDisabled}
            label={<RevealText text={option.label} limit={200} />}
            description={option.description === undefined ? undefined : <RevealText text={option.description} limit={300} />}
            onCheckedChange={(isTicked) => toggle(option, isTicked)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
