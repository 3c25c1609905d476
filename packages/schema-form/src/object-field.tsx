import { FieldGroup } from '@portolan/ui/field';
import type { ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { FurtherProperties } from './further-properties.tsx';
import type { Path } from './json.ts';
import type { FieldPlan } from './plan.ts';

type ObjectPlan = FieldPlan & { kind: 'object' };

/** An object inside another value: a group with its fields. */
export function ObjectField({ plan, ...props }: FieldProps & { plan: ObjectPlan }): ReactNode {
  const fields = <ObjectFields plan={plan} path={props.path} depth={props.depth} />;
  // The frame around it names it already.
  if (props.isBare && props.error === undefined) return fields;
  return (
    <FieldGroup {...frame({ ...props, plan })}>
      <div className="sf-group ui-form-section">
        {fields}
      </div>
    </FieldGroup>
  );
}

/** The fields of an object, in the schema's order, then whatever else it may hold. */
export function ObjectFields({ plan, path, depth }: { plan: ObjectPlan; path: Path; depth: number }): ReactNode {
  const { renderField } = useForm();
  return (
    <>
      {plan.properties.map(({ name, schema, isRequired }) => renderField({ schema, path: [...path, name], name, isRequired, depth: depth + 1 }))}
      <FurtherProperties known={plan.properties.map(({ name }) => name)} schema={plan.additional} path={path} depth={depth} />
    </>
  );
}
