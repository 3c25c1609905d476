/** Where a chat that was not had here comes from. */
import * as z from 'zod/mini';

/** Who wrote the file. */
export const ChatSourceName = z.enum(['portolan', 'chatgpt', 'claude']);
export type ChatSourceName = z.infer<typeof ChatSourceName>;
