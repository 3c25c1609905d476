/** A page that a server wants opened: shown whole, opened outside and only by a press, then waited for (H36–H41, H46). */
import type { ElicitationView } from '@portolan/contract/elicitation';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Spinner } from '@portolan/ui/spinner';
import { CheckIcon, ExternalLinkIcon } from 'lucide-react';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useGuard } from '../../lib/use-guard.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { AskFrame, NoButtons, ServerWords } from './ask-frame.tsx';
import { useSheet } from './sheet.ts';
import { UrlText } from './url-text.tsx';
import { useAnswer } from './use-answer.ts';

type UrlRequest = Extract<ElicitationView['request'], { mode: 'url' }>;

export function ElicitationUrl({ ask, request }: { ask: ElicitationView; request: UrlRequest }) {
  const t = useT();
  const u = t.asks.url;
  const card = useRef<HTMLElement>(null);
  const guard = useGuard(card);
  const answering = useAnswer(ask, card);
  const page = useHostMutation('interactions/openPage');
  const sheet = useSheet();
  useFocusWhenWanted(ask.id, card);
  const open = (event: SyntheticEvent) => {
    if (page.isPending || answering.isSending || !guard.accepts(event)) return;
    page.mutate(
      { id: ask.id, hash: ask.hash },
      {
        onSuccess: (result) => {
          if (result.outcome === 'open-in-tab') window.open(result.href, '_blank', 'noopener,noreferrer');
        },
      },
    );
  };
  const done = (event: SyntheticEvent) => {
    if (!answering.isSending && guard.accepts(event)) answering.send({ kind: 'elicitation', action: 'accept' });
  };
  const no = (action: 'decline' | 'cancel', stopAsking = false) => answering.send({ kind: 'elicitation', action, ...(stopAsking ? { stopAsking } : {}) });
  const isHeld = guard.isGuarded || answering.isSending || page.isPending;
  const openButton = (
    <Button variant={request.phase === 'ask' ? 'primary' : 'secondary'} icon={<ExternalLinkIcon />} disabled={isHeld} focusableWhenDisabled onClick={open}>
      {request.phase === 'ask' ? u.open : u.openAgain}
    </Button>
  );
  return (
    <AskFrame
      ask={ask}
      ref={card}
      wants={t.asks.wantsPage}
      answering={answering}
      no={
        request.phase === 'waiting'
          ? <Button loading={answering.isSending} disabled={guard.isGuarded} focusableWhenDisabled onClick={() => no('cancel')}>{u.hide}</Button>
          : <NoButtons isGuarded={guard.isGuarded} isSending={answering.isSending} onDecline={() => no('decline')} onCancel={() => no('cancel')} onStop={() => no('decline', true)} />
      }
      steps={openButton}
      send={request.phase === 'opened' ? <Button variant="primary" icon={<CheckIcon />} disabled={isHeld} focusableWhenDisabled onClick={done}>{u.done}</Button> : null}
    >
      <ServerWords text={ask.message} />
      <UrlText url={request.url} />
      {request.phase === 'ask' ? <p className="text-sm text-muted">{u.outside}</p> : null}
      {request.phase === 'opened' ? <Callout tone="info">{sheet === null ? u.opened : t.asks.sheet.pageReady}</Callout> : null}
      {request.phase === 'waiting' ? <Callout tone="info" icon={<Spinner />}>{u.waiting}</Callout> : null}
      {page.error ? <ProblemCallout problem={page.error.problem} /> : null}
    </AskFrame>
  );
}
