/** What of the library is shown: words, a kind, a server, and how it is grouped. */
import type { OutputOf } from '@portolan/contract/contract';
import type { LibraryKind } from '@portolan/contract/library';
import { Button } from '@portolan/ui/button';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { SearchIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { groupings } from './library-search.ts';
import type { Grouping, LibraryRoute } from './library-search.ts';

export interface LibraryBarProps {
  route: LibraryRoute;
  /** As it is typed, ahead of the address. */
  text: string;
  onText: (text: string) => void;
  grouping: Grouping;
  onGrouping: (grouping: Grouping) => void;
  answer: OutputOf<'library/search'> | undefined;
  onChange: (change: Pick<LibraryRoute, 'kind' | 'serverId'>) => void;
  /** Down from the field leads into the list. */
  onDown: () => void;
  input: RefObject<HTMLInputElement | null>;
}

const shownKinds: readonly LibraryKind[] = ['tool', 'prompt', 'resource', 'template'];
/** No id: those are letters, digits, hyphens and underscores. */
const all = '*';

export function LibraryBar({ route, text, onText, grouping, onGrouping, answer, onChange, onDown, input }: LibraryBarProps) {
  const t = useT();
  const format = useFormat();
  const servers = useServers().data ?? [];
  const sum = answer === undefined ? undefined : shownKinds.reduce((count, kind) => count + answer.kinds[kind], 0);
  const { kind: chosen, serverId } = route;
  const kindButton = (kind: LibraryKind | undefined, label: string, count: number | undefined) => (
    <Button key={kind ?? all} size="sm" variant={chosen === kind ? 'secondary' : 'ghost'} aria-pressed={chosen === kind} onClick={() => onChange({ ...(kind === undefined ? {} : { kind }), ...(serverId === undefined ? {} : { serverId }) })}>
      {label}
      {count === undefined ? null : <span className="text-xs font-normal text-subtle tabular-nums">{format.number(count)}</span>}
    </Button>
  );
  return (
    <div role="search" aria-label={t.library.title} className="flex shrink-0 flex-col gap-1.5 border-b border-line p-2">
      <Input
        ref={input}
        type="search"
        aria-label={t.library.search}
        placeholder={t.library.search}
        icon={<SearchIcon />}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onValueChange={onText}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDown();
        }}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <div role="group" aria-label={t.library.kindFilter} className="flex flex-wrap items-center gap-0.5">
          {kindButton(undefined, t.library.allKinds, sum)}
          {shownKinds.map((kind) => kindButton(kind, t.library.kinds[kind], answer?.kinds[kind]))}
        </div>
        <span className="ml-auto flex min-w-0 flex-1 basis-full justify-end gap-1.5 @3xl:basis-0">
          <div className="min-w-32 flex-1 @3xl:max-w-48"><Select aria-label={t.library.server} size="sm" value={serverId ?? all} onValueChange={(value) => { const found = servers.find(({ id }) => id === value)?.id; onChange({ ...(chosen === undefined ? {} : { kind: chosen }), ...(found === undefined ? {} : { serverId: found }) }); }} items={[{ value: all, label: t.library.allServers }, ...servers.filter(({ isReviewed }) => isReviewed).map(({ id, name }) => ({ value: id as string, label: name }))]} /></div>
          <div className="min-w-32 flex-1 @3xl:max-w-44"><Select aria-label={t.library.groupBy} size="sm" value={grouping} onValueChange={onGrouping} items={groupings.map((value) => ({ value, label: t.library.group[value] }))} /></div>
        </span>
      </div>
    </div>
  );
}
