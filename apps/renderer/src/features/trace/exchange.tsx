/** One HTTP exchange: its line, and the headers of both directions. */
import type { TraceExchange } from '@portolan/contract/trace';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function Exchange({ exchange, isOpen }: { exchange: TraceExchange; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const { method, url, status, durationMs, requestHeaders, responseHeaders } = exchange;
  const answer = `${status ?? t.trace.detail.noHttpAnswer}${durationMs === null ? '' : ` · ${format.duration(durationMs)}`}`;
  return (
    <Collapsible
      defaultOpen={isOpen}
      className="min-w-0 text-xs"
      label={
        <span className="min-w-0 font-mono wrap-anywhere">
          {method} <RevealText text={url} hideCount /> <span className={status === null || status >= 400 ? 'text-danger-fg' : 'text-muted'}>{answer}</span>
        </span>
      }
    >
      <div className="mt-1 grid min-w-0 gap-3 @3xl:grid-cols-2">
        <Headers title={t.trace.detail.requestHeaders} headers={requestHeaders} />
        {responseHeaders === null ? null : <Headers title={t.trace.detail.responseHeaders} headers={responseHeaders} />}
      </div>
    </Collapsible>
  );
}

function Headers({ title, headers }: { title: string; headers: TraceExchange['requestHeaders'] }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-xs font-medium text-muted">{title}</h4>
      <dl className="grid min-w-0 grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-md border border-line bg-sunken p-2 font-mono text-xs">
        {headers.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted wrap-anywhere"><RevealText text={name} hideCount /></dt>
            <dd className="wrap-anywhere"><RevealText text={value} /></dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
