/** What every question of a server stands in: who asks, what for, what was asked in its words, and the ways to say no. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronDownIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { mostRounds } from '@portolan/contract/asks';
import type { AskView } from '../../lib/ask-cards.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { AskHeader } from './ask-header.tsx';
import { useSheet } from './sheet.ts';
import type { Answering } from './use-answer.ts';

export interface AskFrameProps {
  ask: AskView;
  ref: Ref<HTMLElement>;
  /** What it wants, after the name of the server. */
  wants: string;
  answering: Answering;
  children: ReactNode;
  /** The ways to say no. On a sheet the sheet has them. */
  no: ReactNode;
  /** Presses that lead on without settling the question. */
  steps?: ReactNode;
  /** The press that sends the answer. On a sheet the sheet has it. */
  send?: ReactNode;
}

export function AskFrame(props: AskFrameProps) {
  const sheet = useSheet();
  return sheet === null ? <WholeQuestion {...props} /> : <PartOfSheet {...props} />;
}

function WholeQuestion({ ask, ref, wants, answering, children, no, steps, send }: AskFrameProps) {
  const t = useT();
  const titleId = useId();
  const { round } = ask;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId} data-ask={ask.id} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <AskHeader ask={ask} wants={wants} titleId={titleId} />
      <div className="flex min-w-0 flex-col gap-3.5 p-3.5">
        {round !== null && round.number > 1 ? <Callout tone="info">{t.asks.laterRound(round.number)} {t.asks.sheet.round(round.number, mostRounds)}</Callout> : null}
        {children}
        <WhatWentWrong answering={answering} />
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-2.5">
        {no}
        <span className="flex-1" />
        {steps}
        {send}
      </footer>
    </section>
  );
}

function PartOfSheet({ ask, ref, wants, answering, children, steps }: AskFrameProps) {
  const t = useT();
  const titleId = useId();
  const { position = 1, count = 1 } = ask.round ?? {};
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId} data-ask={ask.id} className="flex min-w-0 flex-col gap-3.5">
      <h4 id={titleId} className="text-sm break-words">
        <span className="mr-2 rounded-sm bg-sunken px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap">{t.asks.sheet.part(position, count)}</span>
        <RevealText text={ask.serverName} /> {wants}
      </h4>
      {children}
      <WhatWentWrong answering={answering} />
      {steps === undefined || steps === null ? null : <div className="flex flex-wrap justify-end gap-2">{steps}</div>}
    </section>
  );
}

function WhatWentWrong({ answering }: { answering: Answering }) {
  const t = useT();
  return (
    <>
      {answering.isStale ? <Callout tone="warn" alert>{t.asks.stale}</Callout> : null}
      {answering.problems.length > 0 ? <Callout tone="danger" alert>{t.asks.mend}</Callout> : null}
      {answering.error ? <ProblemCallout problem={answering.error.problem} /> : null}
    </>
  );
}

/** What a server says, as plain text: nothing in it can be pressed (E06). */
export function ServerWords({ text }: { text: string }) {
  const t = useT();
  if (text.trim() === '') return null;
  return (
    <figure>
      <figcaption className="text-xs text-subtle">{t.asks.itsWords}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <blockquote className="mt-1 max-h-72 overflow-auto border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap" tabIndex={0}><RevealText text={text} multiline /></blockquote>
    </figure>
  );
}

export interface NoButtonsProps {
  /** The first moments, when a press may have been meant for what stood here before (T:J10). */
  isGuarded: boolean;
  isSending: boolean;
  onDecline: () => void;
  onCancel: () => void;
  onStop: () => void;
}

/** Decline and cancel are two answers; either is possible without having read anything. */
export function NoButtons({ isGuarded, isSending, onDecline, onCancel, onStop }: NoButtonsProps) {
  const t = useT();
  return (
    <>
      <span className="flex items-center">
        <Button className="rounded-r-none" loading={isSending} disabled={isGuarded} focusableWhenDisabled title={t.asks.declineHint} onClick={onDecline}>{t.asks.decline}</Button>
        <Menu trigger={<Button className="rounded-l-none border-l-0 px-1.5" disabled={isSending} aria-label={t.asks.moreNo} icon={<ChevronDownIcon />} />}>
          <MenuItem onSelect={onStop} description={t.asks.stopHint}>{t.asks.stop}</MenuItem>
        </Menu>
      </span>
      <Button variant="ghost" disabled={isGuarded || isSending} focusableWhenDisabled title={t.asks.cancelHint} onClick={onCancel}>{t.asks.cancel}</Button>
    </>
  );
}
