/** Everything that waits for the person, in one place: calls by server and chat, what servers ask, and which are muted. */
import { toolTitle } from '@portolan/i18n/tool-title';
import type { InteractionId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { BellOffIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useInteractions } from '../../host/queries.ts';
import { BatchOf, useGroups } from '../../lib/approval-batches.tsx';
import { isAsk } from '../../lib/ask-cards.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Quieted } from '../../lib/mutes.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { goToQuestion, useWantedQuestion } from '../../lib/questions.ts';
import { GuardStamp } from '../../lib/use-guard.ts';
import { AskCard } from './ask-card.tsx';

const none: readonly InteractionView[] = [];

export default function QuestionsPage({ question }: { question: InteractionId | undefined }) {
  const t = useT();
  const waiting = useInteractions().data ?? none;
  const groups = useGroups(waiting);
  const setWanted = useWantedQuestion((state) => state.set);
  useEffect(() => {
    // The person came for this one: by a notification they pressed.
    if (question !== undefined) setWanted(question);
  }, [question, setWanted]);
  return (
    <PageFrame title={t.asks.page.title}>
      <Column>
        {groups.length === 0 ? <EmptyState icon={<BellOffIcon />} title={t.asks.page.empty}>{t.asks.page.emptyText}</EmptyState> : null}
        <GuardStamp value={groups.flatMap(({ questions }) => questions.map(({ id }) => id)).join(' ')}>
          <ul className="flex min-w-0 flex-col gap-5">
            {groups.map(({ key, questions }) => <li key={key} className="min-w-0"><Questions questions={questions} /></li>)}
          </ul>
        </GuardStamp>
        <Quieted />
      </Column>
    </PageFrame>
  );
}

function Questions({ questions }: { questions: readonly InteractionView[] }) {
  const t = useT();
  const [first] = questions;
  if (first === undefined) return null;
  const inChat = first.conversationId === null ? null : (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="min-w-0 flex-1 break-words"><RevealText text={t.asks.page.inChat(first.conversationTitle || t.chat.untitled)} /></span>
      <Button size="sm" onClick={() => goToQuestion(first)}>{t.asks.page.goToChat}</Button>
    </p>
  );
  if (first.kind === 'result-review') return <Card level={2} title={<RevealText text={t.asks.page.result(first.serverName, toolTitle(first.tool, first.title, t))} />}>{inChat}</Card>;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {inChat}
      {isAsk(first) ? <AskCard asks={questions.filter(isAsk)} /> : <BatchOf questions={questions.filter((each) => each.kind === 'tool-approval')} />}
    </div>
  );
}
