/** Chats that nobody sits before: what would be asked about them is refused at once. */
import type { ConversationId } from '@portolan/contract/ids';
import type { ResultReviewsPort } from '../ports.ts';

export interface UnattendedChats {
  has(id: ConversationId): boolean;
}

/** What the person wants to see before a model reads it is withheld where nobody can look at it; the host keeps it for later. */
export function withholding(reviews: ResultReviewsPort, unattended: UnattendedChats): ResultReviewsPort {
  return {
    wants: (call) => reviews.wants(call),
    keep: (request) => reviews.keep(request),
    original: (callId) => reviews.original(callId),
    forget: (callId) => reviews.forget(callId),
    ask: (request, options) => (unattended.has(request.conversationId) ? Promise.resolve({ action: 'withhold', note: null }) : reviews.ask(request, options)),
  };
}
