/** What of the activity log is shown, how much of it is kept, and the way to a file. */
import { activityKinds } from '@portolan/contract/activity';
import type { ActivityFilter, ActivityKind } from '@portolan/contract/activity';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { Select } from '@portolan/ui/select';
import { DownloadIcon, EllipsisIcon, SearchIcon } from 'lucide-react';
import { useConversations, useServers, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { times } from './activity-filter.ts';
import type { ActivityChoice } from './activity-filter.ts';
import { useActivityExport } from './use-export.ts';

export interface ActivityBarProps {
  choice: ActivityChoice;
  /** The same, as the host is asked. */
  filter: ActivityFilter;
  onChange: (change: Partial<ActivityChoice>) => void;
}

/** No id: those are letters, digits, hyphens and underscores. */
const all = '*';
/** Chats that can be chosen; older ones are found through the entries themselves. */
const mostChats = 100;
const daysKept = [30, 90, 365, 3650];
const entriesKept = [10_000, 100_000, 1_000_000];
const choiceWidth = 'min-w-32 flex-1 @3xl:w-40 @3xl:flex-none';

export function ActivityBar({ choice, filter, onChange }: ActivityBarProps) {
  const t = useT();
  const servers = useServers().data ?? [];
  const chats = (useConversations().data ?? []).slice(0, mostChats);
  const exporting = useActivityExport();
  const kinds = Object.keys(activityKinds) as ActivityKind[];
  const chatItems = chats.map(({ id, title }) => ({ value: id as string, label: title || t.chat.untitled }));
  const { conversationId } = choice;
  if (conversationId !== undefined && !chats.some(({ id }) => id === conversationId)) chatItems.push({ value: conversationId, label: t.activity.thisChat });
  return (
    <div role="toolbar" aria-label={t.activity.title} className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line p-2">
      <div className="min-w-36 flex-1 @3xl:max-w-64"><Input size="sm" type="search" aria-label={t.activity.search} placeholder={t.activity.search} icon={<SearchIcon />} maxLength={200} value={choice.text} onValueChange={(text) => onChange({ text })} /></div>
      <div className={choiceWidth}><Select aria-label={t.activity.kind} size="sm" value={choice.kind} onValueChange={(kind) => onChange({ kind })} items={[{ value: 'all' as const, label: t.activity.allKinds }, ...kinds.map((value) => ({ value, label: t.activity.kinds[value] }))]} /></div>
      <div className={choiceWidth}><Select aria-label={t.activity.server} size="sm" value={choice.serverId ?? all} onValueChange={(value) => onChange({ serverId: servers.find(({ id }) => id === value)?.id })} items={[{ value: all, label: t.activity.allServers }, ...servers.map(({ id, name }) => ({ value: id as string, label: name }))]} /></div>
      <div className={choiceWidth}><Select aria-label={t.activity.chat} size="sm" value={conversationId ?? all} onValueChange={(value) => onChange({ conversationId: chats.find(({ id }) => id === value)?.id })} items={[{ value: all, label: t.activity.allChats }, ...chatItems]} /></div>
      <div className={choiceWidth}><Select aria-label={t.activity.time} size="sm" value={choice.time} onValueChange={(time) => onChange({ time })} items={times.map((value) => ({ value, label: t.activity.times[value] }))} /></div>
      <span className="ml-auto flex items-center gap-0.5">
        <Menu align="end" trigger={<IconButton size="sm" label={t.activity.export} icon={<DownloadIcon />} loading={exporting.isRunning} />}>
          <MenuItem description={t.activity.exportNote} onSelect={() => exporting.start(filter, 'json')}>{t.activity.exportJson}</MenuItem>
          <MenuItem onSelect={() => exporting.start(filter, 'csv')}>{t.activity.exportCsv}</MenuItem>
        </Menu>
        <Kept />
      </span>
    </div>
  );
}

/** The rule by which the oldest entries go. */
function Kept() {
  const t = useT();
  const act = useAct();
  const settings = useSettings().data?.settings;
  const days = settings?.activityDays ?? 365;
  const entries = settings?.activityEntries ?? 100_000;
  return (
    <Menu align="end" trigger={<IconButton size="sm" label={t.activity.more} icon={<EllipsisIcon />} />}>
      {daysKept.map((each) => <MenuCheckboxItem key={each} checked={each === days} onCheckedChange={() => void act('settings/update', { activityDays: each })}>{t.activity.keepDays(each)}</MenuCheckboxItem>)}
      <MenuSeparator />
      {entriesKept.map((each) => <MenuCheckboxItem key={each} checked={each === entries} onCheckedChange={() => void act('settings/update', { activityEntries: each })}>{t.activity.keepEntries(each)}</MenuCheckboxItem>)}
    </Menu>
  );
}
