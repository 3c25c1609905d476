/** Chats grouped by how long ago they were last used. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Badge } from '@portolan/ui/badge';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';
import { useNow } from '../../lib/use-now.ts';

type Age = 'today' | 'yesterday' | 'lastWeek' | 'lastMonth' | 'older';
const ages: Age[] = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'older'];
const day = 86_400_000;

/** By calendar days of this machine, not by hours. */
export function ageOf(moment: number, now: number): Age {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (moment >= midnight) return 'today';
  if (moment >= midnight - day) return 'yesterday';
  if (moment >= midnight - 7 * day) return 'lastWeek';
  return moment >= midnight - 30 * day ? 'lastMonth' : 'older';
}

export function ChatList({ conversations }: { conversations: ConversationView[] }) {
  const t = useT();
  const now = useNow(60_000);
  const groups = useMemo(() => ages.map((age) => ({ age, chats: conversations.filter((each) => ageOf(each.updatedAt, now) === age) })).filter((group) => group.chats.length > 0), [conversations, now]);
  return groups.map(({ age, chats }) => (
    <section key={age} className="mb-5">
      <h2 className="mb-1 text-xs font-medium text-subtle">{t.history[age]}</h2>
      <ul>{chats.map((each) => <Row key={each.id} conversation={each} />)}</ul>
    </section>
  ));
}

function Row({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const format = useFormat();
  return (
    <li>
      <a href={formatRoute({ at: 'chat', conversationId: conversation.id })} className="flex items-baseline gap-3 rounded-md px-2.5 py-2 text-sm hover:bg-hover">
        <span className="min-w-0 flex-1 truncate"><RevealText text={conversation.title || t.chat.untitled} hideCount /></span>
        {conversation.isRunning ? <Badge tone="accent">{t.history.running}</Badge> : null}
        <span className="text-xs whitespace-nowrap text-subtle">{t.history.messages(conversation.messageCount)}</span>
        <time className="text-xs whitespace-nowrap text-subtle">{format.dateTime(conversation.updatedAt)}</time>
      </a>
    </li>
  );
}
