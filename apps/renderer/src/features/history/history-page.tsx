/** All chats by date, and a search through everything said in them (C10). */
import type { SearchHit } from '@portolan/contract/conversations';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { HistoryIcon, SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConversations, useHostQuery } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute, navigate } from '../../lib/router.ts';
import { ChatList } from './chat-list.tsx';

const pauseMs = 150;
const most = 100;

export default function HistoryPage({ query }: { query: string }) {
  const t = useT();
  const [text, setText] = useState(query);
  const conversations = useConversations().data;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text !== query) navigate({ at: 'history', query: text }, { replace: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, query]);
  return (
    <PageFrame title={t.history.title}>
      <Column>
        <Input autoFocus size="lg" type="search" aria-label={t.history.search} placeholder={t.history.search} icon={<SearchIcon />} value={text} onValueChange={setText} />
        <div className="mt-5">
          {query.trim() !== '' ? (
            <Hits query={query} />
          ) : conversations?.length === 0 ? (
            <EmptyState icon={<HistoryIcon />} title={t.app.nav.noChats}>{t.history.empty}</EmptyState>
          ) : (
            <ChatList conversations={conversations ?? []} />
          )}
        </div>
      </Column>
    </PageFrame>
  );
}

function Hits({ query }: { query: string }) {
  const t = useT();
  const { data, error, isFetching } = useHostQuery('conversations/search', { query, limit: most });
  if (error) return <ProblemCallout problem={error.problem} />;
  if (!data) return <p className="text-sm text-muted" role="status">{isFetching ? t.history.searching : null}</p>;
  if (data.hits.length === 0) return <EmptyState title={t.history.noMatch(query)} />;
  return (
    <>
      <p className="mb-2 text-sm text-muted" role="status">{t.history.found(data.hits.length)}</p>
      <ul className="flex flex-col gap-1.5">
        {data.hits.map((hit) => <Hit key={`${hit.conversationId} ${hit.messageId ?? ''}`} hit={hit} />)}
      </ul>
    </>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const t = useT();
  const format = useFormat();
  return (
    <li>
      <a
        href={formatRoute({ at: 'chat', conversationId: hit.conversationId, ...(hit.messageId === null ? {} : { messageId: hit.messageId }) })}
        className="block rounded-lg border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-sm font-medium"><RevealText text={hit.title || t.chat.untitled} hideCount /></span>
          <time className="text-xs whitespace-nowrap text-subtle">{format.dateTime(hit.updatedAt)}</time>
        </span>
        <span className="mt-0.5 line-clamp-2 block text-sm break-words text-muted">
          {hit.snippet.map((piece, index) =>
            piece.isHit ? (
              // eslint-disable-next-line react/no-array-index-key -- pieces of one snippet never move
              <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-accent-fg"><RevealText text={piece.text} hideCount /></mark>
            ) : (
              // eslint-disable-next-line react/no-array-index-key -- pieces of one snippet never move
              <RevealText key={index} text={piece.text} hideCount />
            ),
          )}
        </span>
      </a>
    </li>
  );
}
