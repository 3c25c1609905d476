/** A tool that is not what it was: why, what changed field by field, and the decision (H03, T:C03). */
import type { ServerId } from '@portolan/contract/ids';
import type { PinnedChange, SuspendedTool as Suspended } from '@portolan/contract/pins';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { TextDiffView } from '../../../lib/text-diff.tsx';
import { WordDiffView } from '../../../lib/word-diff.tsx';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useAct } from '../../../lib/use-act.ts';

export function SuspendedTool({ serverId, suspended }: { serverId: ServerId; suspended: Suspended }) {
  const t = useT();
  const format = useFormat();
  const { pin, changes, pinnedAt } = suspended;
  if (pin.state !== 'suspended') return null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ul className="flex flex-col gap-0.5 text-sm">
        {pin.reasons.map((reason) => <li key={reason} className="break-words"><RevealText text={words(t.pins.reasons[reason], pin.other)} /></li>)}
        <li className="text-xs text-subtle">{pinnedAt === null ? t.pins.never : t.pins.since(format.dateTime(pinnedAt))}</li>
      </ul>
      {changes.map((change) => <Change key={change.field} change={change} tool={suspended.tool} />)}
      <Decision serverId={serverId} suspended={suspended} isKeptOff={pin.isKeptOff} />
    </div>
  );
}

function words(reason: string | ((other: string) => string), other: string | null): string {
  return typeof reason === 'string' ? reason : reason(other ?? '?');
}

function Change({ change, tool }: { change: PinnedChange; tool: string }) {
  const t = useT();
  const field = t.pins.fields[change.field];
  const label = t.pins.diffOf(field, revealed(tool));
  return (
    <section className="min-w-0">
      <h4 className="mb-1 flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
        {field} {change.hidden > 0 ? <Badge tone="warn">{t.pins.hidden(change.hidden)}</Badge> : null}
      </h4>
      {change.words ? <WordDiffView words={change.words} label={label} /> : <TextDiffView diff={change.diff} label={label} />}
    </section>
  );
}

function Decision({ serverId, suspended, isKeptOff }: { serverId: ServerId; suspended: Suspended; isKeptOff: boolean }) {
  const t = useT();
  const act = useAct();
  const toast = useToast();
  const [isSending, setIsSending] = useState(false);
  const { tool, hash } = suspended;
  const decide = async (method: 'pins/accept' | 'pins/keepOff', said: string) => {
    setIsSending(true);
    const done = await act(method, { serverId, tools: [{ tool, hash }] });
    setIsSending(false);
    if (done) toast.show({ id: `pin ${serverId} ${tool}`, tone: 'success', title: said });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isSending} onClick={() => void decide('pins/accept', t.pins.accepted(revealed(tool)))}>{t.pins.accept}</Button>
      {isKeptOff ? null : <Button variant="primary" disabled={isSending} onClick={() => void decide('pins/keepOff', t.pins.keptOff(revealed(tool)))}>{t.pins.keepOff}</Button>}
    </div>
  );
}
