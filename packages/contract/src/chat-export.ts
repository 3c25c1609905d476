/** A chat as a file. */
import * as z from 'zod/mini';
import { stream } from './define.ts';
import { ConversationId } from './ids.ts';

/** `json` holds everything; the other two are for people. */
export const ChatFormat = z.enum(['markdown', 'html', 'json']);
export type ChatFormat = z.infer<typeof ChatFormat>;

export const chatExport = {
  /** The file in pieces, in order. Errors: `conversation-unknown`, `storage-failed`. */
  'conversations/export': stream(z.object({ conversationId: ConversationId, format: ChatFormat, locale: z.enum(['en', 'zh-CN']) }), z.object({ text: z.string() })),
} as const;
