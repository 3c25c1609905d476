/** Programs on this computer that serve models: looked for by a press and never by itself, added by another. */
import type { Problem } from '@portolan/contract/errors';
import type { FoundService, LocalService } from '@portolan/contract/local-models';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { useAnnounce } from '@portolan/ui/live-region';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { SearchIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { CapabilityWords } from './capability-words.tsx';

export interface Looking {
  /** What was found last; null before the first press. */
  found: FoundService[] | null;
  isPending: boolean;
  problem: Problem | null;
  look: () => void;
  /** Adds one, and looks again. */
  add: (service: LocalService) => void;
  /** The one that is being added, or could not be. */
  adding: { service: LocalService; isPending: boolean; problem: Problem | null } | null;
}

/** Kept by the page: what was found stays while the list beside it changes, and while it is looked for anew. */
export function useLooking(): Looking {
  const l = useT().localModels;
  const announce = useAnnounce();
  const toast = useToast();
  const [found, setFound] = useState<FoundService[] | null>(null);
  const { mutate, isPending, error } = useHostMutation('localModels/look');
  const look = () =>
    mutate(
      {},
      {
        onSuccess: (answer) => {
          setFound(answer.found);
          announce(answer.found.length > 0 ? l.foundCount(answer.found.length) : l.none);
        },
      },
    );
  const adding = useHostMutation('localModels/add');
  // Here, and not in the row: with the first provider the page becomes another one, and the row begins anew.
  const add = (service: LocalService) =>
    adding.mutate(
      { service },
      {
        onSuccess: () => {
          toast.show({ tone: 'success', title: l.wasAdded(l.services[service]) });
          look();
        },
      },
    );
  const added = adding.variables?.service;
  return { found, isPending, problem: error?.problem ?? null, look, add, adding: added === undefined ? null : { service: added, isPending: adding.isPending, problem: adding.error?.problem ?? null } };
}

export function FoundModels({ looking: { found, isPending, problem, look, add, adding } }: { looking: Looking }) {
  const l = useT().localModels;
  return (
    <Card level={2} title={l.found} actions={<Button variant={found ? 'secondary' : 'primary'} icon={<SearchIcon />} loading={isPending} onClick={look}>{isPending ? l.looking : l.look}</Button>}>
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        <p className="text-pretty text-muted">{l.lookText}</p>
        {problem ? <ProblemCallout problem={problem} onRetry={look} /> : null}
        {found?.length === 0 ? <Callout tone="info" title={l.none}>{l.noneText}</Callout> : null}
        {found && found.length > 0 ? (
          <ul className="flex min-w-0 flex-col divide-y divide-line">
            {found.map((each) => <Found key={each.service} found={each} adding={adding?.service === each.service ? adding : null} onAdd={() => add(each.service)} />)}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}

const shown = 12;

function Found({ found: { service, address, models, needsKey, providerId }, adding, onAdd }: { found: FoundService; adding: Looking['adding']; onAdd: () => void }) {
  const l = useT().localModels;
  const name = l.services[service];
  const isAdded = providerId !== null;
  return (
    <li className="flex min-w-0 flex-col gap-2 py-3 first:pt-0 last:pb-0" aria-label={name}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-medium">{name}</h3>
        <CodeText text={address} className="text-muted" />
        {isAdded ? <Badge tone="success">{l.isAdded}</Badge> : null}
        <span className="flex-1" />
        {needsKey || models.length === 0 ? null : <Button size="sm" variant={isAdded ? 'secondary' : 'primary'} aria-label={isAdded ? l.updateOf(name) : l.addOf(name)} loading={adding?.isPending === true} onClick={onAdd}>{isAdded ? l.update : l.add}</Button>}
      </div>
      {needsKey ? <p className="text-muted">{l.needsKey}</p> : models.length === 0 ? <p className="text-muted">{l.noModels}</p> : null}
      {adding?.problem ? <ProblemCallout problem={adding.problem} /> : null}
      <ul className="flex min-w-0 flex-col gap-1">
        {models.slice(0, shown).map(({ id, capabilities }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 font-mono break-all"><RevealText text={id} hideCount /></span>
            <CapabilityWords capabilities={capabilities} />
          </li>
        ))}
      </ul>
      {models.length > shown ? <p className="text-muted">{l.more(models.length - shown)}</p> : null}
    </li>
  );
}
