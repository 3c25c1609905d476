/** One entry with everything that is kept of it: both messages side by side, why there is no answer, the exchanges. */
import type { ServerId } from '@portolan/contract/ids';
import type { TraceEntry, TraceSummary } from '@portolan/contract/trace';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { CopyButton } from '@portolan/ui/copy-button';
import { EmptyState } from '@portolan/ui/empty-state';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { XIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { toCurl } from './curl.ts';
import { Direction, Status, useClock, useEntryName } from './entry-words.tsx';
import { Exchange } from './exchange.tsx';
import { MessageBody } from './message-body.tsx';

export interface EntryDetailProps {
  serverId: ServerId;
  id: number;
  /** The row as it is now; its changes make the entry be read again. */
  row: TraceSummary | undefined;
  serverName: string;
  onClose: () => void;
}

export function EntryDetail({ serverId, id, row, serverName, onClose }: EntryDetailProps) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('trace/entry', { serverId, id }, { stamp: row === undefined ? null : [row.status, row.bytes, row.progress], fresh: true, keep: true });
  const entry = data?.entry?.summary.id === id ? data.entry : undefined;
  const isGone = data?.entry === null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const focus = useFocusWhereItCovers();
  return (
    // Escape closes it wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={focus} tabIndex={-1} aria-label={t.trace.detail.label} className="flex h-full min-h-0 flex-col outline-none" onKeyDown={onKeyDown}>
      {entry ? <Head entry={entry} serverName={serverName} onClose={onClose} /> : <div className="flex justify-end p-1.5"><CloseButton onClose={onClose} /></div>}
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto p-3" role="group" aria-label={t.trace.detail.message} tabIndex={0}>
        {entry ? <Body entry={entry} /> : error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : isGone ? <EmptyState level={3} title={t.trace.entryGone} /> : null}
      </div>
    </section>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useT();
  return <IconButton size="sm" label={t.trace.detail.close} shortcut={['Esc']} icon={<XIcon />} onClick={onClose} />;
}

function Head({ entry, serverName, onClose }: { entry: TraceEntry; serverName: string; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const clock = useClock();
  const name = useEntryName();
  const { summary, request, exchanges } = entry;
  const last = exchanges.findLast(({ method }) => method === 'POST') ?? exchanges.at(-1);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-xs">
      <h2 className="flex min-w-0 items-center gap-1.5 font-mono text-sm font-medium">
        <Direction entry={summary} />
        <span className="min-w-0 truncate"><RevealText text={name(summary)} hideCount /></span>
        {summary.requestId === null ? null : <span className="text-subtle">#<RevealText text={String(summary.requestId)} hideCount /></span>}
      </h2>
      <Status entry={summary} />
      {summary.durationMs === null ? null : <span className="text-muted tabular-nums">{format.duration(summary.durationMs)}</span>}
      {summary.bytes === 0 ? null : <span className="text-muted tabular-nums">{format.bytes(summary.bytes)}</span>}
      {summary.progress === 0 ? null : <span className="text-muted">{t.trace.detail.progress(summary.progress)}</span>}
      {summary.protocolVersion === null || summary.era === null ? null : <Badge mono title={t.trace.detail.era}>{t.servers.overview.protocolValue(summary.protocolVersion, summary.era === 'legacy' ? t.servers.overview.eraLegacy : t.servers.overview.eraModern)}</Badge>}
      <span className="min-w-0 truncate text-subtle"><RevealText text={serverName} hideCount /> · <time dateTime={new Date(summary.at).toISOString()} className="tabular-nums">{clock(summary.at)}</time></span>
      <span className="ml-auto flex items-center gap-0.5">
        {last === undefined || request?.isCut ? null : <CopyButton showLabel label={t.trace.detail.copyCurl} text={() => toCurl(last, request === null ? null : oneLine(request.text))} />}
        <CloseButton onClose={onClose} />
      </span>
    </header>
  );
}

function Body({ entry }: { entry: TraceEntry }) {
  const t = useT();
  const d = t.trace.detail;
  const { summary, request, response, text, exchanges } = entry;
  const isPair = summary.kind === 'request' || (summary.kind === 'http' && response !== null);
  const first = summary.kind === 'notification' ? d.notification : isPair || summary.kind === 'http' ? d.request : d.message;
  const missing = summary.status === 'pending' ? d.waiting : summary.status === 'ok' || summary.status === 'error' ? d.notKept : d.noAnswer;
  const messages =
    request === null && response === null ? null : (
      <div className={`grid min-w-0 gap-3 ${isPair ? '@3xl:grid-cols-2' : ''}`}>
        {request === null ? null : <MessageBody title={first} text={request.text} body={request} copyLabel={d.copyRequest} />}
        {response === null ? isPair ? <MessageBody title={d.response} missing={missing} /> : null : <MessageBody title={d.response} text={response.text} body={response} copyLabel={d.copyResponse} />}
      </div>
    );
  const http =
    exchanges.length === 0 ? null : (
      <section className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-muted">{d.http(exchanges.length)}</h3>
        <div className="flex min-w-0 flex-col gap-1">{exchanges.map((exchange) => <Exchange key={exchange.id} exchange={exchange} isOpen={summary.kind === 'http'} />)}</div>
        <p className="mt-1 text-xs text-subtle">{d.curlNote}</p>
      </section>
    );
  const why = summary.kind === 'request';
  return (
    <div className="@container flex min-w-0 flex-col gap-3">
      {text === null ? null : why ? <Callout tone={summary.status === 'cancelled' ? 'neutral' : 'warn'} title={t.trace.status[summary.status ?? 'lost']}><RevealText text={text} multiline /></Callout> : <MessageBody title={d.text} text={text} copyLabel={t.app.actions.copy} />}
      {/* What the row is about comes first. */}
      {summary.kind === 'http' ? <>{http}{messages}</> : <>{messages}{http}</>}
    </div>
  );
}

/** As it was sent, rather than as it is read. */
function oneLine(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

/** In a narrow window the entry covers the table that had the focus: it goes on to the entry. */
function useFocusWhereItCovers(): React.RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const holder = document.activeElement;
    if (holder && holder !== document.body && holder.checkVisibility()) return;
    section.current?.focus({ preventScroll: true });
  }, []);
  return section;
}
