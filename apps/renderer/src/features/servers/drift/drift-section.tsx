/** Everything about a server that is not as it was when the person allowed it: first on its page, until it is decided (H03). */
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerDrift } from '@portolan/contract/pins';
import type { ServerView } from '@portolan/contract/servers';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { TextDiffView } from '../../../lib/text-diff.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { WordDiffView } from '../../../lib/word-diff.tsx';
import type { SectionProps } from '../sections/section.ts';
import { PackageChange } from './package-change.tsx';
import { SuspendedTool } from './suspended-tool.tsx';

/** What differs, asked anew after every change of a list. */
export function usePinChanges(server: ServerView) {
  return useHostQuery('pins/changes', { serverId: server.id }, { stamp: [server.generation, server.pins], enabled: server.pins !== undefined, keep: true });
}

export function DriftSection({ server }: SectionProps) {
  const t = useT();
  const { data } = usePinChanges(server);
  const { pins } = server;
  if (pins === undefined || data === undefined) return null;
  // What was decided stays to be found, on the tool's own page.
  const open = data.suspended.filter(({ pin }) => pin.state === 'suspended' && !pin.isKeptOff);
  if (open.length === 0 && data.added.length === 0 && data.removed.length === 0 && data.server.length === 0 && data.package === null) return null;
  return (
    <Card
      level={2}
      title={t.pins.title}
      className="border-warn-line"
      actions={open.length > 1 ? <AcceptAll server={server} open={open} /> : null}
    >
      <div className="flex min-w-0 flex-col gap-3">
        {data.package === null ? null : <PackageChange server={server} change={data.package} />}
        {open.length > 0 ? <p className="text-sm text-muted">{t.pins.text(pins.suspended)}</p> : null}
        {open.map((each) => (
          <Collapsible
            key={each.tool}
            defaultOpen={open.length === 1}
            className="rounded-md border border-line px-2.5 py-1"
            label={<span className="flex min-w-0 flex-wrap items-center gap-2"><CodeText text={each.tool} className="break-all" /> <Badge tone="warn">{t.pins.state.suspended}</Badge></span>}
          >
            <div className="pt-1 pb-2"><SuspendedTool serverId={server.id} suspended={each} /></div>
          </Collapsible>
        ))}
        {pins.suspended > open.length ? <p className="text-sm text-muted">{t.pins.others(pins.suspended - open.length)}</p> : null}
        <Lesser server={server} changes={data} />
      </div>
    </Card>
  );
}

function AcceptAll({ server, open }: { server: ServerView; open: OutputOf<'pins/changes'>['suspended'] }) {
  const t = useT();
  const act = useAct();
  const [isAsking, setIsAsking] = useState(false);
  const accept = () => {
    setIsAsking(false);
    void act('pins/accept', { serverId: server.id, tools: open.map(({ tool, hash }) => ({ tool, hash })) });
  };
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>{t.pins.acceptAll(open.length)}</Button>
      <AlertDialog open={isAsking} onOpenChange={setIsAsking} title={t.pins.acceptAllTitle(open.length)} description={t.pins.acceptAllText} confirmLabel={t.pins.acceptAll(open.length)} cancelLabel={t.app.actions.cancel} onConfirm={accept} />
    </>
  );
}

/** What suspends no tool: names that came and went, and what the server says of itself. */
function Lesser({ server, changes }: { server: ServerView; changes: OutputOf<'pins/changes'> }) {
  const t = useT();
  const format = useFormat();
  const act = useAct();
  const { added, removed } = changes;
  if (added.length === 0 && removed.length === 0 && changes.server.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      {changes.server.map((drift) => <OfServer key={drift.field} drift={drift} />)}
      {added.length > 0 ? <p className="min-w-0 break-words"><RevealText text={t.pins.addedTools(format.list(added.slice(0, 50)))} /></p> : null}
      {removed.length > 0 ? <p className="min-w-0 break-words"><RevealText text={t.pins.removedTools(format.list(removed.slice(0, 50)))} /></p> : null}
      <Button size="sm" onClick={() => void act('pins/acknowledge', { serverId: server.id })}>{t.pins.seen}</Button>
    </div>
  );
}

function OfServer({ drift }: { drift: ServerDrift }) {
  const s = useT().pins.server;
  if (drift.field !== 'instructions') return <p className="min-w-0 break-words"><RevealText text={s[drift.field](drift.before, drift.after)} /></p>;
  return (
    <div className="w-full min-w-0">
      <p className="mb-1">{s.instructions}</p>
      {drift.words ? <WordDiffView words={drift.words} label={s.instructionsDiff} /> : <TextDiffView diff={drift.diff} label={s.instructionsDiff} />}
    </div>
  );
}
