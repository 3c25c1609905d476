/** The models of one provider: found by name, marked as favourites, and what each takes, with who says so. */
import type { ModelFacts } from '@portolan/contract/model-facts';
import type { ProviderView } from '@portolan/contract/providers';
import { Dialog } from '@portolan/ui/dialog';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronDownIcon, ChevronRightIcon, SearchIcon, StarIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery, useSettings } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { factWords } from './fact-words.ts';
import { ModelFactsForm } from './model-facts-form.tsx';

/** More are not drawn at once: they are found by typing. */
const mostShown = 50;
/** A list shorter than this needs no search. */
const fewModels = 8;

export function ProviderModels({ provider, isOpen, onClose }: { provider: ProviderView; isOpen: boolean; onClose: () => void }) {
  const { models } = useT().providers;
  return (
    <Dialog open={isOpen} onOpenChange={onClose} title={<RevealText text={models.of(provider.name)} />} size="lg">
      {isOpen ? <ModelList provider={provider} /> : null}
    </Dialog>
  );
}

function ModelList({ provider }: { provider: ProviderView }) {
  const t = useT();
  const { models: words } = t.providers;
  const [query, setQuery] = useState('');
  const [changes, setChanges] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const favourites = useSettings().data?.settings.favouriteModels ?? [];
  const isFavourite = (model: string) => favourites.some((each) => each.providerId === provider.id && each.model === model);
  const names = provider.models.map(({ id }) => id).filter((id) => id.toLowerCase().includes(query.trim().toLowerCase()));
  const shown = [...names.filter(isFavourite), ...names.filter((name) => !isFavourite(name))].slice(0, mostShown);
  // By name, so that the same list has the same answer however it is ordered.
  const { data, error, refetch } = useHostQuery('models/facts', { providerId: provider.id, models: shown.toSorted() }, { stamp: changes, keep: true, enabled: shown.length > 0 });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {provider.models.length > fewModels ? <Input type="search" icon={<SearchIcon />} aria-label={t.shell.chooseModelFilter} placeholder={t.shell.chooseModelFilter} value={query} onValueChange={setQuery} /> : null}
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {provider.models.length === 0 ? <p className="text-sm text-muted">{words.none}</p> : null}
      {provider.models.length > 0 && names.length === 0 ? <p className="text-sm text-muted" role="status">{t.shell.noModelMatches}</p> : null}
      <ul className="flex min-w-0 flex-col divide-y divide-line" aria-label={t.settings.providers.models}>
        {shown.map((model) => (
          <ModelRow
            key={model}
            provider={provider}
            model={model}
            facts={data?.facts.find((each) => each.model === model)}
            isFavourite={isFavourite(model)}
            isOpen={opened === model}
            onToggle={() => setOpened(opened === model ? null : model)}
            onChanged={() => setChanges(changes + 1)}
          />
        ))}
      </ul>
      {names.length > mostShown ? <p className="text-sm text-muted" role="status">{words.more(mostShown, names.length)}</p> : null}
    </div>
  );
}

interface ModelRowProps {
  provider: ProviderView;
  model: string;
  facts: ModelFacts | undefined;
  isFavourite: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChanged: () => void;
}

function ModelRow({ provider, model, facts, isFavourite, isOpen, onToggle, onChanged }: ModelRowProps) {
  const t = useT();
  const format = useFormat();
  const act = useAct();
  const { models: words } = t.providers;
  const ref = { providerId: provider.id, model };
  return (
    <li className="flex min-w-0 flex-col gap-3 py-2">
      <div className="flex min-w-0 items-start gap-1">
        <IconButton
          size="sm"
          label={words.favourite(model)}
          aria-pressed={isFavourite}
          icon={<StarIcon className={isFavourite ? 'fill-current' : ''} />}
          onClick={() => void act('models/setFavourite', { model: ref, isFavourite: !isFavourite })}
        />
        <div className="min-w-0 flex-1">
          <p className="font-mono text-sm break-all"><RevealText text={model} /></p>
          <p className="text-sm text-muted">{facts === undefined ? '…' : factWords(facts, t, format).join(' · ')}</p>
        </div>
        <IconButton size="sm" label={words.change(model)} aria-expanded={isOpen} icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />} onClick={onToggle} />
      </div>
      {isOpen && facts !== undefined ? <ModelFactsForm key={model} model={ref} facts={facts} onChanged={onChanged} /> : null}
    </li>
  );
}
