import { useMemo, type ReactNode } from 'react';
import { useForm } from './form-context.tsx';
import { ObjectFields } from './object-field.tsx';
import { planFields } from './plan.ts';

/** The fields of the whole schema. An object at the root needs no frame of its own. */
export function RootFields(): ReactNode {
  const { root, labels, errorAt, renderField } = useForm();
  const plan = useMemo(() => planFields(root), [root]);
  const error = errorAt([]);
  if (plan.kind === 'object' && (plan.properties.length > 0 || plan.additional !== false)) {
    return (
      <div className="ui-form-section">
        <ObjectFields plan={plan} path={[]} depth={0} />
        {error === undefined ? null : (
          <p className="ui-error">
            {error}
          </p>
        )}
      </div>
    );
  }
  // An object of which nothing is said takes nothing; the JSON view can still give it something.
  if (plan.kind === 'object' || (plan.kind === 'json' && plan.reason === 'free-object')) return <p className="ui-description">{labels.empty}</p>;
  return renderField({ schema: root, path: [], name: '', isRequired: true, depth: 0 });
}
