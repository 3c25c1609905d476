/** One condition of a permission, while it is written. */
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { XIcon } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { conditionKinds, problemOfCondition } from './rule-draft.ts';
import type { ConditionDraft, ConditionKind } from './rule-draft.ts';

/** The same in every language. */
const examples: Partial<Record<ConditionKind, string>> = { command: 'git status', path: '/home/me/project', host: 'example.com', equals: 'main', 'one-of': 'main, dev' };

export interface ConditionRowProps {
  condition: ConditionDraft;
  /** Arguments the tool is known to take. */
  names: readonly string[];
  isTried: boolean;
  onChange: (next: ConditionDraft) => void;
  onRemove: () => void;
}

export function ConditionRow({ condition, names, isTried, onChange, onRemove }: ConditionRowProps) {
  const f = useT().rules.form;
  const listId = useId();
  const problem = isTried ? problemOfCondition(condition) : null;
  const errorOf = (field: 'argument' | 'value' | 'most') => (problem?.field === field ? (problem.problem === 'missing' ? f.missing : f.notANumber) : undefined);
  const change = (part: Partial<ConditionDraft>) => onChange({ ...condition, ...part });
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-2.5">
      <div className="flex min-w-0 items-start gap-2">
        <Field label={f.argument} error={errorOf('argument')} className="min-w-0 flex-1">
          <Input mono value={condition.argument} list={names.length > 0 ? listId : undefined} maxLength={256} spellCheck={false} autoComplete="off" onValueChange={(argument) => change({ argument })} />
        </Field>
        {names.length > 0 ? <datalist id={listId}>{names.map((name) => <option key={name} value={name}>{name}</option>)}</datalist> : null}
        <Field label={f.kind} className="min-w-0 flex-[1.4]">
          <Select<ConditionKind> value={condition.kind} onValueChange={(kind) => change({ kind })} items={conditionKinds.map((value) => ({ value, label: f.kinds[value] }))} />
        </Field>
        <span className="flex-none pt-6"><IconButton size="sm" label={f.removeCondition(condition.argument)} icon={<XIcon />} onClick={onRemove} /></span>
      </div>
      <Value condition={condition} change={change} errorOf={errorOf} />
    </div>
  );
}

function Value({ condition, change, errorOf }: { condition: ConditionDraft; change: (part: Partial<ConditionDraft>) => void; errorOf: (field: 'value' | 'most') => string | undefined }) {
  const f = useT().rules.form;
  const { kind, value, most } = condition;
  if (kind === 'absent') return null;
  if (kind === 'range') {
    return (
      <div className="grid w-full grid-cols-2 gap-2">
        <Field label={f.least} required={false} error={errorOf('value')}><Input inputMode="decimal" value={value} onValueChange={(next) => change({ value: next })} /></Field>
        <Field label={f.most} required={false} error={errorOf('most')}><Input inputMode="decimal" value={most} onValueChange={(next) => change({ most: next })} /></Field>
      </div>
    );
  }
  return (
    <div className="flex w-full flex-col gap-2">
      <Field label={f.value} description={kind === 'one-of' ? f.oneOfHint : undefined} error={errorOf('value')}>
        <Input mono value={value} placeholder={examples[kind] ?? ''} maxLength={4096} spellCheck={false} autoComplete="off" onValueChange={(next) => change({ value: next })} />
      </Field>
      {kind === 'host' ? <Checkbox label={f.subdomains} checked={condition.withSubdomains} onCheckedChange={(withSubdomains) => change({ withSubdomains })} /> : null}
    </div>
  );
}
