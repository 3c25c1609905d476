/** Everything that waits for the person, in one place: what servers ask, and the ways to the calls that wait in chats. */
import type { InteractionView } from '@portolan/contract/interactions';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { BellOffIcon } from 'lucide-react';
import { useInteractions } from '../../host/queries.ts';
import { isAsk, keyOf, sheetsOf } from '../../lib/ask-cards.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { goToQuestion } from '../../lib/questions.ts';
import { AskCard } from './ask-card.tsx';

export default function QuestionsPage() {
  const t = useT();
  const waiting = useInteractions().data ?? [];
  return (
    <PageFrame title={t.asks.page.title}>
      <Column>
        {waiting.length === 0 ? <EmptyState icon={<BellOffIcon />} title={t.asks.page.empty}>{t.asks.page.emptyText}</EmptyState> : null}
        <ul className="flex min-w-0 flex-col gap-5">
          {sheetsOf(waiting).map((sheet) => <li key={keyOf(sheet)} className="min-w-0"><Questions sheet={sheet} /></li>)}
        </ul>
      </Column>
    </PageFrame>
  );
}

function Questions({ sheet }: { sheet: readonly InteractionView[] }) {
  const t = useT();
  const [question] = sheet;
  if (question === undefined) return null;
  const inChat = question.conversationId === null ? null : (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="min-w-0 flex-1 break-words"><RevealText text={t.asks.page.inChat(question.conversationTitle || t.chat.untitled)} /></span>
      <Button size="sm" onClick={() => goToQuestion(question)}>{t.asks.page.goToChat}</Button>
    </p>
  );
  if (isAsk(question)) {
    return (
      <div className="flex min-w-0 flex-col gap-2">
        {inChat}
        <AskCard asks={sheet.filter(isAsk)} />
      </div>
    );
  }
  if (question.kind === 'result-review') return <Card level={2} title={<RevealText text={t.asks.page.result(question.serverName, question.title ?? question.tool)} />}>{inChat}</Card>;
  return <Card level={2} title={<RevealText text={t.asks.page.approval(question.serverName, question.tool.title ?? question.tool.name)} />}>{inChat}</Card>;
}
