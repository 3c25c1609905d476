/** Servers of the registry: searched as one types, page by page, and what was last seen when it cannot be reached. */
import type { RegistryListing } from '@portolan/contract/registry';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { Skeleton } from '@portolan/ui/skeleton';
import { SearchIcon } from 'lucide-react';
import { useRegistryList } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout, useProblemText } from '../../../lib/problem.tsx';
import { formatRoute } from '../../../lib/router.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { RegistryAddress } from './registry-address.tsx';
import { useRegistryState } from './registry-state.ts';
import { useKindName } from './use-kind-name.ts';

const pauseMs = 350;

export function RegistryList({ registry }: { registry: string }) {
  const t = useT();
  const r = t.sources.registry;
  const { search, set } = useRegistryState();
  const settled = useSettled(search.trim(), pauseMs);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Input aria-label={r.search} placeholder={r.search} icon={<SearchIcon />} value={search} onValueChange={(next) => set({ search: next })} maxLength={200} />
      {/* Another registry is another list. */}
      <Results key={registry} search={settled} />
      <RegistryAddress registry={registry} />
    </div>
  );
}

function Results({ search }: { search: string }) {
  const t = useT();
  const r = t.sources.registry;
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useRegistryList(search, true);
  if (!data) return isPending ? <div role="status" aria-label={r.loading} className="flex flex-col gap-2"><Skeleton className="h-16" /><Skeleton className="h-16" /></div> : error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null;
  const servers = data.pages.flatMap((page) => page.servers);
  const refused = data.pages.reduce((sum, page) => sum + page.refused, 0);
  // One name may come on two pages when the registry changes between them.
  const shown = [...new Map(servers.map((server) => [server.name, server])).values()];
  return (
    <>
      <Remembered page={data.pages[0]} onRetry={() => void refetch()} />
      <p className="sr-only" role="status">{r.found(shown.length)}</p>
      {shown.length === 0 ? <p className="text-sm text-muted">{search === '' ? r.empty : r.noMatch}</p> : null}
      <ul className="flex flex-col gap-2">{shown.map((server) => <Listing key={server.name} server={server} />)}</ul>
      {refused > 0 ? <p className="text-sm text-muted">{r.refused(refused)}</p> : null}
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage ? <div><Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t.app.actions.showMore}</Button></div> : null}
    </>
  );
}

function Remembered({ page, onRetry }: { page: { at: number; problem: Parameters<ReturnType<typeof useProblemText>>[0] | null } | undefined; onRetry: () => void }) {
  const t = useT();
  const format = useFormat();
  const words = useProblemText();
  if (!page?.problem) return null;
  const { title, next } = words(page.problem);
  return (
    <Callout tone="warn" title={<RevealText text={title} />} actions={<Button size="sm" onClick={onRetry}>{t.app.actions.retry}</Button>}>
      <RevealText text={`${next} ${t.sources.registry.remembered(format.dateTime(page.at))}`} />
    </Callout>
  );
}

function Listing({ server }: { server: RegistryListing }) {
  const t = useT();
  const kindName = useKindName();
  const r = t.sources.registry;
  return (
    <li>
      <a href={formatRoute({ at: 'add-server', way: 'registry', item: server.name })} className="flex min-w-0 items-start gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-sm hover:border-line-strong">
        <ServerIcon name={server.name.split('/').at(-1) ?? server.name} size={2} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="max-w-full truncate font-medium"><RevealText text={server.title ?? server.name} hideCount /></span>
            <Badge mono><RevealText text={server.version} hideCount /></Badge>
            {server.status === 'deprecated' || server.status === 'deleted' ? <Badge tone="warn">{r.statuses[server.status]}</Badge> : null}
          </span>
          <code className="block truncate text-xs text-muted"><RevealText text={server.name} hideCount /></code>
          <span className="mt-0.5 block text-sm break-words"><RevealText text={server.description} limit={400} hideCount /></span>
          {server.kinds.length > 0 ? <span className="mt-1 flex flex-wrap gap-1">{server.kinds.map((kind) => <Badge key={kind}><RevealText text={kindName(kind)} hideCount /></Badge>)}</span> : null}
        </span>
      </a>
    </li>
  );
}
