/** Calls of tools in the activity log, as the journal writes them down. */
import type { EndedScript } from '../conversations/calls.ts';
import type { CallStep } from '../storage/conversation-store.ts';
import type { ActivityPort } from './activity-port.ts';

/** Within the transaction of the journal: a call that cannot be written down is not made. */
export function recordCall(activity: ActivityPort, call: CallStep): void {
  const { serverId, conversationId, callId, tool } = call;
  const about = { serverId, conversationId, callId };
  if (call.step === 'intended') return activity.require({ type: 'call-intended', tool, ...(call.script === undefined ? {} : { script: call.script }) }, { ...about, by: call.by ?? 'model' });
  const isUnknown = call.outcome === 'unknown';
  activity.require({ type: 'call-ended', tool, outcome: call.outcome, durationMs: isUnknown ? null : call.durationMs }, { ...about, by: isUnknown ? 'host' : 'server' });
}

/** Each of its calls has entries of its own. */
export function recordScript(activity: ActivityPort, { conversationId, callId, outcome, calls, durationMs }: EndedScript): void {
  activity.record({ type: 'script-ended', outcome, calls, durationMs }, { conversationId, callId, by: 'model' });
}
