/** What a server asked of models before, apart from every chat (F02). All of it is plain text: a server wrote most of it (E06). */
import type { ServerId } from '@portolan/contract/ids';
import type { SamplingEntry, SamplingTranscript } from '@portolan/contract/samplings';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery, useInteractions } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { useKeptState } from '../../../lib/use-kept-state.ts';

export function SamplingLog({ serverId }: { serverId: ServerId }) {
  const s = useT().asks.section;
  const act = useAct();
  const toast = useToast();
  const [cleared, setCleared] = useState(0);
  // A question that came or went changes what is kept.
  const open = (useInteractions().data ?? []).filter((each) => each.kind === 'sampling' && each.serverId === serverId).map(({ hash }) => hash).join(' ');
  const { data } = useHostQuery('samplings/list', { serverId }, { fresh: true, keep: true, stamp: `${open} ${cleared}` });
  const entries = data?.entries ?? [];
  const clear = async () => {
    if (!(await act('samplings/clear', { serverId }))) return;
    setCleared(cleared + 1);
    toast.show({ tone: 'success', title: s.logCleared });
  };
  const askAgain = async () => {
    if (await act('servers/letAsk', { serverId })) toast.show({ tone: 'success', title: s.askedAgain });
  };
  return (
    <div className="mt-3 flex min-w-0 flex-col gap-3">
      <p className="text-sm text-muted">{s.logText}</p>
      {entries.length === 0 ? <p className="text-sm">{s.logNone}</p> : null}
      <ol className="flex min-w-0 flex-col gap-2">
        {entries.map((entry) => <li key={entry.id} className="min-w-0"><Entry serverId={serverId} entry={entry} /></li>)}
      </ol>
      {entries.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void clear()}>{s.logClear}</Button>
          {entries.some(({ outcome }) => outcome === 'denied' || outcome === 'refused') ? <Button size="sm" title={s.askAgainHint} onClick={() => void askAgain()}>{s.askAgain}</Button> : null}
        </div>
      )}
    </div>
  );
}

function Entry({ serverId, entry }: { serverId: ServerId; entry: SamplingEntry }) {
  const t = useT();
  const s = t.asks.section;
  const format = useFormat();
  const [isOpen, setIsOpen] = useKeptState(`sampling ${serverId} ${entry.id}`, false);
  const by = entry.outcome !== 'sent' ? '' : entry.model === null ? s.logBy.person : s.logBy.model(entry.model);
  const cost = entry.tokens > 0 ? t.asks.sampling.cost(format.number(entry.tokens), entry.cost === null ? null : format.money(entry.cost)) : '';
  const words = [format.dateTime(entry.at), [s.outcome[entry.outcome], by].filter((part) => part !== '').join(' '), cost].filter((part) => part !== '');
  return (
    <Collapsible open={isOpen} onOpenChange={setIsOpen} label={<span className="flex min-w-0 flex-col text-left"><span className="text-xs text-muted"><RevealText text={words.join(' · ')} /></span><span className="text-sm break-words"><RevealText text={entry.about} /></span></span>}>
      {isOpen ? <Transcript serverId={serverId} id={entry.id} /> : null}
    </Collapsible>
  );
}

function Transcript({ serverId, id }: { serverId: ServerId; id: number }) {
  const t = useT();
  const s = t.asks.section.transcript;
  const { data } = useHostQuery('samplings/get', { serverId, id });
  if (data === undefined) return null;
  const { transcript } = data;
  if (transcript === null) return <p className="text-sm text-muted">{s.gone}</p>;
  const { systemPrompt, messages, tools, answer, isCut } = transcript;
  return (
    <dl className="mt-2 flex min-w-0 flex-col gap-2.5 border-l-2 border-line pl-3 text-sm">
      {systemPrompt === '' ? null : <Said by={s.instructions}><Words text={systemPrompt} /></Said>}
      {messages.map(({ role, content }, at) => <Said key={`${at}`} by={t.asks.sampling.message(t.asks.sampling.roles[role], at + 1)}>{content.map((block, index) => <Block key={`${index}`} block={block} label={s.sent} />)}</Said>)}
      {tools.length === 0 ? null : <Said by={s.tools}><Words text={tools.join(', ')} /></Said>}
      {answer.length === 0 ? null : <Said by={s.sent}>{answer.map((block, index) => <Block key={`${index}`} block={block} label={s.sent} />)}</Said>}
      {isCut ? <dd className="text-muted">{s.cut}</dd> : null}
    </dl>
  );
}

function Said({ by, children }: { by: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{by}</dt>
      <dd className="flex min-w-0 flex-col gap-1">{children}</dd>
    </div>
  );
}

function Words({ text }: { text: string }) {
  return <p className="max-h-60 overflow-auto break-words whitespace-pre-wrap"><RevealText text={text} multiline /></p>;
}

function Block({ block, label }: { block: SamplingTranscript['messages'][number]['content'][number]; label: string }) {
  const s = useT().asks.sampling;
  switch (block.type) {
    case 'text':
      return <Words text={block.text} />;
    case 'tool_use':
      return <CodeText block label={label} text={`${block.name} ${JSON.stringify(block.input, null, 2)}`} className="max-h-60 overflow-auto" />;
    case 'tool_result':
      return <CodeText block label={label} text={block.text} className="max-h-60 overflow-auto" />;
    case 'image':
    case 'audio':
      return <p><RevealText text={s.file(block.mimeType, 0)} /></p>;
  }
}
