/** What is shown of the trace, and what can be done with it. */
import type { TraceState } from '@portolan/contract/trace';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { Select } from '@portolan/ui/select';
import { DownloadIcon, EllipsisIcon, ListFilterIcon, PauseIcon, PlayIcon, SearchIcon, Trash2Icon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { TraceFilter, TraceKindFilter } from './trace-rows.ts';

export interface TraceBarProps {
  /** Which server, where it can be chosen. */
  picker: ReactNode | undefined;
  filter: Omit<TraceFilter, 'found'>;
  onFilter: (change: Partial<Omit<TraceFilter, 'found'>>) => void;
  search: string;
  onSearch: (text: string) => void;
  isFollowing: boolean;
  onFollow: () => void;
  isPaused: boolean;
  onPause: () => void;
  isFiltered: boolean;
  isExporting: boolean;
  onExport: (isOnlyShown: boolean) => void;
  onClear: () => void;
  /** Of the one server that is shown. */
  state: TraceState | undefined;
  onRecord: (isRecording: boolean) => void;
}

/** Side by side where there is room, two in a row where there is little. */
const choiceWidth = 'min-w-32 flex-1 @3xl:w-36 @3xl:flex-none';
const textWidth = 'min-w-36 flex-1 @3xl:max-w-64';
const kinds: readonly TraceKindFilter[] = ['all', 'request', 'notification', 'http', 'other'];

export function TraceBar({ picker, filter, onFilter, search, onSearch, isFollowing, onFollow, isPaused, onPause, isFiltered, isExporting, onExport, onClear, state, onRecord }: TraceBarProps) {
  const t = useT();
  return (
    <div role="toolbar" aria-label={t.trace.title} className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line p-2">
      {picker === undefined ? null : <div className={choiceWidth}>{picker}</div>}
      <div className={choiceWidth}><Select aria-label={t.trace.kind} size="sm" value={filter.kind} onValueChange={(kind) => onFilter({ kind })} items={kinds.map((value) => ({ value, label: t.trace.kinds[value] }))} /></div>
      <div className={textWidth}><Input size="sm" aria-label={t.trace.filter} placeholder={t.trace.filter} icon={<ListFilterIcon />} value={filter.text} onValueChange={(text) => onFilter({ text })} /></div>
      <div className={textWidth}><Input size="sm" aria-label={t.trace.search} placeholder={t.trace.search} icon={<SearchIcon />} maxLength={500} value={search} onValueChange={onSearch} /></div>
      <Button size="sm" variant={filter.problemsOnly ? 'secondary' : 'ghost'} aria-pressed={filter.problemsOnly} onClick={() => onFilter({ problemsOnly: !filter.problemsOnly })}>{t.trace.problemsOnly}</Button>
      <span className="ml-auto flex items-center gap-0.5">
        <Button size="sm" variant="ghost" aria-pressed={isFollowing} onClick={onFollow}>{isFollowing ? t.trace.following : t.trace.follow}</Button>
        <IconButton size="sm" label={isPaused ? t.trace.resume : t.trace.pause} icon={isPaused ? <PlayIcon /> : <PauseIcon />} onClick={onPause} />
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={t.trace.export} icon={<DownloadIcon />} loading={isExporting} />}
        >
          <MenuItem description={t.trace.exportNote} onSelect={() => onExport(false)}>{t.trace.exportAll}</MenuItem>
          <MenuItem disabled={!isFiltered} onSelect={() => onExport(true)}>{t.trace.exportShown}</MenuItem>
        </Menu>
        <Menu align="end" trigger={<IconButton size="sm" label={t.trace.more} icon={<EllipsisIcon />} />}>
          {state === undefined ? null : (
            <>
              <MenuCheckboxItem checked={state.isRecording} onCheckedChange={onRecord}>{t.trace.record}</MenuCheckboxItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem icon={<Trash2Icon />} onSelect={onClear}>{t.trace.clear}</MenuItem>
        </Menu>
      </span>
    </div>
  );
}
