import { Input } from '@portolan/ui/input';
import { Textarea } from '@portolan/ui/textarea';
import type { ClipboardEvent, InputHTMLAttributes, ReactNode } from 'react';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { getAt, type Path } from './json.ts';
import type { FieldPlan } from './plan.ts';

const modes: Readonly<Record<string, InputHTMLAttributes<HTMLInputElement>['inputMode']>> = { email: 'email', uri: 'url', url: 'url' };
const examples: Readonly<Record<string, string>> = { 'date-time': '2026-11-29T14:30:00Z', time: '14:30:00Z', uri: 'https://', email: 'name@example.com' };

/**
 * One text. An emptied field is left out rather than sent as "". It becomes several lines as soon as its text has
 * several, so that a pasted line break is never swallowed.
 */
export function StringInput({ plan, path }: { plan: FieldPlan & { kind: 'string' }; path: Path }): ReactNode {
  const { state, update, touch, isDisabled } = useForm();
  const stored = getAt(state.value, path);
  const text = typeof stored === 'string' ? stored : '';
  const set = (next: string): void => update((before) => setValue(before, path, next === '' ? undefined : next));
  if (plan.isMultiline || text.includes('\n')) {
    return <Textarea value={text} rows={plan.isMultiline ? 3 : 2} disabled={isDisabled} spellCheck={false} onValueChange={set} onBlur={() => touch(path)} />;
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    set(text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length));
  };
  const isDate = plan.format === 'date' && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text));
  return (
    <Input
      type={isDate ? 'date' : 'text'}
      value={text}
      inputMode={modes[plan.format ?? '']}
      placeholder={examples[plan.format ?? '']}
      disabled={isDisabled}
      spellCheck={false}
      onValueChange={(next) => set(next)}
      onPaste={onPaste}
      onBlur={() => touch(path)}
    />
  );
}
