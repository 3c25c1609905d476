/** How entries are put in words and marks, the same in the table and beside it. */
import type { TraceStatus, TraceSummary } from '@portolan/contract/trace';
import { StatusDot } from '@portolan/ui/status-dot';
import type { StatusTone } from '@portolan/ui/status-dot';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react';
import { useLocale, useT } from '../../lib/i18n.tsx';

const tones: Record<TraceStatus, StatusTone> = { pending: 'busy', ok: 'success', error: 'danger', 'tool-error': 'danger', cancelled: 'idle', timeout: 'warn', lost: 'danger' };

export function Direction({ entry }: { entry: TraceSummary }) {
  const t = useT();
  if (entry.direction === null) return null;
  const isSent = entry.direction === 'out';
  const Icon = isSent ? ArrowRightIcon : ArrowLeftIcon;
  return (
    <>
      <Icon className={`size-3.5 ${isSent ? 'text-accent-fg' : 'text-success-fg'}`} aria-hidden="true" />
      <VisuallyHidden>{isSent ? t.trace.sent : t.trace.received}</VisuallyHidden>
    </>
  );
}

/** The code of an HTTP answer, or how a request ended; nothing for what waits for no answer. */
export function Status({ entry, hideText = false }: { entry: TraceSummary; hideText?: boolean }) {
  const t = useT();
  if (entry.status === null) return null;
  const text = entry.kind === 'http' ? (entry.httpStatus === null ? t.trace.status.lost : String(entry.httpStatus)) : t.trace.status[entry.status];
  return <StatusDot tone={tones[entry.status]} text={text} hideText={hideText} className="min-w-0" />;
}

/** The method, or what stands in its place. */
export function useEntryName(): (entry: TraceSummary) => string {
  const t = useT();
  return (entry) => {
    if (entry.kind === 'junk' || entry.kind === 'lifecycle' || entry.kind === 'response') return t.trace.names[entry.kind];
    return entry.method;
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day to the millisecond. */
export function useClock(): (at: number) => string {
  const locale = useLocale();
  let clock = clocks.get(locale);
  if (!clock) {
    clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' });
    clocks.set(locale, clock);
  }
  const known = clock;
  return (at) => known.format(at);
}
