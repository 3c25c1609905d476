/** Chats grouped by how long ago they were last used. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { memo, useMemo, useState } from 'react';
import { ChatStateBadge, ProjectBadge } from './chat-badges.tsx';
import { useFormat, useT } from './i18n.tsx';
import { useProjectOf } from './projects.ts';
import { formatRoute } from './router.ts';
import { useNow } from './use-now.ts';
import { ageOf, ages } from './ages.ts';

/** More than these are shown by a press: a page of ten thousand rows helps nobody. */
const rowsAtOnce = 200;

export interface ChatListProps {
  /** Newest first. */
  conversations: readonly ConversationView[];
  /** All of them are of one project, which need not be said of each. */
  isInProject?: boolean;
}

export function ChatList({ conversations, isInProject = false }: ChatListProps) {
  const t = useT();
  const now = useNow(60_000);
  const [most, setMost] = useState(rowsAtOnce);
  const groups = useMemo(() => {
    const shown = conversations.slice(0, most);
    return ages.map((age) => ({ age, chats: shown.filter((each) => ageOf(each.updatedAt, now) === age) })).filter((group) => group.chats.length > 0);
  }, [conversations, most, now]);
  const left = conversations.length - most;
  return (
    <>
      {groups.map(({ age, chats }) => (
        <section key={age} className="mb-5">
          <h2 className="mb-1 px-2.5 text-xs font-medium text-subtle">{t.history[age]}</h2>
          <ul>{chats.map((each) => <Row key={each.id} conversation={each} isInProject={isInProject} />)}</ul>
        </section>
      ))}
      {left > 0 ? <Button variant="ghost" onClick={() => setMost(most + rowsAtOnce)}>{t.shell.showMore(left)}</Button> : null}
    </>
  );
}

const Row = memo(function Row({ conversation, isInProject }: { conversation: ConversationView; isInProject: boolean }) {
  const t = useT();
  const project = useProjectOf(conversation.projectId);
  const format = useFormat();
  return (
    <li>
      <a href={formatRoute({ at: 'chat', conversationId: conversation.id })} className="flex flex-wrap items-baseline gap-x-3 rounded-md px-2.5 py-2 text-sm hover:bg-hover">
        <span className="min-w-0 flex-1 basis-40 truncate"><RevealText text={conversation.title || t.chat.untitled} hideCount /></span>
        {conversation.place === 'pinned' ? <Badge tone="neutral">{t.history.pinned}</Badge> : null}
        {conversation.place === 'archived' ? <Badge tone="neutral">{t.history.archive}</Badge> : null}
        {project && !isInProject ? <ProjectBadge name={project.name} /> : null}
        {conversation.importedFrom ? <Badge tone="neutral">{t.chatImports.badge(t.chatImports.sources[conversation.importedFrom])}</Badge> : null}
        <ChatStateBadge conversation={conversation} />
        <span className="text-xs whitespace-nowrap text-subtle">{t.history.messages(conversation.messageCount)}</span>
        <time className="text-xs whitespace-nowrap text-subtle">{format.dateTime(conversation.updatedAt)}</time>
      </a>
    </li>
  );
});
