/** What every question of a server stands in: who asks, what for, what was asked in its words, and the ways to say no. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { ChevronDownIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import type { AskView } from '../../lib/ask-cards.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import type { Answering } from './use-answer.ts';

export interface AskFrameProps {
  ask: AskView;
  ref: Ref<HTMLElement>;
  /** What it wants, after the name of the server. */
  wants: string;
  answering: Answering;
  children: ReactNode;
  footer: ReactNode;
}

export function AskFrame({ ask, ref, wants, answering, children, footer }: AskFrameProps) {
  const t = useT();
  const titleId = useId();
  const { cause, round } = ask;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId} data-ask={ask.id} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <header className="flex min-w-0 items-start gap-2.5 border-b border-line bg-accent-soft px-3.5 py-2.5">
        <ServerIcon name={ask.serverName} size={1.5} />
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="text-sm break-words"><strong className="font-semibold"><RevealText text={ask.serverName} /></strong> {wants}</h3>
          <p className="text-xs break-words text-muted">
            <RevealText text={cause === null ? t.asks.unasked : cause.isCertain ? t.asks.because[cause.method](cause.name) : t.asks.perhapsBecause(cause.name)} />
          </p>
        </div>
      </header>
      <div className="flex min-w-0 flex-col gap-3.5 p-3.5">
        {round !== null && round.count > 1 ? <Callout tone="info">{t.asks.round(round.position, round.count, round.number)}</Callout> : null}
        {round !== null && round.count === 1 && round.number > 1 ? <Callout tone="info">{t.asks.laterRound(round.number)}</Callout> : null}
        {children}
        {answering.isStale ? <Callout tone="warn" alert>{t.asks.stale}</Callout> : null}
        {answering.problems.length > 0 ? <Callout tone="danger" alert>{t.asks.mend}</Callout> : null}
        {answering.error ? <ProblemCallout problem={answering.error.problem} /> : null}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-2.5">{footer}</footer>
    </section>
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

/** Decline and cancel are two answers; either is always possible. */
export function NoButtons({ isSending, onDecline, onCancel, onStop }: { isSending: boolean; onDecline: () => void; onCancel: () => void; onStop: () => void }) {
  const t = useT();
  return (
    <>
      <span className="flex items-center">
        <Button className="rounded-r-none" loading={isSending} title={t.asks.declineHint} onClick={onDecline}>{t.asks.decline}</Button>
        <Menu trigger={<Button className="rounded-l-none border-l-0 px-1.5" disabled={isSending} aria-label={t.asks.moreNo} icon={<ChevronDownIcon />} />}>
          <MenuItem onSelect={onStop} description={t.asks.stopHint}>{t.asks.stop}</MenuItem>
        </Menu>
      </span>
      <Button variant="ghost" disabled={isSending} title={t.asks.cancelHint} onClick={onCancel}>{t.asks.cancel}</Button>
      <span className="flex-1" />
    </>
  );
}
