/** The library: everything that every server offers, found at once, looked at beside the list and taken into a chat. */
import { libraryKey } from '@portolan/contract/library';
import type { LibraryHit } from '@portolan/contract/library';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { LibraryIcon } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLibraryStamp, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { currentRoute, formatRoute, navigate } from '../../lib/router.ts';
import { EntryPane } from './entry-pane.tsx';
import { LibraryBar } from './library-bar.tsx';
import { LibraryList } from './library-list.tsx';
import { keepGrouping, lastGrouping, searchOf, useLibraryAnswer } from './library-search.ts';
import type { Answered, Grouping, LibraryRoute } from './library-search.ts';
import { ServersNote } from './servers-note.tsx';

/** After the last key, in milliseconds: the search itself takes less. */
const pauseMs = 40;

export default function LibraryPage({ route }: { route: LibraryRoute }) {
  const t = useT();
  const { query = '', kind, serverId, open } = route;
  const [text, setText] = useTypedText(query);
  const [grouping, setGrouping] = useState<Grouping>(lastGrouping);
  const input = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useMemo(() => searchOf({ at: 'library', query, ...(kind === undefined ? {} : { kind }), ...(serverId === undefined ? {} : { serverId }) }, grouping), [query, kind, serverId, grouping]);
  const stamp = useLibraryStamp();
  const { answered, error, isSearching, retry } = useLibraryAnswer(search, stamp.data);
  const go = useCallback((change: Partial<LibraryRoute>) => {
    const last = currentRoute();
    if (last.at === 'library') navigate({ ...last, ...change }, { replace: true });
  }, []);
  const onOpen = useCallback((hit: LibraryHit) => go({ open: { serverId: hit.serverId, kind: hit.kind, key: libraryKey(hit) } }), [go]);
  const close = () => {
    navigate(withoutOpen(route), { replace: true });
    scroller.current?.focus({ preventScroll: true });
  };
  const problem = stamp.error ?? error;
  return (
    <PageFrame fill title={t.library.title}>
      <div className="@container h-full">
        <div className={`grid h-full grid-cols-1 ${open === undefined ? '' : '@4xl:grid-cols-[minmax(20rem,2fr)_3fr]'}`}>
          <div className={`@container min-h-0 min-w-0 flex-col border-r border-line @4xl:flex ${open === undefined ? 'flex' : 'hidden'}`}>
            <LibraryBar route={route} text={text} onText={setText} grouping={grouping} onGrouping={(next) => { setGrouping(next); keepGrouping(next); }} answer={answered?.answer} input={input} onDown={() => scroller.current?.focus()} onChange={(change) => navigate({ at: 'library', ...(query === '' ? {} : { query }), ...change, ...(open === undefined ? {} : { open }) }, { replace: true })} />
            <ServersNote />
            {problem ? <div className="p-3"><ProblemCallout problem={problem.problem} onRetry={stamp.error ? stamp.retry : retry} /></div> : null}
            {answered === null ? (
              <div className="grid min-h-0 flex-1 place-items-center text-muted">{problem ? null : <Spinner />}</div>
            ) : answered.answer.total === 0 ? (
              <Nothing route={route} />
            ) : (
              <>
                {answered.answer.instead === undefined ? null : <p role="status" className="border-b border-line bg-sunken px-3 py-1.5 text-sm text-muted"><RevealText text={t.library.instead(answered.answer.instead)} hideCount /></p>}
                <LibraryList answered={answered} open={open} onOpen={onOpen} search={input} ref={scroller} />
              </>
            )}
            <Foot answered={answered} isSearching={isSearching} />
          </div>
          {open === undefined ? null : <EntryPane key={`${open.serverId} ${open.kind} ${open.key}`} place={open} stamp={stamp.data} onClose={close} />}
        </div>
      </div>
    </PageFrame>
  );
}

function withoutOpen({ open: _open, ...rest }: LibraryRoute): LibraryRoute {
  return rest;
}

/** The address follows what is typed once that settles; what is typed follows an address that came from elsewhere. */
function useTypedText(query: string): [string, (text: string) => void] {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (query !== known) {
    setKnown(query);
    setText(query);
  }
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const route = currentRoute();
      if (route.at !== 'library') return;
      setKnown(next);
      const { query: _query, ...rest } = route;
      navigate({ ...rest, ...(next === '' ? {} : { query: next }) }, { replace: true });
    }, pauseMs);
  };
  return [text, type];
}

function Foot({ answered, isSearching }: { answered: Answered | null; isSearching: boolean }) {
  const t = useT();
  return (
    <footer className="flex min-h-8 shrink-0 items-center gap-x-2 border-t border-line px-3 py-1.5 text-xs text-subtle">
      <span role="status" className="tabular-nums">{answered === null ? (isSearching ? t.library.searching : '') : answered.search.text.trim() === '' ? t.library.count(answered.answer.total) : t.library.found(answered.answer.total)}</span>
      <Whole />
    </footer>
  );
}

/** Whether what is listed is all there is: of long lists and of broken definitions it is not. */
function Whole() {
  const t = useT();
  const partly = (useServers().data ?? []).filter(({ counts }) => counts.refused > 0);
  const first = partly[0];
  if (first === undefined) return <span className="min-w-0 truncate">{t.library.lead}</span>;
  const names = partly.length > 3 ? `${partly.slice(0, 3).map(({ name }) => revealed(name)).join(', ')}, …` : partly.map(({ name }) => revealed(name)).join(', ');
  const where = partly.length === 1 ? formatRoute({ at: 'server', serverId: first.id, tab: first.counts.resources > first.counts.tools ? 'resources' : 'tools' }) : formatRoute({ at: 'servers' });
  return <a className="min-w-0 truncate text-warn-fg underline underline-offset-2" href={where}>{t.library.partly(names)}</a>;
}

function Nothing({ route }: { route: LibraryRoute }) {
  const t = useT();
  const servers = useServers().data ?? [];
  const isNarrowed = (route.query ?? '').trim() !== '' || route.kind !== undefined || route.serverId !== undefined;
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-6">
      {isNarrowed ? (
        <EmptyState title={t.library.noMatch} actions={<Button onClick={() => navigate({ at: 'library' })}>{t.library.reset}</Button>}>{t.library.noMatchText}</EmptyState>
      ) : (
        <EmptyState icon={<LibraryIcon />} title={t.library.empty} actions={servers.length === 0 ? <Button variant="primary" onClick={() => navigate({ at: 'add-server' })}>{t.servers.add}</Button> : <Button onClick={() => navigate({ at: 'servers' })}>{t.library.showServers}</Button>}>{t.library.emptyText}</EmptyState>
      )}
    </div>
  );
}
