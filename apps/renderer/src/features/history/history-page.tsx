/** All chats by date, and a search through everything said in them (C10). */
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { ArchiveIcon, HistoryIcon, SearchIcon, UploadIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConversations } from '../../host/queries.ts';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import type { HistoryShow } from '../../lib/router.ts';
import { ChatList } from './chat-list.tsx';
import { SearchHits } from './search-hits.tsx';

const pauseMs = 150;
/** As the contract has it. */
const longestQuery = 500;

export default function HistoryPage({ query, show }: { query: string; show: HistoryShow | undefined }) {
  const t = useT();
  const [text, setText] = useQueryText(query);
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
          onValueChange={(next) => setText(next)}
        />
        <div className="mt-5">{query.trim() === '' ? <AllChats show={show} /> : <SearchHits query={query} />}</div>
      </Column>
    </PageFrame>
  );
}

/** The field follows the address, and the address follows the field a moment later. */
function useQueryText(query: string): [string, (text: string) => void] {
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
      navigate({ at: 'history', query: text }, { replace: true });
    }, pauseMs);
    return () => clearTimeout(timer);
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
