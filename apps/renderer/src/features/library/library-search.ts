/** What the library is asked, and the pages of its answers. */
import type { InputOf, OutputOf } from '@portolan/contract/contract';
import type { LibraryHit } from '@portolan/contract/library';
import type { HostError } from '@portolan/contract/errors';
import { useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import type { Route } from '../../lib/router.ts';

export type LibraryRoute = Extract<Route, { at: 'library' }>;
export type LibrarySearch = Omit<InputOf<'library/search'>, 'offset' | 'limit'>;

/** Entries read at once. */
export const pageSize = 60;

export const groupings = ['server', 'kind', 'folder', 'none'] as const;
export type Grouping = (typeof groupings)[number];

const groupingKey = 'portolan.library.group';

export function lastGrouping(): Grouping {
  try {
    return groupings.find((each) => each === localStorage.getItem(groupingKey)) ?? 'server';
  } catch {
    return 'server';
  }
}

export function keepGrouping(grouping: Grouping): void {
  try {
    localStorage.setItem(groupingKey, grouping);
  } catch {
    // Then it is as usual the next time.
  }
}

export function searchOf({ query = '', kind, serverId }: LibraryRoute, grouping: Grouping): LibrarySearch {
  return {
    text: query.slice(0, 1000),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(serverId === undefined ? {} : { serverIds: [serverId] }),
    ...(grouping === 'none' ? {} : { groupBy: grouping }),
  };
}

export interface Answered {
  /** The question it answers: while the next one is looked for, this is still shown. */
  search: LibrarySearch;
  answer: OutputOf<'library/search'>;
}

export interface LibraryAnswer {
  answered: Answered | null;
  error: HostError | null;
  isSearching: boolean;
  retry: () => void;
}

/** The first page of the answer, with what is known of the whole. */
export function useLibraryAnswer(search: LibrarySearch, stamp: number | undefined): LibraryAnswer {
  const { data, error, isPlaceholderData, isFetching, refetch } = useHostQuery('library/search', { ...search, offset: 0, limit: pageSize }, { stamp, enabled: stamp !== undefined, keep: true });
  const [answered, setAnswered] = useState<Answered | null>(null);
  if (data !== undefined && !isPlaceholderData && (answered?.answer !== data || answered.search !== search)) setAnswered({ search, answer: data });
  return { answered, error, isSearching: isFetching, retry: () => void refetch() };
}

/** The entry at a place of the answer, once its page is here. Rows of one page share one question. */
export function useHitAt(search: LibrarySearch, place: number, stamp: number): LibraryHit | undefined {
  const offset = Math.floor(place / pageSize) * pageSize;
  const { data } = useHostQuery('library/search', { ...search, offset, limit: pageSize }, { stamp, keep: true });
  return data?.hits[place - offset];
}
