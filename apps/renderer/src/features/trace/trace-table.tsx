/** The rows, virtualised: arrow keys move, Enter opens, Escape closes. */
import type { ServerId } from '@portolan/contract/ids';
import type { TraceSummary } from '@portolan/contract/trace';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { memo, useCallback, useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Direction, Status, useClock, useEntryName } from './entry-words.tsx';

export interface TraceTableProps {
  rows: readonly TraceSummary[];
  selectedId: number | null;
  isOpen: boolean;
  /** Shown in a column of its own; null where there is only one. */
  serverNames: ReadonlyMap<ServerId, string> | null;
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onSelect: (row: TraceSummary) => void;
  onOpen: (row: TraceSummary) => void;
  onClose: () => void;
  /** In place of rows. */
  children: ReactNode;
}

/** Of every row and of the head, in pixels. */
const rowHeight = 28;
const shape = 'grid h-[28px] items-center gap-x-2 px-3 text-xs';
const columns = 'grid-cols-[5.5rem_0.875rem_minmax(0,1fr)_0.75rem_4rem] @2xl:grid-cols-[6rem_0.875rem_minmax(0,1fr)_4rem_7.5rem_4.5rem_5rem]';
const columnsWithServer = 'grid-cols-[5.5rem_0.875rem_minmax(0,1fr)_0.75rem_4rem] @2xl:grid-cols-[6rem_0.875rem_8rem_minmax(0,1fr)_4rem_7.5rem_4.5rem_5rem]';
const onlyWide = 'hidden @2xl:block';

const idOf = (row: TraceSummary): string => `trace-row-${row.id}`;

export function TraceTable({ rows, selectedId, isOpen, serverNames, scroller, onScroll, onSelect, onOpen, onClose, children }: TraceTableProps) {
  const t = useT();
  const list = useRef<VirtualizerHandle>(null);
  const at = selectedId === null ? -1 : rows.findIndex(({ id }) => id === selectedId);
  const selected = rows[at];
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element || !list.current || index < 0) return;
      // The head lies over the first rows of what is scrolled.
      const top = list.current.getItemOffset(index);
      const bottom = top + rowHeight + list.current.getItemSize(index);
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
    [scroller],
  );
  // The table becomes smaller when an entry is opened below it: what was chosen stays in view.
  useEffect(() => {
    if (isOpen) reveal(at);
    // Only when it opens: later the person scrolls as they like.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen, selectedId]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && selected) onOpen(selected);
    else if (event.key === 'Escape' && isOpen) onClose();
    else {
      const page = Math.max(1, Math.floor((event.currentTarget.clientHeight - rowHeight) / rowHeight) - 1);
      const next = nextIndex(event.key, at, rows.length, page);
      const row = next === undefined ? undefined : rows[next];
      if (next === undefined || !row) return;
      onSelect(row);
      reveal(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const grid = serverNames === null ? columns : columnsWithServer;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <VisuallyHidden id="trace-keys">{t.trace.keys}</VisuallyHidden>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t.trace.table}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={selected ? idOf(selected) : undefined}
        aria-describedby="trace-keys"
        className="group @container h-full min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="row" aria-rowindex={1} className={`${shape} ${grid} sticky top-0 z-10 border-b border-line bg-bg text-subtle`}>
          <span role="columnheader">{t.trace.columns.time}</span>
          <span role="columnheader"><VisuallyHidden>{t.trace.columns.direction}</VisuallyHidden></span>
          {serverNames === null ? null : <span role="columnheader" className={onlyWide}>{t.trace.columns.server}</span>}
          <span role="columnheader">{t.trace.columns.method}</span>
          <span role="columnheader" className={onlyWide}>{t.trace.columns.id}</span>
          <span role="columnheader"><span className="@max-2xl:sr-only">{t.trace.columns.status}</span></span>
          <span role="columnheader" className="text-right">{t.trace.columns.duration}</span>
          <span role="columnheader" className={`text-right ${onlyWide}`}>{t.trace.columns.size}</span>
        </div>
        <Virtualizer ref={list} scrollRef={scroller} startMargin={rowHeight} itemSize={rowHeight} keepMounted={at < 0 ? [] : [at]}>
          {rows.map((row, index) => (
            <Row key={row.id} row={row} index={index} grid={grid} isSelected={row.id === selectedId} serverName={serverNames === null ? null : (serverNames.get(row.serverId) ?? '')} onOpen={onOpen} />
          ))}
        </Virtualizer>
      </div>
      {rows.length === 0 ? <div className="absolute inset-x-0 top-[28px] bottom-0 grid place-items-center overflow-auto p-6">{children}</div> : null}
    </div>
  );
}

const Row = memo(function Row({ row, index, grid, isSelected, serverName, onOpen }: { row: TraceSummary; index: number; grid: string; isSelected: boolean; serverName: string | null; onOpen: (row: TraceSummary) => void }) {
  const format = useFormat();
  const clock = useClock();
  const name = useEntryName();
  return (
    // The keys are the grid's: it keeps the focus, as a grid of rows does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={idOf(row)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`${shape} ${grid} cursor-default hover:bg-hover aria-selected:bg-accent-soft group-focus-visible:aria-selected:outline-2 group-focus-visible:aria-selected:-outline-offset-2 group-focus-visible:aria-selected:outline-focus`}
      onClick={() => onOpen(row)}
    >
      <span role="gridcell" className="truncate text-subtle tabular-nums">{clock(row.at)}</span>
      <span role="gridcell"><Direction entry={row} /></span>
      {serverName === null ? null : <span role="gridcell" className={`truncate text-muted ${onlyWide}`}><RevealText text={serverName} hideCount /></span>}
      <span role="gridcell" className="min-w-0 truncate font-mono">
        <span className={row.isProblem ? 'text-danger-fg' : ''}><RevealText text={name(row)} hideCount /></span>
        {row.subject === '' ? null : <span className="ml-2 text-muted"><RevealText text={row.subject} hideCount /></span>}
      </span>
      <span role="gridcell" className={`truncate text-subtle tabular-nums ${onlyWide}`}>{row.requestId === null ? '' : <RevealText text={String(row.requestId)} hideCount />}</span>
      <span role="gridcell" className="min-w-0 truncate"><span className="@2xl:hidden"><Status entry={row} hideText /></span><span className={onlyWide}><Status entry={row} /></span></span>
      <span role="gridcell" className="truncate text-right text-muted tabular-nums">{row.durationMs === null ? '' : format.duration(row.durationMs)}</span>
      <span role="gridcell" className={`truncate text-right text-muted tabular-nums ${onlyWide}`}>{row.bytes === 0 ? '' : format.bytes(row.bytes)}</span>
    </div>
  );
});

function nextIndex(key: string, at: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  // With nothing chosen both ways lead to the newest.
  if (key === 'ArrowDown') return at < 0 ? last : clamp(at + 1);
  if (key === 'ArrowUp') return at < 0 ? last : clamp(at - 1);
  if (key === 'PageDown') return clamp((at < 0 ? last : at) + page);
  if (key === 'PageUp') return clamp((at < 0 ? last : at) - page);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}
