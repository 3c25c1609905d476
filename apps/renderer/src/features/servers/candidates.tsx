/** The servers found in a pasted text, each exactly as it would be added, and which of them to add. */
import type { Problem } from '@portolan/contract/errors';
import type { PasteCandidate, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { CandidateCard } from './candidate-card.tsx';

export interface CandidatesProps {
  candidates: readonly PasteCandidate[];
  /** The text has not changed since these were read from it. */
  isCurrent: boolean;
  onAdded: () => void;
}

export function Candidates({ candidates, isCurrent, onAdded }: CandidatesProps) {
  const t = useT();
  const p = t.servers.paste;
  // What is there already, unchanged, needs no adding.
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(candidates.filter((each) => each.existing?.isSame).map((each) => each.name)));
  // Whose secret values stay in the configuration, as the text has them.
  const [asWritten, setAsWritten] = useState<ReadonlySet<string>>(new Set());
  const { add, added, isAdding, problem } = useAdding(onAdded, asWritten);
  const chosen = candidates.filter((candidate) => !left.has(candidate.name) && !added.has(candidate.name));
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(name);
    else next.add(name);
    setLeft(next);
  };
  return (
    <section aria-label={p.found(candidates.length)} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-sm font-medium" role="status">{p.found(candidates.length)}</h2>
      {candidates.map((candidate) => (
        <CandidateCard
          key={candidate.name}
          candidate={candidate}
          isAdded={added.has(candidate.name)}
          isChosen={!left.has(candidate.name)}
          keepsSecrets={!asWritten.has(candidate.name)}
          onKeepSecrets={(keeps) => setAsWritten((names) => new Set(keeps ? [...names].filter((name) => name !== candidate.name) : [...names, candidate.name]))}
          onChoose={(isChosen) => choose(candidate.name, isChosen)}
        />
      ))}
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" loading={isAdding} disabled={!isCurrent || chosen.length === 0} focusableWhenDisabled onClick={() => add(chosen)}>
          {p.addSelected(chosen.length)}
        </Button>
        <p className="text-sm text-muted">{p.nothingStarts}</p>
      </div>
    </section>
  );
}

interface Adding {
  add: (chosen: readonly PasteCandidate[]) => void;
  /** Names of those that are in the configuration now. */
  added: ReadonlySet<string>;
  isAdding: boolean;
  problem: Problem | null;
}

/** One after the other: each is written to the file before the next is asked for. What was added before a failure stays. */
function useAdding(onAdded: () => void, asWritten: ReadonlySet<string>): Adding {
  const t = useT();
  const { link } = useHost();
  const toast = useToast();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const add = async (chosen: readonly PasteCandidate[]) => {
    setIsAdding(true);
    setProblem(null);
    const done: ServerView[] = [];
    try {
      for (const candidate of chosen) {
        // oxlint-disable-next-line no-await-in-loop
        done.push(await link.request('servers/add', { name: candidate.name, launch: candidate.launch, ...(candidate.existing ? { replace: candidate.existing.id } : {}), ...(candidate.inputs.length > 0 ? { inputs: candidate.inputs } : {}), ...(candidate.openSecrets.length > 0 ? { keepSecrets: !asWritten.has(candidate.name) } : {}) }));
        setAdded((names) => new Set([...names, candidate.name]));
      }
      onAdded();
      const only = done.length === 1 ? done[0] : undefined;
      // Whoever has gone elsewhere meanwhile is not brought back.
      if (!isHere.current) toast.show({ tone: 'success', title: t.shell.addedServers(done.length) });
      else if (only) navigate({ at: 'server', serverId: only.id, tab: 'overview' });
      else navigate({ at: 'servers' });
    } catch (error) {
      setProblem(problemOf(error));
    }
    setIsAdding(false);
  };
  return { add: (chosen) => void add(chosen), added, isAdding, problem };
}
