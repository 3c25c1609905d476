/** After the host died: what was being written is marked as cut, what was being called as unknown; nothing runs again (O07, R98). */
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { CallId } from '@portolan/contract/ids';
import type { ChatJobs } from '../jobs/jobs-port.ts';
import type { ConversationStore, ResultReviewsPort } from '../ports.ts';
import { runTool } from '../resources/host-tools.ts';

/**
 * To be called once, before anything streams. A result that waited to be seen by the person is withheld: it was kept, and is told
 * to no model by itself (H02). A call that its server has made a job of goes on, or its result is about to be told.
 */
export function recover(store: ConversationStore, reviews?: Pick<ResultReviewsPort, 'original'>, jobs?: Pick<ChatJobs, 'ofCall'>): void {
  const intended = new Set<CallId>();
  const going = new Set<CallId>();
  for (const { callId, messageId } of store.unsettledCalls()) {
    const message = store.message(messageId);
    const call = message?.parts.find((part): part is ToolCallView => part.type === 'tool-call' && part.callId === callId);
    // The result was stored and only the journal was not: what is known stays known.
    if (call && (call.state === 'done' || call.state === 'failed' || call.state === 'cancelled')) store.settleCall(callId, call.state);
    else if (message && call && reviews?.original(callId)) {
      // Its result had come and was kept, only the message did not say so yet.
      const state = reviews.original(callId)?.isError === true ? 'failed' : 'done';
      store.save({ ...message, parts: message.parts.map((part) => (part === call ? { ...call, state, review: { state: 'withheld' }, interactionId: null, progress: null } : part)) });
      store.settleCall(callId, state);
    } else if (jobs?.ofCall(callId)) {
      const { id } = jobs.ofCall(callId) ?? {};
      going.add(callId);
      if (message && call && id !== undefined) store.save({ ...message, parts: message.parts.map((part) => (part === call ? { ...call, state: 'running', job: { ...call.job, id, isBackground: true }, interactionId: null, progress: null } : part)) });
    } else {
      intended.add(callId);
      if (message && call) store.save({ ...message, parts: message.parts.map((part) => (part === call ? { ...call, state: 'unknown', interactionId: null, progress: null } : part)) });
      store.settleCall(callId, 'unknown');
    }
  }
  for (const message of store.streamingMessages()) {
    store.save({ ...message, status: 'interrupted', problem: new HostError('model-interrupted', { reason: 'closed', ...(message.model ? { model: message.model.model } : {}) }).problem, parts: message.parts.map((part) => (part.type === 'tool-call' && going.has(part.callId) ? part : settled(part, intended))) });
  }
}

/** A call that was never journalled certainly did not run. */
function settled(part: PartView, intended: ReadonlySet<CallId>): PartView {
  if (part.type === 'tool-call' && part.review?.state === 'waiting') return { ...part, review: { state: 'withheld' }, interactionId: null };
  if (part.type !== 'tool-call' || (part.state !== 'waiting' && part.state !== 'running')) return part;
  // A script that ran has made some of its calls, each of which says for itself; it is not run again (C17).
  return { ...part, state: intended.has(part.callId) || (part.tool === runTool && part.state === 'running') ? 'unknown' : 'interrupted', interactionId: null, progress: null };
}
