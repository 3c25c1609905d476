/** The arguments of a call as a form or as JSON, before it is allowed (H02). Nothing typed here is sent: what was typed is shown first. */
import { neverRule } from '@portolan/contract/interactions';
import type { ArgumentProblemView } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import { problemsOf, readForm, startForm, toJsonView } from '@portolan/schema-form/form-state';
import type { FormState } from '@portolan/schema-form/form-state';
import { SchemaForm } from '@portolan/schema-form/schema-form';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { useMemo, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { matches } from '../../lib/shortcuts.ts';
import { useFirstError } from '../../lib/use-first-error.ts';

/** As a form where the tool says what it takes; what it says nothing of is text. */
export function startEditing(schema: JsonObject, value: JsonObject): FormState {
  const form = startForm(schema, value);
  const { properties } = schema;
  const isNamed = isObject(properties) && Object.keys(properties).length > 0;
  return isNamed ? form : toJsonView(form);
}

export interface ArgumentsEditorProps {
  schema: JsonObject;
  form: FormState;
  /** As the model asked. */
  original: JsonObject;
  /** What the host found wrong with it. */
  problems: readonly ArgumentProblemView[];
  onChange: (form: FormState) => void;
  /** Done, with arguments that fit. */
  onDone: (value: JsonObject) => void;
  onCancel: () => void;
}

export function ArgumentsEditor({ schema, form, original, problems, onChange, onDone, onCancel }: ArgumentsEditorProps) {
  const t = useT();
  const a = t.interactions.approval;
  const region = useRef<HTMLDivElement>(null);
  const [isTried, setIsTried] = useState(problems.length > 0);
  const showFirstError = useFirstError(region);
  const errors = useMemo(() => problems.filter(({ keyword }) => keyword !== neverRule).map(({ path, keyword, limit }) => ({ path, keyword, limit })), [problems]);
  const isNever = problems.some(({ keyword }) => keyword === neverRule);
  const read = readForm(schema, form);
  const value = read.ok && isObject(read.value) ? read.value : null;
  const done = () => {
    setIsTried(true);
    if (value === null) showFirstError();
    else onDone(value);
  };
  const isMarked = problemsOf(schema, form).length > 0 || errors.length > 0;
  return (
    // The shortcut works from every field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={region}
      className="flex min-w-0 flex-col gap-3"
      onKeyDown={(event) => {
        if (event.repeat || !matches('Mod+Enter', event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
        done();
      }}
    >
      {errors.length > 0 ? <Callout tone="danger" alert>{a.editRefused}</Callout> : null}
      {isNever ? <Callout tone="danger" alert>{a.editNever}</Callout> : null}
      <SchemaForm schema={schema} value={form} onChange={onChange} labels={t.forms} showErrors={isTried} errors={errors} />
      {isTried && read.ok && value === null ? <Callout tone="danger" alert>{t.shell.notAnObject}</Callout> : null}
      {isTried && value === null && isMarked ? <p className="text-sm text-danger-fg">{a.editMend}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="sm" onClick={done}>{a.editDone}</Button>
        <Button size="sm" onClick={onCancel}>{a.editCancel}</Button>
        <Button variant="ghost" size="sm" onClick={() => onChange(form.view === 'json' ? toJsonView(startForm(schema, original)) : startForm(schema, original))}>{a.editReset}</Button>
      </div>
    </div>
  );
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
