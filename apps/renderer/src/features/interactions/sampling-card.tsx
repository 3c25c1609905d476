/** A server asks for a model's answer: read and changed before it is run, read and changed before it goes back (H50–H52, H05). */
import type { SamplingAnswer, SamplingView } from '@portolan/contract/sampling';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { ChevronDownIcon, PencilIcon, PlayIcon, SendIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { answerOf, draftBlocks } from './answer-blocks.ts';
import { useAskDraft } from './ask-drafts.ts';
import { AskFrame } from './ask-frame.tsx';
import { SamplingAnswerFields } from './sampling-answer-fields.tsx';
import { draftOf, runOf } from './sampling-draft.ts';
import { SamplingRequestFields } from './sampling-request-fields.tsx';
import { SamplingSpentLine } from './sampling-spent.tsx';
import { useSheet } from './sheet.ts';
import { useAnswer } from './use-answer.ts';

export function SamplingCard({ ask }: { ask: SamplingView }) {
  const t = useT();
  const s = t.asks.sampling;
  const card = useRef<HTMLElement>(null);
  const guard = useGuard(card);
  const answering = useAnswer(ask, card);
  const sheet = useSheet();
  const [kept, keep] = useAskDraft(ask.id);
  const draft = useMemo(() => kept.request ?? draftOf(ask), [kept.request, ask]);
  const [isTried, setIsTried] = useState(false);
  const showFirstError = useFirstError(card);
  const { phase } = ask;
  const { tools } = ask.request;
  const blocks = useMemo(() => (kept.answer?.hash === ask.hash ? kept.answer.blocks : phase.at === 'answer' ? draftBlocks(tools, phase.content) : []), [kept.answer, ask.hash, phase, tools]);
  useFocusWhenWanted(ask.id, card);
  const act = (given: SamplingAnswer) => {
    if (!answering.isSending) answering.send(given);
  };
  const run = (event: SyntheticEvent) => {
    const given = runOf(ask, draft);
    if (given !== null && guard.accepts(event)) act(given);
  };
  const send = (event: SyntheticEvent) => {
    setIsTried(true);
    const content = answerOf(tools, blocks);
    if (content === null) showFirstError();
    else if (guard.accepts(event)) act({ kind: 'sampling', action: 'send', content });
  };
  const isHeld = guard.isGuarded || answering.isSending;
  const isOpen = phase.at === 'request' || phase.at === 'failed';
  return (
    <AskFrame
      ask={ask}
      ref={card}
      wants={phase.at === 'answer' ? s.wantsBack : s.wants}
      answering={answering}
      no={
        <span className="flex items-center">
          <Button className="rounded-r-none" disabled={isHeld} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'deny' })}>{s.deny}</Button>
          <Menu trigger={<Button className="rounded-l-none border-l-0 px-1.5" disabled={answering.isSending} aria-label={t.asks.moreNo} icon={<ChevronDownIcon />} />}>
            <MenuItem onSelect={() => act({ kind: 'sampling', action: 'deny', stopAsking: true })} description={t.asks.stopHint}>{s.denyAll}</MenuItem>
          </Menu>
        </span>
      }
      steps={
        <>
          {phase.at === 'running' ? <Button onClick={() => act({ kind: 'sampling', action: 'stop' })}>{s.stop}</Button> : null}
          {isOpen ? <Button icon={<PencilIcon />} disabled={answering.isSending} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'by-hand' })}>{s.byHand}</Button> : null}
          {isOpen ? <Button variant="primary" icon={<PlayIcon />} disabled={isHeld || draft.model === null} focusableWhenDisabled onClick={run}>{s.run}</Button> : null}
          {phase.at === 'answer' ? <Button disabled={answering.isSending} focusableWhenDisabled onClick={() => act({ kind: 'sampling', action: 'back' })}>{s.back}</Button> : null}
        </>
      }
      send={phase.at === 'answer' ? <Button variant="primary" icon={<SendIcon />} disabled={isHeld} focusableWhenDisabled onClick={send}>{s.send}</Button> : null}
    >
      <p className="text-sm text-muted">{s.separate}</p>
      {phase.at === 'failed' ? <ProblemCallout problem={phase.problem} /> : null}
      {phase.at === 'running' ? <Callout tone="info" icon={<Spinner />}><RevealText text={s.running(phase.model)} /></Callout> : null}
      {isOpen ? <SamplingRequestFields ask={ask} draft={draft} onChange={(request) => keep({ request })} /> : null}
      {phase.at === 'answer' ? <SamplingAnswerFields ask={ask} phase={phase} blocks={blocks} showErrors={isTried || sheet?.isTried === true} onChange={(next) => keep({ answer: { hash: ask.hash, blocks: next } })} /> : null}
      <SamplingSpentLine spent={ask.spent} />
    </AskFrame>
  );
}
