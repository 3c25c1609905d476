/** What changes in the configuration, told to the log whoever changed it. */
import type { ConfigStore } from '../ports.ts';
import { actingNow } from './acting.ts';
import type { ActivityLog } from './activity-log.ts';
import { configChanges } from './config-changes.ts';

/** @returns what stops it */
export function recordConfig(config: Pick<ConfigStore, 'current' | 'onChange'>, activity: Pick<ActivityLog, 'record' | 'trim'>): () => void {
  let configured = config.current();
  return config.onChange((state, cause) => {
    const changes = configChanges(configured, state);
    configured = state;
    for (const { event, ...about } of changes) activity.record(event, { ...about, by: cause === 'outside' ? 'file' : actingNow() });
    // Shorter is shorter now, not within the hour.
    if (changes.some(({ event }) => event.type === 'settings-changed' && event.fields.some((field) => field.startsWith('activity')))) activity.trim();
  });
}
