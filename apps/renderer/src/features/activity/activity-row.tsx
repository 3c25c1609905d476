/** One entry: a sentence, and folded below it everything that is known of it with the ways to what it is about. */
import type { ActivityEntry, ActivityFilter } from '@portolan/contract/activity';
import { activityText } from '@portolan/i18n/activity-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { AppWindowIcon, ChevronRightIcon, CircleAlertIcon, CircleHelpIcon, KeyRoundIcon, LinkIcon, MessageCircleQuestionIcon, ServerIcon, SettingsIcon, ShieldCheckIcon, WrenchIcon } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ActivityDetails } from './activity-details.tsx';
import { kindOf } from './activity-filter.ts';
import { useActivityAt } from './use-activity.ts';

export interface ActivityRowProps {
  /** Counted from the oldest. */
  place: number;
  /** Counted from the newest. */
  index: number;
  filter: ActivityFilter;
  total: number;
  oldest: number;
  isSelected: boolean;
  isOpen: boolean;
  onToggle: (place: number) => void;
}

const icons = { servers: ServerIcon, trust: ShieldCheckIcon, approvals: CircleHelpIcon, calls: WrenchIcon, asks: MessageCircleQuestionIcon, configuration: SettingsIcon, secrets: KeyRoundIcon, links: LinkIcon, app: AppWindowIcon } satisfies Record<ReturnType<typeof kindOf>, LucideIcon>;

/** What a person would want to see first. */
function isTrouble({ event }: ActivityEntry): boolean {
  return event.type === 'server-ended' || event.type === 'definitions-changed' || event.type === 'log-left-out' || (event.type === 'call-ended' && (event.outcome === 'failed' || event.outcome === 'unknown'));
}

export const ActivityRow = memo(function ActivityRow({ place, index, filter, total, oldest, isSelected, isOpen, onToggle }: ActivityRowProps) {
  const t = useT();
  const format = useFormat();
  const entry = useActivityAt(filter, place, total, oldest);
  const isBad = entry !== undefined && isTrouble(entry);
  const Icon = entry === undefined ? null : isBad ? CircleAlertIcon : icons[kindOf(entry.event.type)];
  const sentence = entry === undefined ? '' : activityText(t, entry);
  return (
    <div id={`activity-${place}`} role="row" aria-rowindex={index + 1} aria-level={1} aria-selected={isSelected} aria-expanded={entry === undefined ? undefined : isOpen} className="border-b border-line group-focus-visible:aria-selected:outline-2 group-focus-visible:aria-selected:-outline-offset-2 group-focus-visible:aria-selected:outline-focus aria-selected:bg-accent-soft">
      <div role="gridcell">
        {entry === undefined ? (
          <div className="flex min-h-[35px] items-center px-3"><span className="h-3 w-1/2 rounded-sm bg-active" /><span className="sr-only">{t.activity.loading}</span></div>
        ) : (
          <>
            {/* The keys are the grid's: it keeps the focus, as a grid of rows does. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
            <div className="flex min-h-[35px] cursor-default flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-sm hover:bg-hover" onClick={() => onToggle(place)}>
              <ChevronRightIcon className={`size-3.5 shrink-0 self-center text-subtle ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
              {Icon ? <Icon className={`size-4 shrink-0 self-center ${isBad ? 'text-danger-fg' : 'text-muted'}`} aria-hidden="true" /> : null}
              <time className="shrink-0 text-xs text-muted tabular-nums @3xl:w-40" dateTime={new Date(entry.at).toISOString()}>{format.dateTime(entry.at)}</time>
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere"><RevealText text={sentence} /></span>
            </div>
            {isOpen ? <ActivityDetails entry={entry} /> : null}
          </>
        )}
      </div>
    </div>
  );
});
