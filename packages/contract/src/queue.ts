/** Messages that wait for the answer that runs: they go one after the other, each when the one before was answered. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { draftText, PendingAttachment, PendingAttachments } from './drafts.ts';
import { Problem } from './errors.ts';
import { ConversationId } from './ids.ts';

/** As many as may wait in one chat. */
export const mostQueued = 20;

export const QueuedId = z.string().check(z.regex(/^q_[A-Za-z0-9_-]{22}$/)).brand<'QueuedId'>();
export type QueuedId = z.infer<typeof QueuedId>;

export const QueuedMessage = z.object({
  id: QueuedId,
  text: z.string(),
  attachments: z.array(PendingAttachment),
  /** Why it could not be sent when it was its turn. */
  problem: z.nullable(Problem),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;

const of = { conversationId: ConversationId, id: QueuedId };

export const queue = {
  /** In the order in which they go. `isHeld`: the last answer was stopped, failed or cut, so that they wait for the person. */
  'queue/watch': stream(z.object({ conversationId: ConversationId }), z.object({ messages: z.array(QueuedMessage), isHeld: z.boolean() })),
  /**
   * Puts the draft at the end. Where nothing runs it goes at once. With `before` it is one that was taken out and comes back to its place:
   * the draft is left alone, and nothing goes by it. Errors: `queue-full`, `invalid-input` when it is empty.
   */
  'queue/add': request(z.object({ conversationId: ConversationId, text: draftText, attachments: PendingAttachments, before: z.optional(z.nullable(QueuedId)) }), z.object({ id: QueuedId })),
  /** Errors of the others: `message-unknown` when it has gone meanwhile. */
  'queue/change': request(z.object({ ...of, text: draftText, attachments: PendingAttachments }), z.object({})),
  /** Puts it before another one, or (null) at the end. */
  'queue/move': request(z.object({ ...of, before: z.nullable(QueuedId) }), z.object({})),
  /** Takes it out; `queue/add` brings it back. */
  'queue/remove': request(z.object(of), z.object({})),
  /** Stops the answer that runs, if one does, and sends this one now. Errors: those of `conversations/send`; then it still waits. */
  'queue/sendNow': request(z.object(of), z.object({})),
  /** Nothing is held any more: the first goes when nothing runs, the others after it. */
  'queue/resume': request(z.object({ conversationId: ConversationId }), z.object({})),
} as const;
