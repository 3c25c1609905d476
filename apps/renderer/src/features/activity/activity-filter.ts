/** What of the activity log is shown, as a person chooses it, and as the host is asked for it. */
import { activityKinds, AskRefusal } from '@portolan/contract/activity';
import type { ActivityFilter, ActivityKind, ActivityType } from '@portolan/contract/activity';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import { activityText } from '@portolan/i18n/activity-text';
import type { Catalogue } from '@portolan/i18n/catalogue-type';

export const times = ['all', 'hour', 'day', 'week', 'month'] as const;
export type ActivityTime = (typeof times)[number];

export interface ActivityChoice {
  kind: ActivityKind | 'all';
  serverId: ServerId | undefined;
  conversationId: ConversationId | undefined;
  time: ActivityTime;
  text: string;
}

export const everything: ActivityChoice = { kind: 'all', serverId: undefined, conversationId: undefined, time: 'all', text: '' };

export function isEverything({ kind, serverId, conversationId, time, text }: ActivityChoice): boolean {
  return kind === 'all' && serverId === undefined && conversationId === undefined && time === 'all' && text.trim() === '';
}

const hour = 3_600_000;
const lengths: Record<Exclude<ActivityTime, 'all'>, number> = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };

/** `now` in milliseconds since the epoch. */
export function filterOf(choice: ActivityChoice, now: number, t: Pick<Catalogue, 'activity'>): ActivityFilter {
  const terms = termsOf(choice.text);
  return {
    ...(choice.kind === 'all' ? {} : { types: [...activityKinds[choice.kind]] }),
    ...(choice.serverId === undefined ? {} : { serverId: choice.serverId }),
    ...(choice.conversationId === undefined ? {} : { conversationId: choice.conversationId }),
    ...(choice.time === 'all' ? {} : { since: now - lengths[choice.time] }),
    ...(terms.length === 0 ? {} : { terms: terms.map((text) => ({ text, words: toldAs(text, t) })) }),
  };
}

export function kindOf(type: ActivityType): ActivityKind {
  for (const [kind, types] of Object.entries(activityKinds) as [ActivityKind, readonly ActivityType[]][]) if (types.includes(type)) return kind;
  return 'app';
}

/** As the host takes them: a few words, without the quotation marks that sentences put around names. */
function termsOf(text: string): string[] {
  return text.split(/[\s“”"]+/).filter((word) => word !== '').map((word) => word.slice(0, 200)).slice(0, 6);
}

type Words = NonNullable<ActivityFilter['terms']>[number]['words'];
type Field = NonNullable<Words[number]['field']>;

/** Fields for whose few values an event is told in other words. */
const variants: Partial<Record<ActivityType, [field: Field, values: readonly (string | boolean)[]][]>> = {
  'server-starting': [['cause', ['person', 'launch', 'use', 'retry', 'trial']]],
  'server-ended': [['isCrash', [true, false]]],
  'approval-decided': [['decision', ['allow', 'deny', 'withdrawn']], ['reason', ['mute', 'storm-limit', 'unattended']]],
  'call-ended': [['outcome', ['done', 'failed', 'cancelled', 'unknown']]],
  'script-ended': [['outcome', ['done', 'failed', 'cancelled']]],
  'permission-added': [['effect', ['allow', 'ask', 'never']]],
  'result-reviewed': [['action', ['send', 'edit', 'withhold', 'withdrawn']]],
  elicitation: [['action', ['accept', 'decline', 'cancel']], ['reason', AskRefusal.options]],
  sampling: [['outcome', ['sent', 'denied', 'refused', 'gone']], ['reason', AskRefusal.options]],
  'server-muted': [['isMuted', [true, false]]],
  'server-enabled': [['isEnabled', [true, false]]],
  'provider-changed': [['change', ['added', 'changed', 'removed']]],
  'install-link-received': [['isUsable', [true, false]]],
  downloaded: [['what', ['bundle', 'package']]],
  'log-trimmed': [['reason', ['age', 'count']]],
};

/** What is told in words that hold the text: the host knows no language, so the window says which events those are. */
export function toldAs(text: string, t: Pick<Catalogue, 'activity'>): Words {
  const wanted = text.toLowerCase();
  const isTold = (type: ActivityType, more: object): boolean => activityText(t, { by: 'person', serverName: '', event: { type, ...more } }).toLowerCase().includes(wanted);
  return Object.values(activityKinds)
    .flat()
    .flatMap((type): Words => {
      const variant = variants[type];
      if (variant === undefined) return isTold(type, {}) ? [{ type }] : [];
      return variant.flatMap(([field, values]) => values.filter((value) => isTold(type, { [field]: value })).map((value) => ({ type, field, value })));
    });
}
