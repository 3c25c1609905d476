/** The fields a person fills in for a server from a bundle or a registry. What they ask is shown as the text it is. */
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { PathInput } from '../../../lib/path-input.tsx';
import type { Answer, AnswersDraft, AskedField } from './asked.ts';

export interface AskedFieldsProps {
  fields: readonly AskedField[];
  draft: AnswersDraft;
  onChange: (draft: AnswersDraft) => void;
  /** What is wrong, in words, by field. */
  faults: Readonly<Record<string, string>>;
}

export function AskedFields({ fields, draft, onChange, faults }: AskedFieldsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {fields.map((field) => (
        <OneField key={field.key} field={field} answer={draft[field.key] ?? ''} fault={faults[field.key]} onAnswer={(answer) => onChange({ ...draft, [field.key]: answer })} />
      ))}
    </div>
  );
}

function OneField({ field, answer, fault, onAnswer }: { field: AskedField; answer: Answer; fault: string | undefined; onAnswer: (answer: Answer) => void }) {
  const t = useT();
  const a = t.sources.asked;
  const hint = field.isSensitive ? (field.isSet ? a.secretKept : a.secret) : field.isMultiple ? a.onePerLine : field.kind === 'directory' ? a.folder : field.kind === 'file' ? a.file : '';
  const description: ReactNode = (
    <>
      {field.description === '' ? null : <RevealText text={field.description} multiline />}
      {hint === '' ? null : <span className="block">{hint}</span>}
    </>
  );
  if (field.kind === 'boolean') {
    return <Checkbox label={<RevealText text={field.label} hideCount />} description={description} checked={answer === true || answer === 'true'} onCheckedChange={onAnswer} />;
  }
  return (
    <Field label={<RevealText text={field.label} hideCount />} description={description} required={field.isRequired} error={fault}>
      <Control field={field} answer={String(answer)} onAnswer={onAnswer} />
    </Field>
  );
}

function Control({ field, answer, onAnswer }: { field: AskedField; answer: string; onAnswer: (answer: string) => void }) {
  const t = useT();
  if (field.kind === 'choice') return <Select items={field.choices.map((choice) => ({ value: choice, label: choice }))} value={answer === '' ? null : answer} placeholder={t.sources.asked.choose} onValueChange={onAnswer} />;
  if (field.isMultiple) return <Textarea mono value={answer} onValueChange={onAnswer} rows={2} spellCheck={false} />;
  // A browser must not offer to keep it, nor fill in somebody's password.
  if (field.isSensitive) return <Input type="password" mono autoComplete="new-password" value={answer} onValueChange={onAnswer} placeholder={field.isSet ? '••••••••' : field.placeholder} maxLength={32_768} />;
  if (field.kind === 'directory' || field.kind === 'file') return <PathInput kind={field.kind === 'file' ? 'file' : 'folder'} value={answer} onValueChange={onAnswer} placeholder={field.placeholder} />;
  return <Input mono={field.kind !== 'string'} inputMode={field.kind === 'number' ? 'decimal' : undefined} value={answer} onValueChange={onAnswer} placeholder={field.placeholder} spellCheck={false} maxLength={32_768} />;
}
