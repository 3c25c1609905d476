/** Everything that a server wants at once before it goes on: one sheet, one send, one no for the whole of it (MRTR, E07, H34). */
import { mostRounds } from '@portolan/contract/asks';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { SendIcon } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import type { AskView } from '../../lib/ask-cards.tsx';
import { commandById } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { useAskDrafts } from './ask-drafts.ts';
import { NoButtons } from './ask-frame.tsx';
import { AskHeader } from './ask-header.tsx';
import { AskOf } from './ask-of.tsx';
import { noTo, readiness } from './ready-answer.ts';
import { SheetContext } from './sheet.ts';
import type { Sheet } from './sheet.ts';

export function RoundSheet({ asks, first }: { asks: readonly AskView[]; first: AskView }) {
  const t = useT();
  const s = t.asks.sheet;
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const guard = useGuard(card);
  const drafts = useAskDrafts((state) => state.drafts);
  const resolve = useHostMutation('interactions/resolveRound');
  const showFirstError = useFirstError(card);
  const [isTried, setIsTried] = useState(false);
  // What was said of an earlier step of one of them is over.
  const isAboutThis = resolve.variables?.answers.every(({ id, hash }) => asks.some((ask) => ask.id === id && ask.hash === hash)) ?? false;
  const result = isAboutThis ? resolve.data : undefined;
  const isSending = isAboutThis && (resolve.isPending || result?.accepted === true);
  const parts = asks.flatMap((ask) => {
    const ready = readiness(ask, drafts.get(ask.id));
    return ready === null ? [] : [{ ask, ready }];
  });
  const missing = parts.flatMap(({ ask, ready }) => ('missing' in ready ? [{ ask, what: ready.missing }] : []));
  const isRefused = missing.some(({ what }) => what === 'secret');
  const sheet = useMemo<Sheet>(() => ({ isTried, isSending, problemsOf: (id) => result?.problems?.find((each) => each.id === id)?.problems ?? [] }), [isTried, isSending, result]);
  const answer = (answers: readonly { ask: AskView; answer: InteractionAnswer }[]) => {
    if (isSending || answers.length === 0) return;
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    resolve.mutate(
      { answers: answers.map((each) => ({ id: each.ask.id, hash: each.ask.hash, answer: each.answer })) },
      {
        onSuccess: ({ accepted }) => {
          if (!accepted || !hadFocus) return;
          const composer = commandById('composer.focus');
          if (composer) composer.run();
          else document.querySelector<HTMLElement>('#main')?.focus();
        },
      },
    );
  };
  const send = (event: SyntheticEvent) => {
    setIsTried(true);
    const answers = parts.flatMap(({ ask, ready }) => ('answer' in ready ? [{ ask, answer: ready.answer }] : []));
    if (answers.length < parts.length) showFirstError();
    else if (guard.accepts(event)) answer(answers);
  };
  const no = (action: 'decline' | 'cancel', stopAsking = false) => answer(parts.map(({ ask }) => ({ ask, answer: noTo(ask, action, stopAsking) })));
  const position = (ask: AskView) => ask.round?.position ?? 1;
  return (
    <section ref={card} tabIndex={-1} aria-labelledby={titleId} data-sheet={first.round?.id} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <AskHeader ask={first} wants={s.wants(asks.length)} titleId={titleId} />
      <div className="flex min-w-0 flex-col gap-3.5 p-3.5">
        <p className="text-sm text-muted">{s.whole} {first.round === null || first.round.number === 1 ? null : s.round(first.round.number, mostRounds)}</p>
        <SheetContext value={sheet}>
          <ol className="flex min-w-0 flex-col gap-3.5">
            {asks.map((ask) => <li key={ask.id} className="min-w-0 rounded-md border border-line p-3"><AskOf ask={ask} /></li>)}
          </ol>
        </SheetContext>
        {(isTried || isRefused) && missing.length > 0 ? (
          <Callout tone="warn" alert>
            <ul>{missing.map(({ ask, what }) => <li key={ask.id}>{s.missing[what](position(ask))}</li>)}</ul>
          </Callout>
        ) : null}
        {result?.accepted === false ? <Callout tone={result.problems === undefined ? 'warn' : 'danger'} alert>{result.problems === undefined ? t.asks.stale : t.asks.mend}</Callout> : null}
        {isAboutThis && resolve.error ? <ProblemCallout problem={resolve.error.problem} /> : null}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-2.5">
        <NoButtons isGuarded={guard.isGuarded} isSending={isSending} onDecline={() => no('decline')} onCancel={() => no('cancel')} onStop={() => no('decline', true)} />
        <span className="flex-1" />
        {isRefused ? null : <Button variant="primary" icon={<SendIcon />} disabled={guard.isGuarded || isSending} focusableWhenDisabled onClick={send}>{s.send}</Button>}
      </footer>
    </section>
  );
}
