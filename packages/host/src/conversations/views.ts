/** What windows see of a stored message: everything but what only its provider needs. */
import type { MessageView } from '@portolan/contract/conversations';
import type { StoredMessage } from '../ports.ts';

export function messageView(message: Readonly<StoredMessage>): MessageView {
  const { id, conversationId, role, createdAt, parts, status, problem, model, usage } = message;
  return { id, conversationId, role, createdAt, parts: [...parts], status, problem, model, usage };
}
