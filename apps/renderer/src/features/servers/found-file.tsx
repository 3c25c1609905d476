/** One configuration of another program: its servers, what becomes of each, and bringing them over switched off (S04, A04). */
import type { ImportCandidate, ImportFile } from '@portolan/contract/other-apps';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';
import { AppCandidate } from './app-candidate.tsx';
import type { Choice } from './app-candidate.tsx';

export function FoundFile({ file }: { file: ImportFile }) {
  const t = useT();
  const i = t.otherApps.import;
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(() => new Map(file.candidates.map((candidate) => [candidate.key, firstChoice(candidate)])));
  // Whose secrets stay in our file as they stand in the other program's.
  const [asWritten, setAsWritten] = useState<ReadonlySet<number>>(new Set());
  const { bring, isPending, problem } = useBringing(file, asWritten);
  const chosen = file.candidates.filter(({ key }) => choices.get(key) !== 'leave');
  return (
    <Card
      level={2}
      title={file.appName}
      actions={<Badge>{i.found(file.candidates.length)}</Badge>}
      footer={
        file.candidates.length > 0 ? (
          <>
            <p className="min-w-0 flex-1 text-sm text-muted">{i.off}</p>
            <Button variant="primary" loading={isPending} disabled={chosen.length === 0} focusableWhenDisabled onClick={() => bring(chosen, choices)}>{i.bring(chosen.length)}</Button>
          </>
        ) : undefined
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-xs break-all text-subtle">
          <CodeText text={file.path} className="break-all" />
          {file.realPath === null ? null : <> · <RevealText text={i.leadsTo(file.realPath)} /></>}
        </p>
        {file.problem ? <Callout tone="warn">{i.problem(file.problem.line)}</Callout> : null}
        <ul className="flex min-w-0 flex-col divide-y divide-line">
          {file.candidates.map((candidate) => (
            <AppCandidate key={candidate.key} candidate={candidate} choice={choices.get(candidate.key) ?? 'leave'} onChoose={(choice) => setChoices(new Map([...choices, [candidate.key, choice]]))} keepsSecrets={!asWritten.has(candidate.key)} onKeepSecrets={(keeps) => setAsWritten((keys) => new Set(keeps ? [...keys].filter((key) => key !== candidate.key) : [...keys, candidate.key]))} />
          ))}
        </ul>
        {file.skipped.length > 0 ? (
          <Callout tone="neutral" title={i.skipped}>
            <ul className="list-disc pl-4">
              {file.skipped.map(({ name, reason }) => <li key={name} className="break-words"><RevealText text={`${name}: ${i.reasons[reason.split(' ')[0] ?? ''] ?? reason}`} /></li>)}
            </ul>
          </Callout>
        ) : null}
        {problem ? <ProblemCallout problem={problem} /> : null}
      </div>
    </Card>
  );
}

/** What is here already, unchanged, needs no bringing; what stands here is not replaced unasked. */
function firstChoice({ existing }: ImportCandidate): Choice {
  return existing ? 'leave' : 'add';
}

function useBringing(file: ImportFile, asWritten: ReadonlySet<number>) {
  const t = useT();
  const i = t.otherApps.import;
  const act = useAct();
  const toast = useToast();
  const add = useHostMutation('imports/add');
  const takeBack = async (copy: string) => {
    if (await act('configuration/restore', { backup: copy })) toast.show({ title: i.undone });
  };
  const bring = (chosen: readonly ImportCandidate[], choices: ReadonlyMap<number, Choice>) => {
    const servers = chosen.map(({ key, existing, openSecrets }) => ({ key, ...(choices.get(key) === 'replace' && existing ? { replace: existing.id } : {}), ...(openSecrets.length > 0 ? { keepSecrets: !asWritten.has(key) } : {}) }));
    add.mutate(
      { file: file.id, stamp: file.stamp, servers },
      {
        onSuccess: ({ added, undo }) => {
          toast.show({ tone: 'success', title: i.brought(added.length), action: { label: t.app.actions.undo, onPress: () => void takeBack(undo) } });
          const [only] = added;
          if (added.length === 1 && only) navigate({ at: 'server', serverId: only, tab: 'overview' });
          else navigate({ at: 'servers' });
        },
      },
    );
  };
  return { bring, isPending: add.isPending, problem: add.error?.problem ?? null };
}
