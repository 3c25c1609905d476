/** A list to choose from beside what is chosen: tools, resources and prompts have the same two panes. */
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { ArrowLeftIcon, SearchIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ScrollBody } from '../../lib/page-frame.tsx';

export interface PickItem {
  id: string;
  label: string;
  /** The name or address under the label. */
  name?: string;
  /** More words the filter looks at. */
  words?: string;
  isMuted?: boolean;
  /** Before the label. */
  picture?: ReactNode;
  end?: ReactNode;
}

export interface PickGroup {
  label?: string;
  /** How many there are in all, whatever the filter leaves. */
  count?: number;
  items: PickItem[];
}

export interface PickListProps {
  groups: PickGroup[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  filterLabel: string;
  noMatch: string;
  /** Shown while nothing is chosen. */
  hint: string;
  /** Over the list: where it comes from, when that is not the server itself. */
  above?: ReactNode;
  /** Under the list: what was refused. */
  below?: ReactNode;
  /** The chosen item; null when there is none of that name. */
  children: ReactNode;
}

/** More rows than this are shown by a press. */
const rowsAtOnce = 300;

export function PickList({ groups, chosen, onChoose, filterLabel, noMatch, hint, above, below, children }: PickListProps) {
  const t = useT();
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => filterGroups(groups, filter), [groups, filter]);
  const { groups: shown, left } = useMemo(() => firstRows(found, most), [found, most]);
  const isChosen = chosen !== undefined && children !== null;
  const detail = useDetailFocus(chosen, list);
  return (
    <div className="@container h-full">
      <div className="grid h-full grid-cols-1 @2xl:grid-cols-[minmax(14rem,20rem)_1fr]">
        <div ref={list} role="group" aria-label={filterLabel} className={`min-h-0 min-w-0 flex-col border-r border-line @2xl:flex ${isChosen ? 'hidden' : 'flex'}`} data-pick-list="">
          <div className="p-2.5">
            <Input aria-label={filterLabel} placeholder={filterLabel} icon={<SearchIcon />} value={filter} onValueChange={(next) => setFilter(next)} onKeyDown={moveByArrow} />
          </div>
          <div className="min-h-0 flex-1 overflow-auto px-2 pb-3">
            {above}
            {shown.map((group) => (
              <section key={group.label ?? ''}>
                {group.label ? <h2 className="px-2 pt-2 pb-1 text-xs font-medium text-subtle">{group.label}{group.count === undefined ? null : <span className="font-normal tabular-nums"> · {group.count}</span>}</h2> : null}
                <ul>
                  {group.items.map((item) => <Row key={item.id} item={item} isChosen={item.id === chosen} onChoose={() => onChoose(item.id)} />)}
                </ul>
              </section>
            ))}
            {shown.length === 0 ? <p className="px-2 py-3 text-sm text-muted">{noMatch}</p> : null}
            {left > 0 ? <Button size="sm" variant="ghost" onClick={() => setMost(most + rowsAtOnce)}>{t.shell.showMore(left)}</Button> : null}
            {below}
          </div>
        </div>
        <div ref={detail} tabIndex={-1} className={`min-h-0 min-w-0 flex-col outline-none @2xl:flex ${isChosen ? 'flex' : 'hidden'}`}>
          {isChosen ? (
            <ScrollBody key={chosen} className="p-5">
              <Button size="sm" variant="ghost" className="mb-3 -ml-2 @2xl:hidden" icon={<ArrowLeftIcon />} onClick={() => onChoose(undefined)}>{t.app.actions.back}</Button>
              {children}
            </ScrollBody>
          ) : (
            <div className="grid h-full place-items-center"><EmptyState title={chosen === undefined ? hint : t.shell.itemGone} /></div>
          )}
        </div>
      </div>
    </div>
  );
}

function Row({ item, isChosen, onChoose }: { item: PickItem; isChosen: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        data-pick=""
        aria-current={isChosen ? 'true' : undefined}
        className={`flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover aria-[current]:bg-active ${item.isMuted ? 'text-subtle' : ''}`}
        onClick={onChoose}
        onKeyDown={moveByArrow}
      >
        {item.picture}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium"><RevealText text={item.label} hideCount /></span>
          {item.name ? <span className="block truncate font-mono text-xs text-subtle"><RevealText text={item.name} hideCount /></span> : null}
        </span>
        {item.end}
      </button>
    </li>
  );
}

function filterGroups(groups: readonly PickGroup[], filter: string): PickGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (item: PickItem) => {
    const text = `${item.label} ${item.name ?? ''} ${item.words ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.map((group) => ({ ...group, items: group.items.filter(fits) })).filter((group) => group.items.length > 0);
}

function firstRows(groups: readonly PickGroup[], most: number): { groups: PickGroup[]; left: number } {
  let room = most;
  let left = 0;
  const shown = groups.map((group) => {
    const items = group.items.slice(0, room);
    room -= items.length;
    left += group.items.length - items.length;
    return { ...group, items };
  });
  return { groups: shown.filter((group) => group.items.length > 0), left };
}

/** Up and down move through the rows, also from the filter. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.nativeEvent.isComposing) return;
  const list = event.currentTarget.closest('[data-pick-list]');
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-pick]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[event.key === 'ArrowDown' ? at + 1 : at - 1];
  if (next) next.focus();
  else if (event.key === 'ArrowUp' && at === 0) list?.querySelector('input')?.focus();
  event.preventDefault();
}

/** Where only one pane fits, choosing hides the row that had the focus: it goes on to what was chosen, and back. */
function useDetailFocus(chosen: string | undefined, list: React.RefObject<HTMLElement | null>): React.RefObject<HTMLDivElement | null> {
  const detail = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    const holder = document.activeElement;
    if (holder && holder !== document.body && (holder.checkVisibility?.() ?? true)) return;
    const target = chosen === undefined ? list.current?.querySelector<HTMLElement>('[data-pick]') : detail.current;
    target?.focus({ preventScroll: true });
  }, [chosen, list]);
  return detail;
}
