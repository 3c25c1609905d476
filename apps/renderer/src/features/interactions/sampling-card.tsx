/** A server asks for a model's answer: read and changed before it is run, read and changed before it goes back (H50–H52, H05). */
import type { SamplingAnswer, SamplingView } from '@portolan/contract/sampling';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { ChevronDownIcon, PencilIcon, PlayIcon, SendIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useGuard } from '../../lib/use-guard.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { AskFrame } from './ask-frame.tsx';
import { SamplingAnswerFields } from './sampling-answer-fields.tsx';
import { draftOf, runOf } from './sampling-draft.ts';
import { SamplingRequestFields } from './sampling-request-fields.tsx';
import { useAnswer } from './use-answer.ts';

export function SamplingCard({ ask }: { ask: SamplingView }) {
  const t = useT();
  const s = t.asks.sampling;
  const format = useFormat();
  const card = useRef<HTMLElement>(null);
  const guard = useGuard(card);
  const answering = useAnswer(ask, card);
  const [draft, setDraft] = useState(() => draftOf(ask));
  const { phase } = ask;
  const [answer, setAnswer] = useState<{ hash: string; content: Extract<SamplingAnswer, { action: 'send' }>['content'] } | null>(null);
  const content = answer?.hash === ask.hash ? answer.content : phase.at === 'answer' ? phase.content : [];
  useFocusWhenWanted(ask.id, card);
  const act = (given: SamplingAnswer) => {
    if (!answering.isSending) answering.send(given);
  };
  const guarded = (event: SyntheticEvent, given: SamplingAnswer | null) => {
    if (given !== null && guard.accepts(event)) act(given);
  };
  const isHeld = guard.isGuarded || answering.isSending;
  return (
    <AskFrame
      ask={ask}
      ref={card}
      wants={phase.at === 'answer' ? s.wantsBack : s.wants}
      answering={answering}
      footer={
        <>
          <span className="flex items-center">
            <Button className="rounded-r-none" disabled={answering.isSending} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'deny' })}>{s.deny}</Button>
            <Menu trigger={<Button className="rounded-l-none border-l-0 px-1.5" disabled={answering.isSending} aria-label={t.asks.moreNo} icon={<ChevronDownIcon />} />}>
              <MenuItem onSelect={() => act({ kind: 'sampling', action: 'deny', stopAsking: true })} description={t.asks.stopHint}>{s.denyAll}</MenuItem>
            </Menu>
          </span>
          <span className="flex-1" />
          {phase.at === 'running' ? <Button onClick={() => act({ kind: 'sampling', action: 'stop' })}>{s.stop}</Button> : null}
          {phase.at === 'request' || phase.at === 'failed' ? (
            <>
              <Button icon={<PencilIcon />} disabled={answering.isSending} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'by-hand' })}>{s.byHand}</Button>
              <Button variant="primary" icon={<PlayIcon />} disabled={isHeld || draft.model === null} focusableWhenDisabled onClick={(event) => guarded(event, runOf(ask, draft))}>{s.run}</Button>
            </>
          ) : null}
          {phase.at === 'answer' ? (
            <>
              <Button disabled={answering.isSending} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'back' })}>{s.back}</Button>
              <Button variant="primary" icon={<SendIcon />} disabled={isHeld} focusableWhenDisabled onClick={(event) => guarded(event, content.length === 0 ? null : { kind: 'sampling', action: 'send', content })}>{s.send}</Button>
            </>
          ) : null}
        </>
      }
    >
      <p className="text-sm text-muted">{s.separate}</p>
      {phase.at === 'failed' ? <ProblemCallout problem={phase.problem} /> : null}
      {phase.at === 'running' ? <Callout tone="info" icon={<Spinner />}><RevealText text={s.running(phase.model)} /></Callout> : null}
      {phase.at === 'request' || phase.at === 'failed' ? <SamplingRequestFields ask={ask} draft={draft} onChange={setDraft} /> : null}
      {phase.at === 'answer' ? <SamplingAnswerFields ask={ask} model={phase.model} content={content} onChange={(next) => setAnswer({ hash: ask.hash, content: next })} /> : null}
      <p className="text-xs text-subtle">{s.spent(format.number(ask.spent.requests), format.number(ask.spent.tokens), format.number(ask.spent.tokenBudget))}</p>
    </AskFrame>
  );
}
