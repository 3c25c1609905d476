/** The entries, virtualised, the newest first: arrow keys move, Enter folds details out and in. */
import type { ActivityFilter } from '@portolan/contract/activity';
import { Button } from '@portolan/ui/button';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { ArrowUpIcon } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { nextIndex } from '../../lib/next-index.ts';
import { useT } from '../../lib/i18n.tsx';
import { ActivityRow } from './activity-row.tsx';

export interface ActivityListProps {
  filter: ActivityFilter;
  /** Entries that the filter lets through now. */
  total: number;
  oldest: number;
}

/** Of a row with one line, in pixels; longer ones are measured. */
const rowHeight = 36;
/** As if at the top, in pixels. */
const nearTop = 8;

export function ActivityList({ filter, total, oldest }: ActivityListProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  // While somebody reads further down, new entries wait: nothing moves under the eyes.
  const [held, setHeld] = useState<number | null>(null);
  const [place, setPlace] = useState<number | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [lastOldest, setLastOldest] = useState(oldest);
  if (lastOldest !== oldest) {
    // The oldest have gone, and with them every place: begin at the newest.
    setLastOldest(oldest);
    setHeld(null);
    setPlace(null);
    setOpen(new Set());
  }
  const shown = Math.min(held ?? total, total);
  const waiting = total - shown;
  const indexOf = (at: number): number => shown - 1 - at;
  const toggle = useCallback((at: number) => {
    setPlace(at);
    // What is read stays where it is, at the very top as well.
    setHeld((last) => last ?? shown);
    setOpen((last) => {
      const next = new Set(last);
      if (!next.delete(at)) next.add(at);
      return next;
    });
  }, [shown]);
  const onScroll = (offset: number) => {
    if (offset <= nearTop && open.size === 0) setHeld(null);
    else setHeld((last) => last ?? shown);
  };
  const toTop = () => {
    setHeld(null);
    setPlace(null);
    list.current?.scrollTo(0);
    scroller.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Buttons inside details keep their keys.
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && place !== null) toggle(place);
    else {
      const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
      const next = nextIndex(event.key, place === null ? -1 : indexOf(place), shown, page);
      if (next === undefined) return;
      // A place that is looked at stays where it is.
      setHeld((last) => last ?? shown);
      setPlace(shown - 1 - next);
      list.current?.scrollToIndex(next, { align: 'nearest' });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <VisuallyHidden id="activity-keys">{t.activity.keys}</VisuallyHidden>
      {waiting > 0 ? (
        <div className="absolute inset-x-0 top-2 z-10 flex justify-center">
          <Button size="sm" icon={<ArrowUpIcon />} onClick={toTop}>{t.activity.fresh(waiting)}</Button>
        </div>
      ) : null}
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={t.activity.list}
        aria-rowcount={shown}
        aria-activedescendant={place === null ? undefined : `activity-${place}`}
        aria-describedby="activity-keys"
        className="group min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
        onKeyDown={onKeyDown}
      >
        <Virtualizer ref={list} scrollRef={scroller} itemSize={rowHeight} data={{ length: shown }} keepMounted={place === null || indexOf(place) < 0 ? [] : [indexOf(place)]} onScroll={onScroll}>
          {(_entry, index) => {
            const at = shown - 1 - index;
            return <ActivityRow key={at} place={at} index={index} filter={filter} total={total} oldest={oldest} isSelected={at === place} isOpen={open.has(at)} onToggle={toggle} />;
          }}
        </Virtualizer>
      </div>
    </div>
  );
}
