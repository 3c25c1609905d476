/** A tool call that belongs to no chat, written down before it goes out and when it has ended. */
import type { ServerId } from '@portolan/contract/ids';
import type { ToolResultView } from '@portolan/contract/content';
import type { ActivityPort } from './activity-port.ts';

/**
 * Rejects like `call`, which is not made when it cannot be written down.
 * @throws {HostError} `storage-failed`
 */
export async function recordedCall(activity: ActivityPort, { serverId, tool }: { serverId: ServerId; tool: string }, signal: AbortSignal, call: () => Promise<ToolResultView>): Promise<ToolResultView> {
  activity.require({ type: 'call-intended', tool }, { serverId });
  const started = performance.now();
  const ended = (outcome: 'done' | 'failed' | 'cancelled'): void => activity.record({ type: 'call-ended', tool, outcome, durationMs: Math.round(performance.now() - started) }, { serverId });
  try {
    const result = await call();
    ended(result.isError ? 'failed' : 'done');
    return result;
  } catch (error) {
    ended(signal.aborted ? 'cancelled' : 'failed');
    throw error;
  }
}
