import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { useMemo, type ReactNode } from 'react';
import { ArrayField } from './array-field.tsx';
import { BooleanField } from './boolean-field.tsx';
import { ChoiceField, MultiChoiceField } from './choice-field.tsx';
import { ConstField } from './const-field.tsx';
import { frame, type FieldPlace, type FieldProps } from './field-props.ts';
import { fieldDescription, fieldLabel, fieldNote } from './field-words.tsx';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { initialValue } from './initial.ts';
import { JsonField } from './json-field.tsx';
import { getAt, type Schema } from './json.ts';
import { NumberInput } from './number-input.tsx';
import { ObjectField } from './object-field.tsx';
import { planField } from './plan.ts';
import { StringInput } from './string-input.tsx';
import { VariantsField } from './variants-field.tsx';

/** Deeper places are edited as JSON: a form in a form in a form helps nobody. */
const maxDepth = 6;

/** The field for one place of the schema. */
export function FieldView({ schema, path, name, isRequired, depth, label, isBare = false }: FieldPlace): ReactNode {
  const { root, state, labels, errorAt, update, isDisabled } = useForm();
  const plan = useMemo(() => planField(schema, root, name), [schema, root, name]);
  const value = getAt(state.value, path);
  const props: FieldProps = {
    plan,
    path,
    depth,
    isRequired,
    isMarked: label === undefined && !isBare,
    isBare,
    label: label !== undefined && plan.title === undefined ? label : fieldLabel(plan, name),
    note: isBare ? undefined : fieldNote(plan, name),
    description: fieldDescription(plan, labels),
    error: errorAt(path),
    actions: undefined,
  };

  if (value === null && plan.isNullable) {
    return (
      <Field {...frame(props)}>
        <div className="sf-null">
          <span>{labels.isNull}</span>
          <Button size="sm" disabled={isDisabled} onClick={() => update((before) => setValue(before, path, initialValue(withoutDefault(plan.schema), root)))}>
            {labels.setValue}
          </Button>
        </div>
      </Field>
    );
  }

  const isContainer = plan.kind === 'object' || plan.kind === 'array' || plan.kind === 'variants' || plan.kind === 'json';
  if (isContainer && !isRequired && value === undefined && path.length > 0 && plan.kind !== 'json' && plan.kind !== 'variants') {
    return (
      <Field {...frame(props)}>
        <div>
          <Button size="sm" disabled={isDisabled} onClick={() => update((before) => setValue(before, path, initialValue(plan.schema, root) ?? null))}>
            {labels.setValue}
          </Button>
        </div>
      </Field>
    );
  }

  const canClear = !isRequired && value !== undefined && path.length > 0 && plan.kind !== 'string' && plan.kind !== 'number';
  props.actions =
    canClear || plan.isNullable ? (
      <>
        {plan.isNullable ? (
          <Button size="sm" variant="ghost" disabled={isDisabled} onClick={() => update((before) => setValue(before, path, null))}>
            {labels.setNull}
          </Button>
        ) : null}
        {canClear ? (
          <Button size="sm" variant="ghost" disabled={isDisabled} onClick={() => update((before) => setValue(before, path, undefined))}>
            {labels.unset}
          </Button>
        ) : null}
      </>
    ) : undefined;
  return <Control {...props} />;
}

function Control(props: FieldProps): ReactNode {
  const { plan, depth } = props;
  switch (plan.kind) {
    case 'string':
      return (
        <Field {...frame(props)}>
          <StringInput plan={plan} path={props.path} />
        </Field>
      );
    case 'number':
      return (
        <Field {...frame(props)}>
          <NumberInput plan={plan} path={props.path} />
        </Field>
      );
    case 'boolean':
      return <BooleanField {...props} />;
    case 'choice':
      return <ChoiceField {...props} options={plan.options} />;
    case 'multi-choice':
      return <MultiChoiceField {...props} options={plan.options} />;
    case 'const':
      return <ConstField {...props} value={plan.value} />;
    case 'null':
      return <ConstField {...props} value={null} />;
    case 'object':
      return depth >= maxDepth ? <JsonField {...props} isTooDeep /> : <ObjectField {...props} plan={plan} />;
    case 'array':
      return depth >= maxDepth ? <JsonField {...props} isTooDeep /> : <ArrayField {...props} plan={plan} />;
    case 'variants':
      return depth >= maxDepth ? <JsonField {...props} isTooDeep /> : <VariantsField {...props} variants={plan.variants} />;
    case 'json':
      return <JsonField {...props} />;
  }
}

function withoutDefault(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { default: _, ...rest } = schema;
  return rest;
}
