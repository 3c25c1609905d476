/** Nothing passes: which of the filters keeps everything out, with the way past it (C10). */
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { ListFilterIcon } from 'lucide-react';
import { useHostQuery, useProjects } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { without } from './filter-bar.tsx';
import { filterText } from './filter-words.ts';

export function NothingFound({ query, filters, onChange }: { query: string; filters: ChatFilters; onChange: (filters: ChatFilters) => void }) {
  const f = useT().historyFilters;
  const format = useFormat();
  const projects = useProjects().data ?? [];
  const { data } = useHostQuery('conversations/excluding', { query, filters }, { fresh: true });
  const named = data?.filters.map((name) => ({ name, text: filterText(name, filters, { t: f, format, projects }) })) ?? [];
  return (
    <EmptyState
      icon={<ListFilterIcon />}
      title={<RevealText text={query.trim() === '' ? f.nothing : f.nothingFor(query)} hideCount />}
      actions={
        <>
          {named.map(({ name, text }) => <Button key={name} onClick={() => onChange(without(filters, name))}><RevealText text={f.without(text)} hideCount /></Button>)}
          <Button variant="ghost" onClick={() => onChange({})}>{f.clear}</Button>
        </>
      }
    >
      {data === undefined ? null : <RevealText text={named.length === 0 ? f.noneOfThem : f.excluding(named.map(({ text }) => text).join(', '), named.length)} hideCount />}
    </EmptyState>
  );
}
