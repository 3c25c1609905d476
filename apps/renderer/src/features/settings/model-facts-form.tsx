/** What one model takes: as it was found, with who said so, or as the person says. */
import { abilities } from '@portolan/contract/model-facts';
import type { Ability, ModelFacts } from '@portolan/contract/model-facts';
import type { ModelRef } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { Select } from '@portolan/ui/select';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';

type Choice = 'found' | 'yes' | 'no';

interface FormProps {
  model: ModelRef;
  facts: ModelFacts;
  /** Something else is true now. */
  onChanged: () => void;
}

export function ModelFactsForm({ model, facts, onChanged }: FormProps) {
  const t = useT();
  const { models: words } = t.providers;
  const act = useAct();
  const [chosen, setChosen] = useState(() => choicesOf(facts));
  const [window, setWindow] = useState<number | null>(facts.window.source === 'own' ? facts.window.tokens : null);
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    const said = Object.fromEntries(abilities.flatMap((ability) => (chosen[ability] === 'found' ? [] : [[ability, chosen[ability] === 'yes']])));
    const isSaved = (await act('models/setAbilities', { model, abilities: said })) && (await act('context/setWindow', { model, tokens: window }));
    setIsPending(false);
    if (isSaved) onChanged();
  };
  return (
    <form
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {abilities.map((ability) => (
          <Field key={ability} label={words.takes[ability]} description={words.sources[facts[ability].source]}>
            <Select
              value={chosen[ability]}
              disabled={facts[ability].source === 'format'}
              onValueChange={(choice) => setChosen({ ...chosen, [ability]: choice })}
              items={[{ value: 'found', label: facts[ability].source === 'own' ? words.asFound : words.found(facts[ability].value) }, { value: 'yes', label: words.yes }, { value: 'no', label: words.no }]}
            />
          </Field>
        ))}
      </div>
      <Field label={words.reads} description={words.windowSources[facts.window.source]} required={false}>
        <NumberField integer min={1_000} max={20_000_000} step={1_000} value={window} placeholder={String(facts.window.tokens)} onValueChange={setWindow} />
      </Field>
      <p className="text-sm text-muted">{facts.price === null ? words.priceSources.none : words.priceSources[facts.price.source]}</p>
      <div><Button type="submit" variant="primary" size="sm" loading={isPending}>{t.app.actions.save}</Button></div>
    </form>
  );
}

function choicesOf(facts: ModelFacts): Record<Ability, Choice> {
  const choice = (ability: Ability): Choice => (facts[ability].source !== 'own' ? 'found' : facts[ability].value ? 'yes' : 'no');
  return { vision: choice('vision'), pdf: choice('pdf'), audio: choice('audio'), tools: choice('tools') };
}
