/** The entries, virtualised: arrow keys move, Enter opens, groups fold. */
import type { LibraryHit, LibraryKind } from '@portolan/contract/library';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { ChevronRightIcon, FolderIcon } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { useServers } from '../../host/queries.ts';
import { nextIndex } from '../../lib/next-index.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import type { LibraryPlace } from '../../lib/router.ts';
import { PictureOf } from '../../lib/server-picture.tsx';
import { EntryRow, indent, rowHeight } from './entry-row.tsx';
import { KindIcon } from './kind-icon.tsx';
import type { Answered } from './library-search.ts';
import { rowsOf } from './rows.ts';
import type { Group } from './rows.ts';

export interface LibraryListProps {
  answered: Answered;
  open: LibraryPlace | undefined;
  onOpen: (hit: LibraryHit) => void;
  /** Up from the first row, and Escape, lead back to it. */
  search: RefObject<HTMLInputElement | null>;
  ref: RefObject<HTMLDivElement | null>;
}

export function LibraryList({ answered: { search, answer }, open, onOpen, search: input, ref: scroller }: LibraryListProps) {
  const t = useT();
  const list = useRef<VirtualizerHandle>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setActive] = useState<number | null>(null);
  // The rows stay where they are and show other entries: to draw them anew at each letter would be felt.
  const [shownSearch, setShownSearch] = useState(search);
  if (shownSearch !== search) {
    setShownSearch(search);
    setActive(null);
    if (shownSearch.groupBy !== search.groupBy) setFolded(new Set());
  }
  const scrolledFor = useRef(search);
  useEffect(() => {
    if (scrolledFor.current === search) return;
    scrolledFor.current = search;
    list.current?.scrollTo(0);
  }, [search]);
  const rows = useMemo(() => rowsOf(answer.groups, answer.total, folded, search.groupBy === 'folder'), [answer, folded, search.groupBy]);
  const active = wanted === null ? null : Math.min(wanted, rows.count - 1);
  const activeRow = active === null ? undefined : rows.at(active);
  const fold = (key: string, isFolded = !folded.has(key)) => {
    const next = new Set(folded);
    if (isFolded) next.add(key);
    else next.delete(key);
    setFolded(next);
  };
  const openRow = useCallback(
    (hit: LibraryHit, index: number) => {
      setActive(index);
      onOpen(hit);
    },
    [onOpen],
  );
  const moveTo = (index: number) => {
    setActive(index);
    list.current?.scrollToIndex(index, { align: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Escape' || (key === 'ArrowUp' && (active ?? 0) === 0)) input.current?.focus();
    else if (key === 'Enter') {
      if (activeRow?.type === 'group') fold(activeRow.group.key);
      // The row knows its entry.
      else if (active !== null) document.getElementById(rowId(active))?.querySelector<HTMLElement>('[role="gridcell"]')?.click();
    } else if (key === 'ArrowRight' && activeRow?.type === 'group') fold(activeRow.group.key, false);
    else if (key === 'ArrowLeft' && activeRow?.type === 'group') fold(activeRow.group.key, true);
    else if (key === 'ArrowLeft' && activeRow?.type === 'entry' && activeRow.groupKey !== null) moveTo(rows.indexOfGroup(activeRow.groupKey));
    else {
      const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
      const next = nextIndex(key, active ?? -1, rows.count, page);
      if (next === undefined) return;
      moveTo(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <VisuallyHidden id="library-keys">{t.library.keys}</VisuallyHidden>
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={t.library.list}
        aria-rowcount={rows.count}
        aria-activedescendant={active === null ? undefined : rowId(active)}
        aria-describedby="library-keys"
        className="group min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-none [overflow-anchor:none]"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target === event.currentTarget && active === null && rows.count > 0) setActive(0);
        }}
      >
        <Virtualizer ref={list} scrollRef={scroller} itemSize={rowHeight} bufferSize={rowHeight * 6} data={{ length: rows.count }} keepMounted={active === null ? [] : [active]}>
          {(_row, index) => {
            const row = rows.at(index);
            if (row === undefined) return <div key={index} />;
            if (row.type === 'group') return <GroupRow key={`group ${row.group.key}`} id={rowId(index)} group={row.group} parent={row.parent} depth={row.depth} by={search.groupBy ?? 'server'} isFolded={folded.has(row.group.key)} isActive={index === active} onFold={() => { setActive(index); fold(row.group.key); }} />;
            return <EntryRow key={row.place} id={rowId(index)} index={index} place={row.place} position={row.at + 1} setSize={row.of} search={search} stamp={answer.stamp} isActive={index === active} open={open} depth={row.depth} onOpen={openRow} />;
          }}
        </Virtualizer>
      </div>
    </>
  );
}

const rowId = (index: number): string => `library-row-${index}`;

interface GroupRowProps {
  id: string;
  group: Group;
  /** The folder around it. */
  parent: Group | null;
  depth: number;
  by: 'server' | 'kind' | 'folder';
  isFolded: boolean;
  isActive: boolean;
  onFold: () => void;
}

function GroupRow({ id, group, parent, depth, by, isFolded, isActive, onFold }: GroupRowProps) {
  const format = useFormat();
  return (
    <div id={id} role="row" aria-level={depth + 1} aria-expanded={!isFolded} data-active={isActive ? '' : undefined} className="border-b border-line bg-sunken group-focus-visible:data-active:outline-2 group-focus-visible:data-active:-outline-offset-2 group-focus-visible:data-active:outline-focus">
      {/* The keys are the grid's. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div role="gridcell" tabIndex={-1} className="flex h-[47px] cursor-default items-center gap-2 px-3 text-sm font-semibold hover:bg-hover" style={indent(depth)} onClick={onFold}>
        <ChevronRightIcon className={`size-3.5 shrink-0 text-subtle ${isFolded ? '' : 'rotate-90'}`} aria-hidden="true" />
        <GroupName group={group} parent={parent} by={by} />
        <span className="font-normal text-subtle tabular-nums">{format.number(group.count)}</span>
      </div>
    </div>
  );
}

function GroupName({ group: { key }, parent, by }: Pick<GroupRowProps, 'group' | 'parent' | 'by'>) {
  const t = useT();
  const space = key.indexOf(' ');
  const serverId = by === 'folder' ? key.slice(0, space) : key;
  const server = useServers().data?.find((each) => each.id === serverId);
  const name = server?.name ?? '';
  if (by === 'kind') {
    // The keys of such groups are kinds.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const kind = key as LibraryKind;
    return <><KindIcon kind={kind} className="size-4 text-muted" /><span className="min-w-0 truncate">{t.library.kinds[kind]}</span></>;
  }
  if (by === 'server') return <><PictureOf serverId={server?.id ?? null} name={name} /><span className="min-w-0 truncate"><RevealText text={name} hideCount /></span></>;
  const folder = key.slice(space + 1);
  if (parent !== null) return <><FolderIcon className="size-4 shrink-0 text-muted" aria-hidden="true" /><span className="min-w-0 truncate font-mono text-xs"><RevealText text={key.slice(parent.key.length)} hideCount /></span></>;
  return (
    <>
      <PictureOf serverId={server?.id ?? null} name={name} />
      <span className="min-w-0 truncate"><RevealText text={name} hideCount /></span>
      <span className="min-w-0 truncate font-mono text-xs font-normal text-muted">{folder === '' ? t.library.noFolder : <RevealText text={folder} hideCount />}</span>
    </>
  );
}
