/** What to go on with: servers that wait for the person, and the chats used last. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { Problem } from '@portolan/contract/errors';
import type { ServerView } from '@portolan/contract/servers';
import { RevealText } from '@portolan/ui/reveal-text';
import { StatusDot } from '@portolan/ui/status-dot';
import { MessageSquareIcon } from 'lucide-react';
import { Suspense } from 'react';
import { ChatStateBadge } from '../../lib/chat-badges.tsx';
import { useFormat, useFirstT } from '../../lib/i18n.tsx';
import { useProblemText } from '../../lib/problem.tsx';
import { formatRoute } from '../../lib/router.ts';
import { needsAttention, serverTone, shownState } from '../../lib/server-state.ts';
import { ServerPicture } from '../../lib/server-picture.tsx';
import { useNow } from '../../lib/use-now.ts';

const shownChats = 6;

export function Attention({ servers }: { servers: readonly ServerView[] }) {
  const t = useFirstT();
  const waiting = servers.filter(needsAttention);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={t.shell.attention}>
      <h3 className="mb-2 text-sm font-medium text-muted">{t.shell.attention}</h3>
      <ul className="flex flex-col gap-2">
        {waiting.map((server) => <WaitingServer key={server.id} server={server} />)}
      </ul>
    </section>
  );
}

function WaitingServer({ server }: { server: ServerView }) {
  const t = useFirstT();
  return (
    <li>
      <a href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })} className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-sm shadow-sm hover:border-line-strong">
        <ServerPicture server={server} size={1.5} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium"><RevealText text={server.name} hideCount /></span>
          {server.isReviewed && server.problem ? <Suspense fallback={<br />}><ProblemLine problem={server.problem} /></Suspense> : null}
        </span>
        <StatusDot tone={serverTone(server)} text={t.servers.state[shownState(server)]} className="whitespace-nowrap" />
      </a>
    </li>
  );
}

function ProblemLine({ problem }: { problem: Problem }) {
  return <span className="block truncate text-muted"><RevealText text={useProblemText()(problem).title} hideCount /></span>;
}

export function RecentChats({ conversations }: { conversations: readonly ConversationView[] }) {
  const t = useFirstT();
  const format = useFormat();
  const now = useNow(60_000);
  if (conversations.length === 0) return null;
  return (
    <section aria-label={t.shell.recentChats}>
      <h3 className="mb-1 text-sm font-medium text-muted">{t.shell.recentChats}</h3>
      <ul className="-mx-2.5">
        {conversations.slice(0, shownChats).map((each) => (
          <li key={each.id}>
            <a href={formatRoute({ at: 'chat', conversationId: each.id })} className="flex min-w-0 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm hover:bg-hover">
              <MessageSquareIcon className="size-4 shrink-0 text-subtle" aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate"><RevealText text={each.title || t.chat.untitled} hideCount /></span>
              <ChatStateBadge conversation={each} />
              <time className="text-xs whitespace-nowrap text-subtle">{format.relative(Math.min(each.updatedAt, now), now)}</time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
