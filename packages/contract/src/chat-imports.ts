/**
 * Chats of a file: one of ours, or what ChatGPT or Claude hand out of theirs (C12). The file goes up in chunks, is read by the
 * host, and of what was found in it only the chosen chats come in.
 */
import * as z from 'zod/mini';
import { ChatSourceName } from './chat-source.ts';
import { request, stream } from './define.ts';
import { appendUpload, beginUpload, discardUpload, StagedId } from './uploads.ts';

/** Largest file, in bytes. */
export const maxChatFile = 400 * 1024 * 1024;
/** Most chats that are looked at in one file. */
export const mostChatsInFile = 50_000;

/** Why a chat does not come along. */
export const LeftOutReason = z.enum(['shape', 'empty', 'too-large', 'too-deep', 'not-json', 'cut', 'newer', 'not-a-chat', 'too-many']);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

/** A chat that can come in. Title and counts are the file's word. */
export const FoundChat = z.object({
  /** Its place among what was found; by it the chat is chosen. */
  at: z.number(),
  source: ChatSourceName,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Of all versions together. */
  messageCount: z.number(),
  /** It came from a file before, or was made here, and is among the chats. */
  isHere: z.boolean(),
});
export type FoundChat = z.infer<typeof FoundChat>;

/** Something of the file that does not come in; without a title where none could be read. */
export const LeftOutChat = z.object({ title: z.string(), reason: LeftOutReason });
export type LeftOutChat = z.infer<typeof LeftOutChat>;

const importId = z.string().check(z.minLength(1), z.maxLength(64));

export const chatImports = {
  /** Errors: `upload-refused` for one that is too large, or when too many wait. */
  'chatImports/begin': beginUpload,
  'chatImports/append': appendUpload,
  'chatImports/discard': discardUpload,
  /** What is in the file, as it is found; `part` is how much of it was read. Errors: `chat-file-refused`, and then nothing of the file is left; `upload-gone`. */
  'chatImports/read': stream(
    z.object({ stagedId: StagedId }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('found'), chats: z.array(FoundChat), leftOut: z.array(LeftOutChat), part: z.number() }),
      z.object({ type: z.literal('done') }),
    ]),
  ),
  /**
   * Brings chats in, each whole or not at all. Ends when all are in, when it is stopped, or with the stream. Errors: `upload-gone`,
   * `storage-failed`.
   */
  'chatImports/run': stream(
    z.object({ stagedId: StagedId, chosen: z.array(z.number().check(z.int(), z.minimum(0))).check(z.minLength(1), z.maxLength(mostChatsInFile)) }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('progress'), done: z.number(), total: z.number() }),
      z.object({ type: z.literal('done'), importId: z.string(), imported: z.number(), wasStopped: z.boolean() }),
    ]),
  ),
  /** The chat under way is not brought in; what came before it stays. */
  'chatImports/stop': request(z.object({ stagedId: StagedId }), z.object({})),
  /** Takes away what came with one import, but for chats that went on since. */
  'chatImports/undo': request(z.object({ importId }), z.object({ removed: z.number(), kept: z.number() })),
} as const;
