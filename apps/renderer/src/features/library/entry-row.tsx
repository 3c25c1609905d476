/** One entry of the list: its picture, what it is called with the matches marked, and what is worth knowing at a glance. */
import { libraryKey } from '@portolan/contract/library';
import type { LibraryHit } from '@portolan/contract/library';
import type { IconOwner } from '@portolan/contract/icons';
import { Badge } from '@portolan/ui/badge';
import { RevealText } from '@portolan/ui/reveal-text';
import { memo } from 'react';
import { useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { MarkedText, matchesOf } from '../../lib/marked-text.tsx';
import { ItemPicture } from '../../lib/server-picture.tsx';
import { KindIcon } from './kind-icon.tsx';
import type { LibrarySearch } from './library-search.ts';
import { useHitAt } from './library-search.ts';
import type { LibraryPlace } from '../../lib/router.ts';

export interface EntryRowProps {
  id: string;
  index: number;
  /** Of the whole answer. */
  place: number;
  /** One to begin with, as assistive technology counts. */
  position: number;
  setSize: number;
  search: LibrarySearch;
  stamp: number;
  isActive: boolean;
  open: LibraryPlace | undefined;
  /** Groups around it. */
  depth: number;
  onOpen: (hit: LibraryHit, index: number) => void;
}

/** Of every row, in pixels. */
export const rowHeight = 48;

/** Rem from the left for each group around a row; so deep and no deeper, for the name needs the room. */
export function indent(depth: number): { paddingLeft: string } {
  return { paddingLeft: `${0.75 + Math.min(depth, 8)}rem` };
}

export const EntryRow = memo(function EntryRow({ id, index, place, position, setSize, search, stamp, isActive, open, depth, onOpen }: EntryRowProps) {
  const t = useT();
  const hit = useHitAt(search, place, stamp);
  const isOpen = hit !== undefined && open !== undefined && hit.serverId === open.serverId && hit.kind === open.kind && libraryKey(hit) === open.key;
  return (
    <div
      id={id}
      role="row"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-selected={isOpen}
      data-active={isActive ? '' : undefined}
      className="border-b border-line group-focus-visible:data-active:outline-2 group-focus-visible:data-active:-outline-offset-2 group-focus-visible:data-active:outline-focus data-active:bg-hover aria-selected:bg-accent-soft"
    >
      {/* The keys are the grid's: it keeps the focus, as a grid of rows does. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div role="gridcell" tabIndex={-1} className={`flex h-[47px] min-w-0 cursor-default items-center gap-2.5 px-3 hover:bg-hover ${hit?.isEnabled === false ? 'text-subtle' : ''}`} style={indent(depth)} onClick={() => (hit === undefined ? undefined : onOpen(hit, index))}>
        {hit === undefined ? <><span className="h-3 w-1/2 rounded-sm bg-active" /><span className="sr-only">{t.library.loading}</span></> : <Entry hit={hit} showsServer={search.groupBy !== 'server' && search.groupBy !== 'folder'} showsKind={search.groupBy !== 'kind'} />}
      </div>
    </div>
  );
});

function Entry({ hit, showsServer, showsKind }: { hit: LibraryHit; showsServer: boolean; showsKind: boolean }) {
  const t = useT();
  const format = useFormat();
  const label = hit.title ?? hit.name;
  return (
    <>
      <EntryPicture hit={hit} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium"><MarkedText text={label} matches={matchesOf(hit, hit.title === undefined ? 'name' : 'title')} /></span>
        <span className="block truncate text-xs text-subtle"><SecondLine hit={hit} /></span>
      </span>
      <span className="flex shrink-0 items-center gap-1.5 text-xs text-subtle">
        {hit.isEnabled ? null : <Badge>{t.library.off}</Badge>}
        {hit.size === undefined ? null : <span className="hidden tabular-nums @xl:inline">{format.bytes(hit.size)}</span>}
        {showsKind ? <span className="hidden @md:inline">{t.library.kind[hit.kind]}</span> : null}
        {showsServer ? <span className="max-w-32 truncate"><RevealText text={hit.serverName} hideCount /></span> : null}
      </span>
    </>
  );
}

/** Where it was found, if that is not in its name: else its name or address, else what it is for. */
function SecondLine({ hit }: { hit: LibraryHit }) {
  const inDescription = matchesOf(hit, 'description');
  const isElsewhere = hit.matches.length > inDescription.length;
  if (hit.description !== undefined && (inDescription.length > 0 ? !isElsewhere : hit.uri === undefined && hit.title === undefined)) return <MarkedText text={hit.description} matches={inDescription} />;
  if (hit.uri !== undefined) return <span className="font-mono"><MarkedText text={hit.uri} matches={matchesOf(hit, 'uri')} /></span>;
  return hit.title === undefined ? null : <span className="font-mono"><MarkedText text={hit.name} matches={matchesOf(hit, 'name')} /></span>;
}

function EntryPicture({ hit }: { hit: LibraryHit }) {
  const server = useServers().data?.find(({ id }) => id === hit.serverId);
  if (hit.hasIcon !== true || server === undefined) return <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-muted"><KindIcon kind={hit.kind} {...(hit.mimeType === undefined ? {} : { mimeType: hit.mimeType })} /></span>;
  return <ItemPicture server={server} of={iconOwner(hit)} name={hit.title ?? hit.name} hasIcon size={1.75} />;
}

export function iconOwner({ kind, name, uri = '' }: Pick<LibraryHit, 'kind' | 'name' | 'uri'>): IconOwner {
  switch (kind) {
    case 'tool':
    case 'prompt':
      return { kind, name };
    case 'resource':
      return { kind, uri };
    case 'template':
      return { kind, uriTemplate: uri };
  }
}
