/** What windows see of a stored message: everything but what only its provider needs. */
import type { MessageView } from '@portolan/contract/conversations';
import type { MessageId } from '@portolan/contract/ids';
import type { StoredMessage } from '../ports.ts';

/** @param versions of the chat, where they may have changed; a message told without keeps those that a window knows */
export function messageView(message: Readonly<StoredMessage>, versions?: ReadonlyMap<MessageId, readonly MessageId[]>): MessageView {
  const { id, conversationId, role, createdAt, parts, status, problem, model, usage } = message;
  const ids = versions?.get(id);
  return { id, conversationId, role, createdAt, parts: [...parts], status, problem, model, usage, ...(ids === undefined ? {} : { versions: { ids: [...ids], at: ids.indexOf(id) } }) };
}
