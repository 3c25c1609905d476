/** A server's log: stderr, its log messages, starts and stops, and what was not protocol. */
import type { LogLine, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { Spinner } from '@portolan/ui/spinner';
import { ArrowDownIcon, SearchIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useServerLog } from '../../host/queries.ts';
import { useFollowEnd } from '../../lib/follow-end.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { logText } from './log-text.ts';

const sources = ['all', 'stderr', 'message', 'lifecycle', 'junk'] as const;
type Source = (typeof sources)[number];

export function LogTab({ server }: { server: ServerView }) {
  const t = useT();
  const l = t.servers.log;
  const { data, error, retry } = useServerLog(server.id);
  const [filter, setFilter] = useState('');
  const [source, setSource] = useState<Source>('all');
  const lines = useMemo(() => {
    const wanted = filter.toLowerCase();
    return (data?.lines ?? []).filter((line) => (source === 'all' || line.source === source) && (wanted === '' || logText(t, line).toLowerCase().includes(wanted)));
  }, [data, filter, source, t]);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2.5">
        <Input className="min-w-32 flex-1 sm:max-w-72" aria-label={l.filter} placeholder={l.filter} icon={<SearchIcon />} value={filter} onValueChange={(next) => setFilter(next)} />
        <Select aria-label={l.source.all} className="w-40" value={source} onValueChange={setSource} items={sources.map((value) => ({ value, label: l.source[value] }))} />
        <CopyButton label={l.copy} className="ml-auto" text={() => lines.map((line) => `${new Date(line.at).toISOString()} ${line.level ?? line.source} ${line.text}`).join('\n')} />
      </div>
      {error ? <div className="p-3"><ProblemCallout problem={error.problem} onRetry={retry} /></div> : null}
      {data && lines.length > 0 ? (
        // Another filter is another list: it starts at its end.
        <Lines key={`${source} ${filter}`} lines={lines} />
      ) : (
        <div className="grid flex-1 place-items-center p-6">{data ? <EmptyState title={data.lines.length === 0 ? l.empty : l.noMatch}>{l.note}</EmptyState> : error ? null : <Spinner />}</div>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const t = useT();
  const l = t.servers.log;
  const scroller = useRef<HTMLDivElement>(null);
  const follow = useFollowEnd(scroller, lines);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={l.title}
        className="h-full overflow-x-hidden overflow-y-auto bg-sunken py-2 font-mono text-xs [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        onScroll={follow.onScroll}
        onWheel={(event) => {
          if (event.deltaY < 0) follow.letGo();
        }}
      >
        <div>
          <Virtualizer scrollRef={scroller} startMargin={8} data={lines}>
            {(line) => <Line key={line.seq} line={line} />}
          </Virtualizer>
        </div>
      </div>
      {follow.isFollowing ? null : <Button size="sm" className="absolute right-4 bottom-3 shadow-md" icon={<ArrowDownIcon />} onClick={follow.toEnd}>{l.follow}</Button>}
    </div>
  );
}

const serious = new Set(['error', 'critical', 'alert', 'emergency']);

/** stderr is neutral; only a level the server itself gave is coloured (H78, try-out 9). */
function toneOf(line: LogLine): string {
  if (line.level === undefined) return line.source === 'junk' ? 'text-warn-fg' : line.source === 'lifecycle' ? 'text-accent-fg' : '';
  return serious.has(line.level) ? 'text-danger-fg' : line.level === 'warning' ? 'text-warn-fg' : '';
}

function Line({ line }: { line: LogLine }) {
  const t = useT();
  const format = useFormat();
  // Our own lines are told in the person's language; the rest is the server's.
  const text = logText(t, line);
  const label = line.level ?? t.servers.log.short[line.source];
  return (
    <div className="flex gap-x-3 px-3 leading-5 max-sm:flex-wrap">
      <time className="shrink-0 text-subtle tabular-nums" dateTime={new Date(line.at).toISOString()}>{format.time(line.at)}</time>
      <span className="w-20 shrink-0 truncate text-subtle max-sm:w-auto">{label}</span>
      <span className={`min-w-0 wrap-anywhere whitespace-pre-wrap max-sm:w-full ${toneOf(line)}`}>
        {line.logger ? <span className="text-muted">[<RevealText text={line.logger} hideCount />] </span> : null}
        <RevealText text={text} multiline hideCount />
      </span>
    </div>
  );
}
