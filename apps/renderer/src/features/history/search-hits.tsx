/** What a search through all chats found. */
import type { SearchHit } from '@portolan/contract/conversations';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { useConversations, useHostQuery } from '../../host/queries.ts';
import { hasFilters } from '../../lib/filter-address.ts';
import { ProjectBadge } from '../../lib/chat-badges.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useProjectOf } from '../../lib/projects.ts';
import { formatRoute } from '../../lib/router.ts';
import { NothingFound } from './filters/nothing-found.tsx';

const most = 100;

export interface SearchHitsProps {
  query: string;
  filters: ChatFilters;
  onFilters: (filters: ChatFilters) => void;
}

export function SearchHits({ query, filters, onFilters }: SearchHitsProps) {
  const t = useT();
  const isFiltered = hasFilters(filters);
  const { data, error, isPlaceholderData, refetch } = useHostQuery('conversations/search', { query, limit: most, ...(isFiltered ? { filters } : {}) }, { keep: true, fresh: true });
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="mb-2 text-sm text-muted" role="status">{data ? (data.hits.length >= most ? t.historyFilters.matchesOrMore(most) : data.hits.length > 0 ? t.history.found(data.hits.length) : null) : t.history.searching}</p>
      {data?.hits.length === 0 && isFiltered && !isPlaceholderData ? <NothingFound query={query} filters={filters} onChange={onFilters} /> : null}
      {data?.hits.length === 0 && !isFiltered ? <EmptyState title={<RevealText text={t.history.noMatch(query)} hideCount />} /> : null}
      <ul className="flex flex-col gap-1.5">
        {data?.hits.map((hit) => <Hit key={`${hit.conversationId} ${hit.messageId ?? ''}`} hit={hit} />)}
      </ul>
    </>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const t = useT();
  const format = useFormat();
  const projectId = useConversations().data?.find(({ id }) => id === hit.conversationId)?.projectId;
  const project = useProjectOf(projectId);
  return (
    <li>
      <a
        href={formatRoute({ at: 'chat', conversationId: hit.conversationId, ...(hit.messageId === null ? {} : { messageId: hit.messageId }) })}
        className="block rounded-lg border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong"
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 flex-1 basis-40 truncate text-sm font-medium"><RevealText text={hit.title || t.chat.untitled} hideCount /></span>
          {project ? <ProjectBadge name={project.name} /> : null}
          <time className="text-xs whitespace-nowrap text-subtle">{format.dateTime(hit.updatedAt)}</time>
        </span>
        <span className="mt-0.5 line-clamp-2 block text-sm wrap-anywhere text-muted">
          {hit.snippet.map((piece, index) =>
            piece.isHit ? (
              // oxlint-disable-next-line react/no-array-index-key -- pieces of one snippet never move
              <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-accent-fg"><RevealText text={piece.text} hideCount /></mark>
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- pieces of one snippet never move
              <RevealText key={index} text={piece.text} hideCount />
            ),
          )}
        </span>
      </a>
    </li>
  );
}
