/** A list to choose from beside what is chosen: tools, resources and prompts have the same two panes. */
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { ArrowLeftIcon, SearchIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';

export interface PickItem {
  id: string;
  label: string;
  /** The name or address under the label. */
  name?: string;
  /** More words the filter looks at. */
  words?: string;
  isMuted?: boolean;
  end?: ReactNode;
}

export interface PickListProps {
  groups: { label?: string; items: PickItem[] }[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  filterLabel: string;
  noMatch: string;
  /** Shown while nothing is chosen. */
  hint: string;
  /** Under the list: what was refused. */
  below?: ReactNode;
  /** The chosen item. */
  children: ReactNode;
}

export function PickList({ groups, chosen, onChoose, filterLabel, noMatch, hint, below, children }: PickListProps) {
  const t = useT();
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return groups
      .map((group) => ({ ...group, items: group.items.filter((item) => words.every((word) => `${item.label} ${item.name ?? ''} ${item.words ?? ''}`.toLowerCase().includes(word))) }))
      .filter((group) => group.items.length > 0);
  }, [groups, filter]);
  const isChosen = chosen !== undefined && children !== null;
  return (
    <div className="@container h-full">
      <div className="grid h-full grid-cols-1 @2xl:grid-cols-[minmax(14rem,20rem)_1fr]">
        <div className={`min-h-0 flex-col border-r border-line @2xl:flex ${isChosen ? 'hidden' : 'flex'}`}>
          <div className="p-2.5">
            <Input aria-label={filterLabel} placeholder={filterLabel} icon={<SearchIcon />} value={filter} onValueChange={setFilter} />
          </div>
          <div className="min-h-0 flex-1 overflow-auto px-2 pb-3">
            {shown.map((group) => (
              <section key={group.label ?? ''}>
                {group.label ? <h2 className="px-2 pt-2 pb-1 text-xs font-medium text-subtle">{group.label}</h2> : null}
                <ul>
                  {group.items.map((item) => <Row key={item.id} item={item} isChosen={item.id === chosen} onChoose={() => onChoose(item.id)} />)}
                </ul>
              </section>
            ))}
            {shown.length === 0 ? <p className="px-2 py-3 text-sm text-muted">{noMatch}</p> : null}
            {below}
          </div>
        </div>
        <div className={`min-h-0 min-w-0 overflow-auto @2xl:block ${isChosen ? 'block' : 'hidden'}`}>
          {isChosen ? (
            <div className="p-5">
              <button type="button" className="mb-3 flex items-center gap-1 text-sm text-muted hover:text-fg @2xl:hidden" onClick={() => onChoose(undefined)}>
                <ArrowLeftIcon className="size-4" aria-hidden="true" />
                {t.app.actions.back}
              </button>
              {children}
            </div>
          ) : (
            <div className="grid h-full place-items-center"><EmptyState title={hint} /></div>
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
        aria-current={isChosen ? 'true' : undefined}
        className={`flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover aria-[current]:bg-active ${item.isMuted ? 'text-subtle' : ''}`}
        onClick={onChoose}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium"><RevealText text={item.label} hideCount /></span>
          {item.name ? <span className="block truncate font-mono text-xs text-subtle"><RevealText text={item.name} hideCount /></span> : null}
        </span>
        {item.end}
      </button>
    </li>
  );
}
