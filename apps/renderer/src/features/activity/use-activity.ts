/** The activity log as the window reads it: how many entries there are, and the page that an entry is on. */
import type { ActivityEntry, ActivityFilter } from '@portolan/contract/activity';
import type { EventOf } from '@portolan/contract/contract';
import type { HostError } from '@portolan/contract/errors';
import { useHostQuery } from '../../host/queries.ts';
import { useLive } from '../../host/use-live.ts';
import type { Live, LiveSource } from '../../host/live.ts';

/** Entries read at once. */
const pageSize = 100;

type Ends = EventOf<'activity/watch'>;
const source: LiveSource<'activity/watch', Ends> = { method: 'activity/watch', input: {}, reduce: (_state, event) => event };

/** Follows the log: the oldest and the newest id. */
export function useActivityEnds(): Live<Ends> {
  return useLive('activity', source);
}

/** How many entries the filter lets through; undefined until that is known. */
export function useActivityTotal(filter: ActivityFilter, ends: Ends | undefined): { total: number | undefined; error: HostError | null; retry: () => void } {
  const { data, error, refetch } = useHostQuery('activity/page', { filter, from: 0, limit: 0 }, { stamp: ends, enabled: ends !== undefined, keep: true });
  return { total: data?.total, error, retry: () => void refetch() };
}

/** The entry at a place counted from the oldest, once its page is here. Rows of one page share one question. */
export function useActivityAt(filter: ActivityFilter, place: number, total: number, oldest: number): ActivityEntry | undefined {
  const from = Math.floor(place / pageSize) * pageSize;
  // A full page stays as it is until the oldest entries go; the last one grows.
  const stamp = from + pageSize <= total ? oldest : `${oldest} ${total}`;
  const { data } = useHostQuery('activity/page', { filter, from, limit: pageSize }, { stamp, keep: true });
  const entry = data?.entries[place - from];
  return entry;
}
