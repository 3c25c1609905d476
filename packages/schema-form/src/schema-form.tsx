import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { describeProblem, type FormLabels } from './describe.ts';
import { FieldView } from './field-view.tsx';
import { FormToolsProvider, type FormTools } from './form-context.tsx';
import type { FieldPlace } from './field-props.ts';
import { problemsOf, type FormState } from './form-state.ts';
import { JsonView, ViewSwitch } from './json-view.tsx';
import { pointerOf, type Path, type Schema } from './json.ts';
import { RootFields } from './root-fields.tsx';
import type { Problem } from './validate.ts';

export interface SchemaFormProps {
  schema: Schema;
  /** Made by `startForm`; kept by the caller. */
  value: FormState;
  onChange: (next: FormState) => void;
  labels: FormLabels;
  /** Shows every error, not only those of fields that were visited: after a try to send. */
  showErrors?: boolean | undefined;
  /** Further problems, for example what the server said. */
  errors?: readonly Problem[] | undefined;
  /** Off where only a form makes sense, as in elicitation. */
  allowJson?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A form for a JSON Schema, with the same value as JSON one press away. It makes no password fields. */
export function SchemaForm({
  schema,
  value: state,
  onChange,
  labels,
  showErrors = false,
  errors,
  allowJson = true,
  disabled = false,
}: SchemaFormProps): ReactNode {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const update = useUpdate(state, onChange);
  const touch = useCallback((path: Path) => {
    const pointer = pointerOf(path);
    setTouched((before) => (before.has(pointer) ? before : new Set([...before, pointer])));
  }, []);
  const problems = useMemo(() => [...problemsOf(schema, state), ...(errors ?? [])], [schema, state, errors]);
  const errorAt = useCallback<FormTools['errorAt']>(
    (path) => {
      const pointer = pointerOf(path);
      if (!showErrors && !touched.has(pointer)) return undefined;
      const problem = problems.find((candidate) => pointerOf(candidate.path) === pointer);
      return problem && describeProblem(problem, labels);
    },
    [problems, touched, showErrors, labels],
  );
  const tools = useMemo<FormTools>(
    () => ({ root: schema, state, labels, isDisabled: disabled, update, errorAt, touch, renderField }),
    [schema, state, labels, disabled, update, errorAt, touch],
  );
  return (
    <FormToolsProvider value={tools}>
      <div className="sf">
        {allowJson ? <ViewSwitch /> : null}
        {state.view === 'json' ? <JsonView problems={problems} /> : <RootFields />}
      </div>
    </FormToolsProvider>
  );
}

function renderField(place: FieldPlace): ReactNode {
  return <FieldView key={pointerOf(place.path)} {...place} />;
}

/** Two changes in one event build on each other, not on the same old state. */
function useUpdate(state: FormState, onChange: (next: FormState) => void): FormTools['update'] {
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  return useCallback(
    (change) => {
      const next = change(latest.current);
      latest.current = next;
      onChange(next);
    },
    [onChange],
  );
}
