import { Field } from '@portolan/ui/field';
import { RevealText } from '@portolan/ui/reveal-text';
import { Tabs } from '@portolan/ui/tabs';
import { Textarea } from '@portolan/ui/textarea';
import type { ReactNode } from 'react';
import { describeProblem, type FormLabels } from './describe.ts';
import { useForm } from './form-context.tsx';
import { setText, toFormView, toJsonView } from './form-state.ts';
import { parseJsonText } from './json-text.ts';
import type { Problem } from './validate.ts';

/** Form or JSON. The way back to the form is closed while the text is no JSON, so that it cannot be lost. */
export function ViewSwitch(): ReactNode {
  const { state, labels, update, isDisabled } = useForm();
  const isStuck = state.view === 'json' && !parseJsonText(state.text).ok;
  return (
    <div className="sf-switch">
      <Tabs
        variant="segmented"
        aria-label={labels.switchLabel}
        items={[
          { value: 'form', label: labels.viewForm, disabled: isStuck || isDisabled },
          { value: 'json', label: labels.viewJson, disabled: isDisabled },
        ]}
        value={state.view}
        onValueChange={(view) => update(view === 'json' ? toJsonView : toFormView)}
      />
    </div>
  );
}

/** The whole value as text, with everything that is wrong listed below it. */
export function JsonView({ problems }: { problems: readonly Problem[] }): ReactNode {
  const { state, labels, update, isDisabled } = useForm();
  const parsed = parseJsonText(state.text);
  return (
    <div className="ui-form-section">
      <Field label={labels.jsonLabel} error={parsed.ok ? undefined : textError(parsed, labels)} description={parsed.ok ? undefined : labels.jsonKept}>
        <Textarea mono rows={8} spellCheck={false} disabled={isDisabled} value={state.text} onValueChange={(text) => update((before) => setText(before, text))} />
      </Field>
      {parsed.ok && problems.length > 0 ? (
        <ul className="sf-problems" aria-label={labels.summary(problems.length)}>
          {problems.slice(0, 20).map((problem) => (
            <li key={`${problem.path.join('/')} ${problem.keyword}`} className="ui-error">
              {problem.path.length === 0 ? null : (
                <code className="ui-code">
                  <RevealText text={problem.path.join('.')} hideCount />
                </code>
              )}
              <RevealText text={describeProblem(problem, labels)} hideCount />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

export function textError(parsed: Exclude<ReturnType<typeof parseJsonText>, { ok: true }>, labels: FormLabels): string {
  if (parsed.reason === 'unsafe-integer') return labels.errors.unsafeInteger;
  return parsed.line === undefined || parsed.column === undefined ? labels.jsonInvalid : labels.jsonInvalidAt(parsed.line, parsed.column);
}
