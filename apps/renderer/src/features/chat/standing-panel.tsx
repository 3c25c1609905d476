/** A decision that holds for later calls, too: which of them, and where. What it would allow or forbid is said before it does. */
import { toolTitle } from '@portolan/i18n/tool-title';
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { RuleConditions } from '@portolan/contract/rules';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { conditionsText } from '@portolan/i18n/rule-sentence';

type Where = 'chat' | 'always';

export interface StandingPanelProps {
  interaction: ToolApprovalView;
  isHeld: boolean;
  isSending: boolean;
  onAllow: (scope: Where, event: SyntheticEvent, conditions: RuleConditions) => void;
  onNever: (scope: Where, conditions: RuleConditions) => void;
  onBack: () => void;
}

export function StandingPanel({ interaction, isHeld, isSending, onAllow, onNever, onBack }: StandingPanelProps) {
  const t = useT();
  const c = t.rules.card;
  const { narrower, scopes, tool } = interaction;
  // The narrowest is what a hurried person chooses.
  const [chosen, setChosen] = useState('0');
  const [where, setWhere] = useState<Where>(scopes.includes('chat') ? 'chat' : 'always');
  const conditions = narrower[Number(chosen)] ?? [];
  const items = [
    ...narrower.map((each, index) => ({ value: String(index), label: <RevealText text={c.onlyWhen(conditionsText(each, t))} /> })),
    { value: String(narrower.length), label: <RevealText text={c.every(toolTitle(tool.name, tool.title, t))} /> },
  ];
  return (
    <div className="flex flex-col gap-3" role="group" aria-label={c.title}>
      <Field label={c.which}>
        <RadioGroup value={chosen} onValueChange={setChosen} items={items} className="break-words" />
      </Field>
      <Field label={c.howLong}>
        <RadioGroup<Where> value={where} onValueChange={setWhere} items={[{ value: 'chat', label: c.chat }, { value: 'always', label: c.always }]} />
      </Field>
      {scopes.includes('always') ? null : <p className="text-xs text-muted">{c.noAlways}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" disabled={isSending} onClick={onBack}>{c.back}</Button>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button disabled={isSending} onClick={() => onNever(where, conditions)}>{c.never}</Button>
          <Button variant="primary" disabled={isHeld || !scopes.includes(where)} focusableWhenDisabled onClick={(event) => onAllow(where, event, conditions)}>{c.allow}</Button>
        </span>
      </div>
    </div>
  );
}
