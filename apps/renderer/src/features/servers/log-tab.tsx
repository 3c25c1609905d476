/** A server's log: stderr, its log messages, starts and stops, and what was not protocol. */
import type { LogLine, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { SearchIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { useServerLog } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';

type Source = 'all' | LogLine['source'];

export function LogTab({ server }: { server: ServerView }) {
  const t = useT();
  const l = t.servers.log;
  const { data } = useServerLog(server.id);
  const [filter, setFilter] = useState('');
  const [source, setSource] = useState<Source>('all');
  const [isFollowing, setIsFollowing] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const lines = useMemo(() => {
    const wanted = filter.toLowerCase();
    return (data?.lines ?? []).filter((line) => (source === 'all' || line.source === source) && (wanted === '' || line.text.toLowerCase().includes(wanted)));
  }, [data, filter, source]);
  useEffect(() => {
    if (isFollowing && lines.length > 0) list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [lines, isFollowing]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) setIsFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < 40);
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2.5">
        <Input className="w-56" aria-label={l.filter} placeholder={l.filter} icon={<SearchIcon />} value={filter} onValueChange={setFilter} />
        <Select
          aria-label={l.source.all}
          value={source}
          onValueChange={setSource}
          items={(['all', 'stderr', 'message', 'lifecycle', 'junk'] as const).map((value) => ({ value, label: l.source[value] }))}
        />
        <span className="ml-auto flex items-center gap-1.5">
          <Button size="sm" variant="ghost" aria-pressed={isFollowing} onClick={() => setIsFollowing(!isFollowing)}>{isFollowing ? l.following : l.follow}</Button>
          <CopyButton label={l.copy} text={() => lines.map((line) => `${new Date(line.at).toISOString()} ${line.source} ${line.text}`).join('\n')} />
        </span>
      </div>
      {lines.length === 0 ? (
        <div className="grid flex-1 place-items-center"><EmptyState title={l.empty}>{l.note}</EmptyState></div>
      ) : (
        // A scrolling region must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div ref={scroller} tabIndex={0} role="log" aria-live="off" aria-label={l.title} className="min-h-0 flex-1 overflow-auto bg-sunken py-2 font-mono text-xs [overflow-anchor:none]" onScroll={onScroll}>
          <Virtualizer ref={list} scrollRef={scroller}>
            {lines.map((line) => <Line key={line.seq} line={line} />)}
          </Virtualizer>
        </div>
      )}
    </div>
  );
}

const serious = new Set(['error', 'critical', 'alert', 'emergency']);

/** stderr is neutral; only a level the server itself gave is coloured (H78, try-out 9). */
function Line({ line }: { line: LogLine }) {
  const format = useFormat();
  const tone = line.level === undefined ? (line.source === 'junk' ? 'text-warn-fg' : line.source === 'lifecycle' ? 'text-accent-fg' : '') : serious.has(line.level) ? 'text-danger-fg' : line.level === 'warning' ? 'text-warn-fg' : '';
  return (
    <div className="flex gap-3 px-3 leading-5">
      <time className="shrink-0 text-subtle tabular-nums" dateTime={new Date(line.at).toISOString()}>{format.time(line.at)}</time>
      <span className="w-20 shrink-0 truncate text-subtle">{line.level ?? line.source}</span>
      <span className={`min-w-0 break-words whitespace-pre-wrap ${tone}`}>
        {line.logger ? <span className="text-muted">[<RevealText text={line.logger} />] </span> : null}
        <RevealText text={line.text} multiline hideCount />
      </span>
    </div>
  );
}
