/** Chats that pass the filters, where nothing is searched for. */
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { Skeleton } from '@portolan/ui/skeleton';
import { useEffect, useMemo, useRef } from 'react';
import { useConversations, useHostQuery } from '../../../host/queries.ts';
import { ChatList } from '../../../lib/chat-list.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { NothingFound } from './nothing-found.tsx';

export function FilteredChats({ filters, onFilters }: { filters: ChatFilters; onFilters: (filters: ChatFilters) => void }) {
  const t = useT();
  const all = useConversations().data;
  const { data, error, isPlaceholderData, refetch } = useHostQuery('conversations/filter', { filters }, { keep: true, fresh: true });
  const known = useRef(all);
  useEffect(() => {
    // Whenever a chat is another one, what passes may have changed with it.
    if (known.current !== undefined && known.current !== all) void refetch();
    known.current = all;
  }, [all, refetch]);
  const chats = useMemo(() => {
    const byId = new Map(all?.map((each) => [each.id, each]));
    return data?.ids.flatMap((id) => byId.get(id) ?? []);
  }, [all, data]);
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (chats === undefined) return <Skeleton className="h-24" />;
  if (chats.length === 0) return isPlaceholderData ? null : <NothingFound query="" filters={filters} onChange={onFilters} />;
  return (
    <>
      <p className="mb-2 text-sm text-muted" role="status">{t.historyFilters.chats(chats.length)}</p>
      <ChatList conversations={chats} />
    </>
  );
}
