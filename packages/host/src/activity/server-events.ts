/** Which steps of a server's life are written into the activity log. */
import type { ActivityEvent } from '@portolan/contract/activity';
import type { ActivityAbout } from './activity-port.ts';
import type { Lifecycle, LifecycleEvent, Step } from '../servers/lifecycle/lifecycle.ts';
import { actingNow } from './acting.ts';

/** What to write of a step before it is done; null for what changes nothing a person decided or would look for. */
export function serverEvent(before: Lifecycle, event: LifecycleEvent, { next, effects }: Step): { event: ActivityEvent; by: ActivityAbout['by'] } | null {
  if (effects.some(({ type }) => type === 'open')) {
    const cause = event.type === 'start' ? event.by : event.type === 'gone' ? 'person' : 'retry';
    return { event: { type: 'server-starting', cause }, by: cause === 'person' ? actingNow() : cause === 'use' ? 'model' : 'host' };
  }
  if (event.type === 'ready' && before.state === 'starting') return { event: { type: 'server-ready' }, by: 'server' };
  if (event.type === 'ended' && next !== before) {
    return { event: { type: 'server-ended', isCrash: event.retry === 'crash', willRetry: next.state === 'backoff', problem: event.problem.code }, by: 'server' };
  }
  if (event.type === 'stop' && effects.some(({ type }) => type === 'close')) return { event: { type: 'server-stopped' }, by: event.byPerson ? actingNow() : 'host' };
  return null;
}
