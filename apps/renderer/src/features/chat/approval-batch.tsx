/**
 * Calls of one server in one chat that wait together: each with all of its arguments and a decision of its own, a no for all of
 * them at once, and a yes for all of them once each has been looked at. Each decision is bound to its own hash (C11, T:J11).
 */
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { InteractionId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { maxName, revealed } from '@portolan/ui/hidden-characters';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { BellOffIcon } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { InstallMark } from '../../lib/install-mark.tsx';
import { useMuting } from '../../lib/mutes.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { PictureOf } from '../../lib/server-picture.tsx';
import { useAct } from '../../lib/use-act.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { ApprovalCard } from './approval-card.tsx';

export function ApprovalBatch({ questions }: { questions: readonly ToolApprovalView[] }) {
  const [first] = questions;
  if (first === undefined) return null;
  return questions.length === 1 ? <ApprovalCard interaction={first} behind={0} /> : <Batch questions={questions} first={first} />;
}

function Batch({ questions, first }: { questions: readonly ToolApprovalView[]; first: ToolApprovalView }) {
  const t = useT();
  const b = t.batches;
  const titleId = useId();
  const batch = useRef<HTMLElement>(null);
  const guard = useGuard(batch);
  const act = useAct();
  const { mute } = useMuting();
  const resolve = useHostMutation('interactions/resolveRound');
  const [seen, setSeen] = useState<ReadonlySet<InteractionId>>(new Set());
  const onSeen = useCallback(
    (id: InteractionId, isSeen: boolean) =>
      setSeen((before) => {
        if (before.has(id) === isSeen) return before;
        return new Set(isSeen ? [...before, id] : [...before].filter((each) => each !== id));
      }),
    [],
  );
  const isEach = questions.every(({ id }) => seen.has(id));
  const { serverId, serverName, conversationId } = first;
  const allow = (event: SyntheticEvent) => {
    if (!isEach || resolve.isPending || !guard.accepts(event)) return;
    // Exactly those that were looked at, each by the hash of what was shown: one that came or went since makes all of it void.
    resolve.mutate({ answers: questions.map(({ id, hash }) => ({ id, hash, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } })) }, { onSuccess: ({ accepted }) => { if (accepted) focusPage(); } });
  };
  const deny = () => {
    // One by one: a no to those that are still there counts, whatever became of the others.
    void Promise.all(questions.map(({ id, hash }) => act('interactions/resolve', { id, hash, answer: { kind: 'tool-approval', decision: 'deny' } }))).then(focusPage);
  };
  return (
    <section ref={batch} tabIndex={-1} aria-labelledby={titleId} data-batch={first.id} className="isolate flex min-w-0 flex-col gap-3">
      <header className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg border border-accent-line bg-accent-soft px-3.5 py-2.5">
        <PictureOf serverId={serverId} name={serverName} size={1.5} />
        <h2 id={titleId} className="min-w-0 flex-1 basis-64 text-sm break-words"><strong className="font-semibold"><RevealText text={serverName} limit={maxName} /></strong> {b.wants(questions.length)}</h2>
        <InstallMark />
        <span className="text-xs text-muted">{isEach ? b.allSeen : b.seen(questions.filter(({ id }) => seen.has(id)).length, questions.length)}</span>
        <span className="flex flex-wrap items-center gap-2">
          <Button disabled={guard.isGuarded || resolve.isPending} focusableWhenDisabled onClick={deny}>{b.denyAll(questions.length)}</Button>
          <Menu align="end" trigger={<Button variant="ghost" icon={<BellOffIcon />}>{b.mute}</Button>}>
            <MenuItem onSelect={() => void mute(serverId, serverName, conversationId)}>{t.mutes.muteInChat(revealed(serverName))}</MenuItem>
            <MenuItem onSelect={() => void mute(serverId, serverName, null)}>{t.mutes.muteAlways(revealed(serverName))}</MenuItem>
          </Menu>
          <Button variant="primary" disabled={guard.isGuarded || !isEach || resolve.isPending} focusableWhenDisabled title={isEach ? undefined : b.seeEach} onClick={allow}>{b.allowAll(questions.length)}</Button>
        </span>
      </header>
      {resolve.data?.accepted === false ? <Callout tone="warn" alert>{t.interactions.approval.stale}</Callout> : null}
      {resolve.error ? <ProblemCallout problem={resolve.error.problem} /> : null}
      <ol className="flex min-w-0 flex-col gap-3">
        {questions.map((question) => <li key={question.id} className="min-w-0"><ApprovalCard interaction={question} behind={0} onSeen={onSeen} /></li>)}
      </ol>
    </section>
  );
}

/** The cards go with their answer; a keyboard must not be left nowhere. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus();
}
