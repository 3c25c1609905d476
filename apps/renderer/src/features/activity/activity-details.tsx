/** Everything that is known of one entry, and the ways to what it is about. */
import type { ActivityEntry } from '@portolan/contract/activity';
import type { ErrorCode } from '@portolan/contract/errors';
import { fieldName } from '@portolan/i18n/activity-text';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { Format } from '@portolan/i18n/format';
import { RevealText } from '@portolan/ui/reveal-text';
import { useConversations, useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';
import type { Route } from '../../lib/router.ts';

export function ActivityDetails({ entry }: { entry: ActivityEntry }) {
  const t = useT();
  const format = useFormat();
  const servers = useServers().data ?? [];
  const chats = useConversations().data ?? [];
  const { facts } = t.activity;
  const { serverId, conversationId, callId } = entry;
  const chat = chats.find(({ id }) => id === conversationId);
  const isServerThere = servers.some(({ id }) => id === serverId);
  const rows: [label: string, value: string][] = [
    [facts.time, format.exactTime(entry.at)],
    [facts.by, t.activity.by[entry.by]],
    ...(entry.serverName === '' ? [] : [[facts.server, entry.serverName] as [string, string]]),
    ...(conversationId === null ? [] : [[facts.chat, chat === undefined ? t.activity.thisChat : chat.title || t.chat.untitled] as [string, string]]),
    ...detailRows(entry, t, format),
    [facts.number, String(entry.id)],
  ];
  return (
    <div className="px-3 pt-1.5 pb-3 pl-10 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere"><RevealText text={value} /></dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {conversationId !== null && chat !== undefined ? <Jump to={{ at: 'chat', conversationId }}>{t.activity.inChat}</Jump> : null}
        {callId === null ? null : <Jump to={{ at: 'trace', callId }}>{t.activity.inTrace}</Jump>}
        {serverId !== null && isServerThere ? <Jump to={{ at: 'server', serverId, tab: 'overview' }}>{t.activity.toServer}</Jump> : null}
      </p>
    </div>
  );
}

function Jump({ to, children }: { to: Route; children: string }) {
  return <a className="text-accent-fg underline underline-offset-2" href={formatRoute(to)}>{children}</a>;
}

/** The event's own fields, where the sentence does not tell all of them. */
function detailRows({ event }: ActivityEntry, t: Catalogue, format: Format): [string, string][] {
  const names = t.activity.detailNames;
  return (Object.entries(event) as [string, unknown][]).flatMap(([name, value]): [string, string][] => {
    if (!Object.hasOwn(names, name) || value === null || (Array.isArray(value) && value.length === 0)) return [];
    const label = names[name as keyof typeof names];
    if (name === 'durationMs') return [[label, format.duration(Number(value))]];
    if (name === 'problem') return [[label, t.errors.codes[value as ErrorCode].what({})]];
    if ((event.type === 'server-changed' || event.type === 'settings-changed') && name === 'fields') return [[label, format.list(event.fields.map((field) => fieldName(t, event.type, field)))]];
    if (Array.isArray(value)) return [[label, format.list(value.map(String))]];
    if (typeof value === 'number') return [[label, format.number(value)]];
    return typeof value === 'string' ? [[label, value]] : [];
  });
}
