/** The trace of one server or of all: rows, filters, and the entry that was opened. */
import type { ServerId } from '@portolan/contract/ids';
import type { TraceSummary } from '@portolan/contract/trace';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useServers } from '../../host/queries.ts';
import { useFollowEnd } from '../../lib/follow-end.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { EntryDetail } from './entry-detail.tsx';
import { TraceBar } from './trace-bar.tsx';
import { filterRows, isFiltering, noFilter } from './trace-rows.ts';
import type { TraceRows } from './trace-rows.ts';
import { TraceTable } from './trace-table.tsx';
import { useTraceExport } from './use-export.ts';
import { useTrace, useTraceSearch } from './use-trace.ts';
import type { TraceSearch } from './use-trace.ts';

export interface TraceViewProps {
  /** All servers when left out. */
  serverId?: ServerId | undefined;
  /** Opened from elsewhere. */
  entry?: { serverId: ServerId; id: number } | null | undefined;
  picker?: ReactNode;
}

/** While an entry is open the table stays where it is. */
const ignore = (): void => undefined;
const nobody: TraceRows = { rows: [], servers: new Map() };

export function TraceView({ serverId, entry = null, picker }: TraceViewProps) {
  const t = useT();
  const act = useAct();
  const servers = useServers().data;
  const live = useTrace(serverId);
  const [frozen, setFrozen] = useState<TraceRows | null>(null);
  const [filter, setFilter] = useState(noFilter);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(entry);
  const [isOpen, setIsOpen] = useState(entry !== null);
  const known = live.data ?? nobody;
  const shown = frozen ?? known;
  const searched = useTraceSearch(serverId, search);
  const { found } = searched;
  const rows = useMemo(() => filterRows(shown.rows, { ...filter, found }), [shown, filter, found]);
  const isFiltered = isFiltering({ ...filter, found });
  const scroller = useRef<HTMLDivElement>(null);
  // What was opened from elsewhere is looked at first.
  const follow = useFollowEnd(scroller, rows, entry === null);
  const exporting = useTraceExport();
  const names = useMemo(() => new Map(servers?.map(({ id, name }) => [id, name])), [servers]);
  const select = useCallback((row: TraceSummary) => setSelected({ serverId: row.serverId, id: row.id }), []);
  const { letGo } = follow;
  const open = useCallback(
    (row: TraceSummary) => {
      select(row);
      setIsOpen(true);
      letGo();
    },
    // `letGo` is made anew with each rendering and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [select],
  );
  const close = () => {
    setIsOpen(false);
    scroller.current?.focus({ preventScroll: true });
  };
  const scope = serverId === undefined ? {} : { serverId };
  const reset = () => {
    setFilter(noFilter);
    setSearch('');
  };
  const detail = isOpen ? selected : null;
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <TraceBar
        picker={picker}
        filter={filter}
        onFilter={(change) => setFilter((last) => ({ ...last, ...change }))}
        search={search}
        onSearch={setSearch}
        isFollowing={follow.isFollowing}
        onFollow={() => (follow.isFollowing ? follow.letGo() : follow.toEnd())}
        isPaused={frozen !== null}
        onPause={() => setFrozen(frozen === null ? known : null)}
        isFiltered={isFiltered}
        isExporting={exporting.isRunning}
        onExport={(isOnlyShown) => exporting.start(serverId === undefined ? 'all' : (names.get(serverId) ?? 'server'), { ...scope, ...(isOnlyShown ? { ids: rows.map(({ id }) => id) } : {}) })}
        onClear={() => {
          setIsOpen(false);
          setFrozen(null);
          void act('trace/clear', scope);
        }}
        state={serverId === undefined ? undefined : known.servers.get(serverId)}
        onRecord={(isRecording) => {
          if (serverId !== undefined) void act('trace/setRecording', { serverId, isRecording });
        }}
      />
      {live.error ? <div className="p-3"><ProblemCallout problem={live.error.problem} onRetry={live.retry} /></div> : null}
      <div className="flex min-h-0 flex-1 flex-col">
        <div className={`min-h-0 flex-1 flex-col ${detail ? 'hidden @2xl:flex' : 'flex'}`}>
          {/* Always there: what follows the end has to see it from the beginning. */}
          <TraceTable rows={rows} selectedId={selected?.id ?? null} isOpen={isOpen} serverNames={serverId === undefined ? names : null} scroller={scroller} onScroll={isOpen ? ignore : follow.onScroll} onSelect={select} onOpen={open} onClose={close}>
            {live.data === undefined && !live.error ? <Spinner /> : isFiltered ? searched.isPending ? <Spinner /> : <EmptyState title={t.trace.noMatch} actions={<Button onClick={reset}>{t.trace.resetFilters}</Button>} /> : <EmptyState title={t.trace.empty}>{t.trace.emptyText} {t.trace.lead}</EmptyState>}
          </TraceTable>
        </div>
        {detail ? (
          <div className="min-h-0 flex-1 border-line @2xl:h-[55%] @2xl:flex-none @2xl:border-t">
            <EntryDetail key={detail.id} serverId={detail.serverId} id={detail.id} row={known.rows.findLast(({ id }) => id === detail.id)} serverName={names.get(detail.serverId) ?? ''} onClose={close} />
          </div>
        ) : null}
      </div>
      <StatusLine known={known} shown={rows.length} frozen={frozen} search={searched} serverId={serverId} />
    </div>
  );
}

/** How much there is, what has gone, and why less is shown. */
function StatusLine({ known, shown, frozen, search, serverId }: { known: TraceRows; shown: number; frozen: TraceRows | null; search: TraceSearch; serverId: ServerId | undefined }) {
  const t = useT();
  const format = useFormat();
  const states = [...known.servers.values()];
  const total = (of: 'bytes' | 'dropped') => states.reduce((sum, state) => sum + state[of], 0);
  const frozenAt = frozen?.rows.at(-1)?.id ?? 0;
  const parts = [t.trace.count(shown, known.rows.length), t.trace.memory(format.bytes(total('bytes')))];
  if (total('dropped') > 0) parts.push(t.trace.dropped(total('dropped')));
  if (frozen !== null) parts.push(t.trace.paused(known.rows.length - known.rows.findLastIndex(({ id }) => id <= frozenAt) - 1));
  if (serverId !== undefined && known.servers.get(serverId)?.isRecording === false) parts.push(t.trace.notRecording);
  if (!search.isComplete) parts.push(t.trace.searchPartial);
  return (
    <footer className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 border-t border-line px-3 py-1 text-xs text-subtle tabular-nums">
      <span>{parts.join(' · ')}</span>
      {search.found === null ? null : <Button size="sm" variant="ghost" loading={search.isPending} onClick={search.again}>{t.trace.searchAgain}</Button>}
    </footer>
  );
}
