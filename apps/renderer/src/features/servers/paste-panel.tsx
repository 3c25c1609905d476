/** Paste any client's snippet, a command line or an address; see what it would add; add it (S04, try-out 40). */
import type { PasteCandidate, ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Textarea } from '@portolan/ui/textarea';
import { useEffect, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';

const pauseMs = 250;

export function PastePanel() {
  const t = useT();
  const [text, setText] = useState('');
  const settled = useSettled(text, pauseMs);
  const parsed = useHostQuery('servers/parse', { text: settled }, { enabled: settled.trim() !== '' });
  const isCurrent = settled === text && !parsed.isFetching;
  return (
    <div className="flex flex-col gap-4">
      <Field label={t.servers.paste.label} description={t.servers.paste.text}>
        <Textarea mono value={text} onValueChange={setText} placeholder={t.servers.paste.placeholder} rows={7} spellCheck={false} className="max-h-96 min-h-40" />
      </Field>
      {settled.trim() === '' ? null : parsed.error ? (
        isCurrent ? <ProblemCallout problem={parsed.error.problem} tone="warn" /> : null
      ) : parsed.data ? (
        // A different text is a different choice: nothing of the old one stays ticked.
        <Candidates key={settled} candidates={parsed.data.candidates} isCurrent={isCurrent} />
      ) : null}
    </div>
  );
}

function Candidates({ candidates, isCurrent }: { candidates: PasteCandidate[]; isCurrent: boolean }) {
  const t = useT();
  const add = useHostMutation('servers/add');
  const [left, setLeft] = useState(() => new Set(candidates.filter((each) => each.existing?.isSame).map((each) => each.name)));
  const chosen = candidates.filter((candidate) => !left.has(candidate.name));
  const addChosen = async () => {
    const added: ServerView[] = [];
    for (const candidate of chosen) {
      // One after the other: each is written to the file before the next is asked for.
      // eslint-disable-next-line no-await-in-loop
      added.push(await add.mutateAsync({ name: candidate.name, launch: candidate.launch, ...(candidate.existing ? { replace: candidate.existing.id } : {}) }));
    }
    const only = added[0];
    if (added.length === 1 && only) navigate({ at: 'server', serverId: only.id, tab: 'overview' });
    else navigate({ at: 'servers' });
  };
  return (
    <section aria-label={t.servers.paste.found(candidates.length)} className="flex flex-col gap-3">
      <h2 className="text-sm font-medium" role="status">{t.servers.paste.found(candidates.length)}</h2>
      {candidates.map((candidate) => (
        <CandidateCard
          key={candidate.name}
          candidate={candidate}
          isChosen={!left.has(candidate.name)}
          onChoose={(isChosen) => {
            const next = new Set(left);
            if (isChosen) next.delete(candidate.name);
            else next.add(candidate.name);
            setLeft(next);
          }}
        />
      ))}
      {add.error ? <ProblemCallout problem={add.error.problem} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" loading={add.isPending} disabled={!isCurrent || chosen.length === 0} onClick={() => void addChosen().catch(() => undefined)}>
          {t.servers.paste.addSelected(chosen.length)}
        </Button>
        <p className="text-sm text-muted">{t.servers.paste.nothingStarts}</p>
      </div>
    </section>
  );
}

function CandidateCard({ candidate, isChosen, onChoose }: { candidate: PasteCandidate; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const t = useT();
  const { existing } = candidate;
  return (
    <Card
      level={3}
      icon={<ServerIcon name={candidate.name} />}
      title={<RevealText text={candidate.name} />}
      actions={
        <>
          <Badge tone={existing && !existing.isSame ? 'warn' : 'neutral'}>{existing ? (existing.isSame ? t.servers.paste.same : t.servers.paste.replaces) : t.servers.paste.isNew}</Badge>
          <Checkbox checked={isChosen} onCheckedChange={onChoose} aria-label={`${t.app.actions.add} ${candidate.name}`} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {existing && existing.differences.length > 0 ? (
          <Callout tone="warn" title={t.servers.paste.differs}>
            <ul className="list-disc pl-4">{existing.differences.map((difference) => <li key={difference}><RevealText text={difference} /></li>)}</ul>
          </Callout>
        ) : null}
        {candidate.unsetVariables.length > 0 ? <Callout tone="warn">{t.shell.unsetVariables(candidate.unsetVariables.join(', '))}</Callout> : null}
        {candidate.notes.length > 0 ? <Callout tone="neutral"><ul>{candidate.notes.map((note) => <li key={note}><RevealText text={note} /></li>)}</ul></Callout> : null}
        <LaunchFlags flags={candidate.flags} />
        <LaunchDetails launch={candidate.launch} />
      </div>
    </Card>
  );
}

function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
