/** The filters of the history as chips, and the menu that adds one; all of it by keyboard (C10). */
import { chatFilterNames } from '@portolan/contract/chat-filters';
import type { ChatFilterName, ChatFilters } from '@portolan/contract/chat-filters';
import { Button } from '@portolan/ui/button';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { CalendarIcon, FolderIcon, ListFilterIcon, PaperclipIcon, PinIcon, XIcon, ArchiveIcon, BotIcon, ServerIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery, useProjects } from '../../../host/queries.ts';
import { hasFilters } from '../../../lib/filter-address.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { DaysDialog } from './days-dialog.tsx';
import { filterText } from './filter-words.ts';
import { dayOf, dayText } from './operators.ts';

export interface FilterBarProps {
  filters: ChatFilters;
  onChange: (filters: ChatFilters) => void;
}

/** More of one kind are typed. */
const mostChoices = 12;

export function without(filters: ChatFilters, name: ChatFilterName): ChatFilters {
  const { [name]: _gone, ...others } = filters;
  return others;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = useT();
  const f = t.historyFilters;
  const format = useFormat();
  const projects = useProjects().data ?? [];
  const set = chatFilterNames.filter((name) => filters[name] !== undefined);
  return (
    <div role="group" aria-label={f.label} className="mt-2.5 flex min-w-0 flex-wrap items-center gap-2">
      <AddFilter filters={filters} onChange={onChange} />
      {set.map((name) => {
        const text = filterText(name, filters, { t: f, format, projects });
        return (
          <span key={name} className="flex min-h-7 max-w-full min-w-0 items-center gap-1 rounded-full border border-accent-line bg-accent-soft pl-2.5 text-sm text-accent-fg">
            <span className="min-w-0 truncate"><RevealText text={text} hideCount /></span>
            <button type="button" aria-label={f.remove(text)} className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-hover" onClick={() => onChange(without(filters, name))}><XIcon className="size-3.5" aria-hidden="true" /></button>
          </span>
        );
      })}
      {set.length > 1 ? <Button size="sm" variant="ghost" onClick={() => onChange({})}>{f.clear}</Button> : null}
    </div>
  );
}

function AddFilter({ filters, onChange }: FilterBarProps) {
  const t = useT();
  const f = t.historyFilters;
  const projects = useProjects().data ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const [isChoosingDays, setIsChoosingDays] = useState(false);
  const { data } = useHostQuery('conversations/filterChoices', {}, { fresh: true, enabled: isOpen, keep: true });
  const put = (next: ChatFilters) => onChange({ ...filters, ...next });
  const since = (days: number) => put({ from: dayOf(dayText(Date.now()), -days) ?? 0 });
  const { servers = [], models = [] } = data ?? {};
  return (
    <>
      <Menu open={isOpen} onOpenChange={setIsOpen} trigger={<Button size="sm" icon={<ListFilterIcon />} aria-description={hasFilters(filters) ? undefined : f.hint}>{f.add}</Button>}>
        <MenuItem icon={<PaperclipIcon />} onSelect={() => put({ hasAttachment: true })}>{f.kinds.hasAttachment}</MenuItem>
        <MenuItem icon={<PinIcon />} onSelect={() => put({ place: 'pinned' })}>{f.places.pinned}</MenuItem>
        <MenuItem icon={<ArchiveIcon />} onSelect={() => put({ place: 'archived' })}>{f.places.archived}</MenuItem>
        <MenuSeparator />
        <MenuGroup label={f.when}>
          <MenuItem icon={<CalendarIcon />} onSelect={() => since(0)}>{f.periods.today}</MenuItem>
          <MenuItem icon={<CalendarIcon />} onSelect={() => since(6)}>{f.periods.week}</MenuItem>
          <MenuItem icon={<CalendarIcon />} onSelect={() => since(29)}>{f.periods.month}</MenuItem>
          <MenuItem icon={<CalendarIcon />} onSelect={() => setIsChoosingDays(true)}>{f.chooseDays}</MenuItem>
        </MenuGroup>
        {projects.length === 0 ? null : (
          <MenuGroup label={f.kinds.projectId}>
            {projects.slice(0, mostChoices).map(({ id, name }) => <MenuItem key={id} icon={<FolderIcon />} onSelect={() => put({ projectId: id })}><RevealText text={name} hideCount /></MenuItem>)}
            <MenuItem icon={<FolderIcon />} onSelect={() => put({ projectId: null })}>{f.noProject}</MenuItem>
          </MenuGroup>
        )}
        {servers.length === 0 ? null : (
          <MenuGroup label={f.kinds.server}>
            {servers.slice(0, mostChoices).map((server) => <MenuItem key={server} icon={<ServerIcon />} onSelect={() => put({ server })}><RevealText text={server} hideCount /></MenuItem>)}
          </MenuGroup>
        )}
        {models.length === 0 ? null : (
          <MenuGroup label={f.kinds.model}>
            {models.slice(0, mostChoices).map((model) => <MenuItem key={model} icon={<BotIcon />} onSelect={() => put({ model })}><RevealText text={model} hideCount /></MenuItem>)}
          </MenuGroup>
        )}
      </Menu>
      {isChoosingDays ? <DaysDialog filters={filters} onClose={() => setIsChoosingDays(false)} onChoose={onChange} /> : null}
    </>
  );
}
