/** The trace of one server or of all, as the window keeps it. */
import type { ServerId } from '@portolan/contract/ids';
import { useMemo, useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useLive } from '../../host/use-live.ts';
import type { Live } from '../../host/live.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { reduceTrace } from './trace-rows.ts';
import type { TraceRows } from './trace-rows.ts';

export function useTrace(serverId: ServerId | undefined): Live<TraceRows> {
  return useLive(`trace:${serverId ?? ''}`, { method: 'trace/watch', input: serverId === undefined ? {} : { serverId }, reduce: reduceTrace });
}

export interface TraceSearch {
  /** Null while nothing is searched for. */
  found: ReadonlySet<number> | null;
  isPending: boolean;
  isComplete: boolean;
  again: () => void;
}

const nothing: ReadonlySet<number> = new Set();

/** Looks for the text once it has settled. What comes later is looked through when asked to again. */
export function useTraceSearch(serverId: ServerId | undefined, text: string): TraceSearch {
  const settled = useSettled(text.trim(), 300);
  const [run, setRun] = useState(0);
  const isWanted = settled !== '';
  const { data, isFetching } = useHostQuery('trace/search', { ...(serverId === undefined ? {} : { serverId }), text: settled || '-' }, { stamp: run, enabled: isWanted, fresh: true, keep: true });
  const found = useMemo(() => (data === undefined ? nothing : new Set(data.ids)), [data]);
  return { found: isWanted ? found : null, isPending: isWanted && isFetching, isComplete: !isWanted || (data?.isComplete ?? true), again: () => setRun((last) => last + 1) };
}
