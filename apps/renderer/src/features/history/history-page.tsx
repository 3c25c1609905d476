/** All chats by date, and a search through everything said in them (C10). */
import type { ChatFilters } from '@portolan/contract/chat-filters';
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { ArchiveIcon, HistoryIcon, SearchIcon, UploadIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConversations, useHostQuery, useProjects } from '../../host/queries.ts';
import { hasFilters } from '../../lib/filter-address.ts';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import type { HistoryShow } from '../../lib/router.ts';
import { ChatList } from '../../lib/chat-list.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { FilteredChats } from './filters/filtered-chats.tsx';
import { takeOperators } from './filters/operators.ts';
import { SearchHits } from './search-hits.tsx';

const pauseMs = 150;
/** As the contract has it. */
const longestQuery = 500;

const none: ChatFilters = {};

export default function HistoryPage({ query, show, filters = none }: { query: string; show: HistoryShow | undefined; filters: ChatFilters | undefined }) {
  const t = useT();
  const projects = useProjects().data;
  const { data: choices } = useHostQuery('conversations/filterChoices', {}, { fresh: true });
  const known = { projects: projects ?? [], servers: choices?.servers ?? [], models: choices?.models ?? [] };
  const go = (next: { query?: string; filters?: ChatFilters }) => navigate({ at: 'history', query, ...(show === undefined ? {} : { show }), filters, ...next }, { replace: true });
  const [text, setText] = useQueryText(query, (next) => go({ query: next }));
  /** What is finished of typed filters becomes a chip. */
  const type = (typed: string, isDone: boolean) => {
    const taken = takeOperators(typed, known, isDone);
    setText(taken.text);
    if (hasFilters(taken.filters)) go({ query: taken.text.trim(), filters: { ...filters, ...taken.filters } });
  };
  const setFilters = (next: ChatFilters) => go({ filters: next });
  return (
    <PageFrame title={t.history.title} actions={<Button size="sm" icon={<UploadIcon />} onClick={() => navigate({ at: 'import-chats' })}>{t.chatImports.open}</Button>}>
      <Column>
        <Input
          ref={focusOnMount}
          size="lg"
          type="search"
          aria-label={t.history.search}
          placeholder={t.history.search}
          icon={<SearchIcon />}
          maxLength={longestQuery}
          value={text}
          onValueChange={(next) => type(next, false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) type(text, true);
          }}
        />
        <FilterBar filters={filters} onChange={setFilters} />
        <div className="mt-5">{query.trim() !== '' ? <SearchHits query={query} filters={filters} onFilters={setFilters} /> : hasFilters(filters) ? <FilteredChats filters={filters} onFilters={setFilters} /> : <AllChats show={show} />}</div>
      </Column>
    </PageFrame>
  );
}

/** The field follows the address, and the address follows the field a moment later. */
function useQueryText(query: string, go: (query: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (query !== known) {
    // The address was changed elsewhere: by "back", or by a search from the palette.
    setKnown(query);
    setText(query);
  }
  useEffect(() => {
    if (text === query) return undefined;
    const timer = setTimeout(() => {
      setKnown(text);
      go(text);
    }, pauseMs);
    return () => clearTimeout(timer);
    // Where to is that of the moment at which it goes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, query]);
  return [text, setText];
}

const isShown: Readonly<Record<HistoryShow | 'chats', (chat: ConversationView) => boolean>> = {
  chats: ({ place }) => place !== 'archived',
  archive: ({ place }) => place === 'archived',
  imported: ({ importedFrom }) => importedFrom !== undefined,
};

function AllChats({ show }: { show: HistoryShow | undefined }) {
  const t = useT();
  const shown = show ?? 'chats';
  const { data, error, retry } = useConversations();
  if (!data) return error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : <Skeleton className="h-24" />;
  if (data.length === 0) return <EmptyState icon={<HistoryIcon />} title={t.app.nav.noChats} actions={<Button onClick={() => navigate({ at: 'import-chats' })}>{t.chatImports.open}</Button>}>{t.history.empty}</EmptyState>;
  const chats = data.filter(isShown[shown]);
  const choices = (['chats', 'archive', 'imported'] as const).filter((each) => each !== 'imported' || shown === each || data.some(isShown.imported));
  return (
    <>
      <Select
        size="sm"
        className="mb-4 w-40"
        aria-label={t.history.show}
        value={shown}
        onValueChange={(next) => navigate({ at: 'history', query: '', ...(next === 'chats' ? {} : { show: next }) }, { replace: true })}
        items={choices.map((value) => ({ value, label: t.history.shown[value] }))}
      />
      {chats.length === 0 && shown === 'archive' ? <EmptyState icon={<ArchiveIcon />} title={t.history.archive}>{t.history.archiveEmpty}</EmptyState> : null}
      {chats.length === 0 && shown === 'imported' ? <EmptyState icon={<UploadIcon />} title={t.history.importedEmpty} /> : null}
      <ChatList key={shown} conversations={chats} />
    </>
  );
}
