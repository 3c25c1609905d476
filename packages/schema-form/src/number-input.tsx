import { Input } from '@portolan/ui/input';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useForm } from './form-context.tsx';
import { setDraft, setValue } from './form-state.ts';
import { getAt, pointerOf, type Json, type Path } from './json.ts';
import { parseNumberText } from './json-text.ts';
import type { FieldPlan } from './plan.ts';

/** One number, as text, so that what is half typed stays and nothing is rounded unseen. Arrow keys step by one. */
export function NumberInput({ plan, path }: { plan: FieldPlan & { kind: 'number' }; path: Path }): ReactNode {
  const { state, update, touch, isDisabled } = useForm();
  const stored = getAt(state.value, path);
  const draft = state.drafts[pointerOf(path)];
  // The text as typed, kept while it still says what is stored: "1." must not turn into "1" under the fingers.
  const [typed, setTyped] = useState('');
  const text = draft?.text ?? (isStill(typed, stored) ? typed : typeof stored === 'number' ? String(stored) : '');
  const set = (next: string): void => {
    setTyped(next);
    const parsed = next.trim() === '' ? undefined : parseNumberText(next);
    update((before) =>
      parsed && 'problem' in parsed ? setDraft(before, path, { text: next, problem: parsed.problem }) : setValue(before, path, parsed?.value),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0 || draft || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = (typeof stored === 'number' ? stored : 0) + step * (event.shiftKey ? 10 : 1);
    if (Number.isSafeInteger(Math.trunc(next))) update((before) => setValue(before, path, next));
  };
  return (
    <Input
      type="text"
      inputMode={plan.isInteger ? 'numeric' : 'decimal'}
      value={text}
      disabled={isDisabled}
      spellCheck={false}
      onValueChange={(next) => set(next)}
      onKeyDown={onKeyDown}
      onBlur={() => touch(path)}
    />
  );
}

function isStill(text: string, stored: Json | undefined): boolean {
  const parsed = parseNumberText(text);
  return 'value' in parsed && parsed.value === stored;
}
