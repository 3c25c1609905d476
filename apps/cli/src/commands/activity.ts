/** `activity`: what was decided and done, the newest last, as sentences or JSON Lines. */
import type { ActivityEntry, ActivityFilter } from '@portolan/contract/activity';
import { activityText } from '@portolan/i18n/activity-text';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { serverNamed } from '../servers.ts';

/** Shown when no time is given. */
const newest = 100;
const pageSize = 500;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export const activityCommands: Command[] = [
  {
    name: 'activity',
    words: [],
    options: ['server', 'since'],
    examples: ['activity', 'activity --server files --since 2h', 'activity --since 2026-11-30 --json'],
    run: async (context) => {
      const { options, out, signal } = context;
      const server = options.server === undefined ? null : await serverNamed(context, options.server);
      const since = options.since === undefined ? undefined : momentOf(context, options.since);
      const { client } = await context.session();
      const filter: ActivityFilter = { ...(server === null ? {} : { serverId: server.id }), ...(since === undefined ? {} : { since }) };
      const { total } = await client.request('activity/page', { filter, from: 0, limit: 0 }, { signal });
      for (let from = since === undefined ? Math.max(0, total - newest) : 0; from < total; from += pageSize) {
        // Page after page: what is printed need not be held.
        // oxlint-disable-next-line no-await-in-loop
        const { entries } = await client.request('activity/page', { filter, from, limit: Math.min(pageSize, total - from) }, { signal });
        for (const entry of entries) out.item(entryJson(entry), () => entryText(context, entry));
      }
      return exitCodes.done;
    },
  },
];

/** `30m`, `2h`, `7d`, `1w` ago, or a date; milliseconds since the epoch. */
function momentOf({ t }: Context, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (units[unit] ?? 0);
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new CliFailure(exitCodes.usage, 'usage', t.usage.badValue('--since', visible(text)));
  return moment;
}

function entryJson({ id, at, by, serverId, serverName, conversationId, callId, event }: ActivityEntry) {
  return { id, at: new Date(at).toISOString(), by, server: serverName === '' ? null : serverName, serverId, conversationId, callId, ...event };
}

function entryText({ out, shared }: Context, entry: ActivityEntry): string {
  const time = new Date(entry.at).toISOString().slice(0, 19).replace('T', ' ');
  return `${out.style('dim', time)} ${visible(activityText(shared, entry))}`;
}
