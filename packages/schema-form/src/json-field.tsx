import { Field } from '@portolan/ui/field';
import { Textarea } from '@portolan/ui/textarea';
import { useState, type ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { setDraft, setValue } from './form-state.ts';
import { getAt, isEqual, pointerOf, type Json } from './json.ts';
import { parseJsonText } from './json-text.ts';
import { textError } from './json-view.tsx';

/** One place as JSON text, for schemas a form cannot show. What is typed stays as typed. */
export function JsonField({ isTooDeep = false, ...props }: FieldProps & { isTooDeep?: boolean }): ReactNode {
  const { state, labels, update, touch, isDisabled } = useForm();
  const { plan, path } = props;
  const stored = getAt(state.value, path);
  const draft = state.drafts[pointerOf(path)];
  // The text as typed, kept while it still says what is stored: indentation is the person's own.
  const [typed, setTyped] = useState('');
  const text = draft?.text ?? (isStill(typed, stored) ? typed : stored === undefined ? '' : JSON.stringify(stored, null, 2));
  const set = (next: string): void => {
    setTyped(next);
    if (next.trim() === '') {
      update((before) => setValue(before, path, undefined));
      return;
    }
    const parsed = parseJsonText(next);
    update((before) =>
      parsed.ok
        ? setValue(before, path, parsed.value)
        : setDraft(before, path, { text: next, problem: parsed.reason === 'syntax' ? 'json' : 'unsafeInteger' }),
    );
  };
  const parsed = draft ? parseJsonText(draft.text) : undefined;
  const error = props.error !== undefined && parsed && !parsed.ok ? textError(parsed, labels) : props.error;
  const reason = plan.kind === 'json' && plan.reason === 'unresolved-ref' ? labels.unresolvedRef(plan.ref ?? '') : isTooDeep ? labels.tooDeep : undefined;
  return (
    <Field
      {...frame(props)}
      error={error}
      description={
        reason === undefined ? (
          props.description
        ) : (
          <>
            {props.description} {reason}
          </>
        )
      }
    >
      <Textarea mono rows={2} value={text} placeholder={placeholderOf(props)} spellCheck={false} disabled={isDisabled} onValueChange={set} onBlur={() => touch(path)} />
    </Field>
  );
}

function isStill(text: string, stored: Json | undefined): boolean {
  if (text.trim() === '' || stored === undefined) return text.trim() === '' && stored === undefined;
  const parsed = parseJsonText(text);
  return parsed.ok && isEqual(parsed.value, stored);
}

function placeholderOf({ plan }: FieldProps): string {
  if (plan.kind === 'object' || (plan.kind === 'json' && plan.reason === 'free-object')) return '{ }';
  if (plan.kind === 'array' || (plan.kind === 'json' && plan.reason === 'free-array')) return '[ ]';
  return 'JSON';
}
