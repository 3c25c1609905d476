/** In which chat a call runs for which a server asks something. */
import type { CallId, ConversationId } from '@portolan/contract/ids';
import type { ConversationStore } from '../ports.ts';

/** Null for a call made by hand, and for one that is over. */
export function chatOfCall(store: Pick<ConversationStore, 'unsettledCalls' | 'get'>, callId: CallId): { id: ConversationId; title: string } | null {
  const call = store.unsettledCalls().find((each) => each.callId === callId);
  const conversation = call === undefined ? null : store.get(call.conversationId);
  return conversation === null ? null : { id: conversation.id, title: conversation.title };
}
