/** How a server's state looks and is called, the same wherever it is shown. */
import type { ServerView } from '@portolan/contract/servers';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import type { StatusTone } from '@portolan/ui/status-dot';

type Shown = keyof FirstCatalogue['servers']['state'];

const tones: Record<Shown, StatusTone> = {
  stopped: 'idle',
  starting: 'busy',
  ready: 'success',
  degraded: 'warn',
  backoff: 'warn',
  failed: 'danger',
  stopping: 'busy',
  disabled: 'idle',
  unreviewed: 'warn',
  needsSignIn: 'warn',
  needsInput: 'warn',
};

/** What matters most about a server, as a key of `t.servers.state`. */
export function shownState(server: ServerView): Shown {
  if (!server.isReviewed) return 'unreviewed';
  if (!server.isEnabled) return 'disabled';
  if (server.problem?.code === 'server-needs-authorization') return 'needsSignIn';
  if (server.problem?.code === 'launch-input-needed') return 'needsInput';
  return server.state;
}

export function serverTone(server: ServerView): StatusTone {
  return tones[shownState(server)];
}

/** Whether its lists can be read and its tools called. */
export function isUp(server: ServerView): boolean {
  return server.isEnabled && (server.state === 'ready' || server.state === 'degraded');
}

/** Whether a person has to do something before it works. */
export function needsAttention(server: ServerView): boolean {
  if (!server.isReviewed) return true;
  return server.isEnabled && (server.state === 'failed' || server.problem?.code === 'server-needs-authorization');
}

/** Whether there are lists to show: those it sends, or those of the last time. */
export function hasLists(server: ServerView): boolean {
  return isUp(server) || (server.isReviewed && server.lists.source === 'remembered');
}

/** Whether something it lists can be used now, even if it has to be started for it. */
export function isUsable(server: ServerView): boolean {
  return isUp(server) || (server.lists.isUsable && server.lists.source === 'remembered');
}
