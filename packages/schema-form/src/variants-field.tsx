import { Field, FieldGroup } from '@portolan/ui/field';
import { Select } from '@portolan/ui/select';
import { Fragment, type ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { chooseVariant } from './form-state.ts';
import { initialValue } from './initial.ts';
import { getAt, pointerOf } from './json.ts';
import type { VariantPlan } from './plan.ts';
import { variantOf } from './variant.ts';

/** A value of one of several shapes: the shape is chosen first, then filled in. */
export function VariantsField({ variants, ...props }: FieldProps & { variants: readonly VariantPlan[] }): ReactNode {
  const { root, state, labels, update, touch, isDisabled, renderField } = useForm();
  const { path } = props;
  const chosenIndex = state.choices[pointerOf(path)];
  const byChoice = variants.findIndex((variant) => variant.index === chosenIndex);
  const at = byChoice >= 0 ? byChoice : variantOf(variants, getAt(state.value, path), root);
  const variant = variants[at];
  return (
    <FieldGroup {...frame(props)}>
      <div className="sf-group ui-form-section">
        <Field label={labels.variant} hideLabel>
          <Select
            items={variants.map(({ index, label }) => ({ value: String(index), label: label ?? labels.variantNumber(index + 1) }))}
            value={variant ? String(variant.index) : null}
            placeholder={labels.choose}
            disabled={isDisabled}
            onValueChange={(value) => {
              const next = variants.find(({ index }) => index === Number(value));
              if (!next) return;
              update((before) => chooseVariant(before, path, next.index, initialValue(next.schema, root)));
              touch(path);
            }}
          />
        </Field>
        {variant ? (
          // Another shape is another field: what was typed for the one before does not carry over.
          <Fragment key={variant.index}>
            {renderField({
              schema: variant.schema,
              path,
              name: String(path.at(-1) ?? ''),
              label: variant.label ?? labels.variantNumber(variant.index + 1),
              isRequired: true,
              isBare: true,
              depth: props.depth + 1,
            })}
          </Fragment>
        ) : null}
      </div>
    </FieldGroup>
  );
}
