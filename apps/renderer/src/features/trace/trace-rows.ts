/** What a window knows of the trace, from the events of its stream, and which of it is shown. Pure. */
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { TraceState, TraceSummary } from '@portolan/contract/trace';

export interface TraceRows {
  /** By id, which is by time. */
  rows: readonly TraceSummary[];
  servers: ReadonlyMap<ServerId, TraceState>;
}

/** The most a window holds; the host has more. */
const mostRows = 20_000;

/** Rows come new or changed, in any order; what the host has let go of goes here too. */
export function reduceTrace(state: TraceRows | undefined, event: EventOf<'trace/watch'>): TraceRows {
  const known = event.type === 'snapshot' ? [] : [...(state?.rows ?? [])];
  for (const entry of event.entries) {
    const at = placeOf(known, entry.id);
    if (known[at]?.id === entry.id) known[at] = entry;
    else known.splice(at, 0, entry);
  }
  const servers = new Map(event.servers.map((each) => [each.serverId, each]));
  const hasLost = event.servers.some(({ serverId, oldestId }) => oldestId > (state?.servers.get(serverId)?.oldestId ?? 0));
  const kept = hasLost ? known.filter(({ id, serverId }) => id >= (servers.get(serverId)?.oldestId ?? Number.POSITIVE_INFINITY)) : known;
  return { rows: kept.length > mostRows ? kept.slice(-mostRows) : kept, servers };
}

/** Where an entry of this id stands or belongs. New ones nearly always belong at the end. */
function placeOf(rows: readonly TraceSummary[], id: number): number {
  if ((rows.at(-1)?.id ?? 0) < id) return rows.length;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type TraceKindFilter = 'all' | 'request' | 'notification' | 'http' | 'other';

export interface TraceFilter {
  kind: TraceKindFilter;
  /** Words that must all stand in the method, the subject or the id. */
  text: string;
  problemsOnly: boolean;
  /** Only these, when something was searched for. */
  found: ReadonlySet<number> | null;
}

export const noFilter: TraceFilter = { kind: 'all', text: '', problemsOnly: false, found: null };

export function isFiltering({ kind, text, problemsOnly, found }: TraceFilter): boolean {
  return kind !== 'all' || text.trim() !== '' || problemsOnly || found !== null;
}

export function filterRows(rows: readonly TraceSummary[], filter: TraceFilter): readonly TraceSummary[] {
  if (!isFiltering(filter)) return rows;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter.problemsOnly && !row.isProblem) return false;
    if (filter.kind !== 'all' && filter.kind !== groupOf(row)) return false;
    if (filter.found !== null && !filter.found.has(row.id)) return false;
    if (words.length === 0) return true;
    const text = `${row.method} ${row.subject} ${row.requestId ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function groupOf({ kind }: TraceSummary): TraceKindFilter {
  return kind === 'request' || kind === 'notification' || kind === 'http' ? kind : 'other';
}
