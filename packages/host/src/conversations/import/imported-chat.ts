/** A chat as every kind of file is read into: a tree of messages, with nothing in it that could act here (C12). */
import * as z from 'zod/mini';
import { ChatSourceName } from '@portolan/contract/chat-source';
import type { LeftOutReason } from '@portolan/contract/chat-imports';
import { MessageStatus, ModelRef, PartView } from '@portolan/contract/conversations';
import { longestProjectName } from '@portolan/contract/projects';
import { Problem } from '@portolan/contract/errors';

/** Sizes in characters or bytes of JSON. */
export const importLimits = { title: 300, key: 200, messages: 20_000, text: 2_000_000, depth: 300, element: 64 * 1024 * 1024, chat: 12 * 1024 * 1024 } as const;

export const ImportedMessage = z.object({
  /** Place of the message that this one follows; null for a first one. Always before this one. */
  parent: z.nullable(z.number().check(z.int(), z.minimum(0))),
  role: z.enum(['user', 'assistant']),
  createdAt: z.number(),
  parts: z.array(PartView),
  status: MessageStatus,
  problem: z.nullable(Problem),
  model: z.nullable(ModelRef),
});
export type ImportedMessage = z.infer<typeof ImportedMessage>;

export const ImportedChat = z.object({
  source: ChatSourceName,
  /** Says which chat of its source this is: the same one has the same key in a later file. */
  key: z.string().check(z.minLength(1), z.maxLength(importLimits.key)),
  title: z.string().check(z.maxLength(importLimits.title)),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Name of the project that it was in. What that project told its model is a stranger's word, and stays out. */
  project: z.optional(z.string().check(z.minLength(1), z.maxLength(longestProjectName))),
  messages: z.array(ImportedMessage).check(z.minLength(1), z.maxLength(importLimits.messages)),
  /** Place of the last message of what is shown. */
  head: z.number().check(z.int(), z.minimum(0)),
});
export type ImportedChat = z.infer<typeof ImportedChat>;

/** One chat stays out, and this is why. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
  readonly reason: LeftOutReason;
  readonly title: string;
  constructor(reason: LeftOutReason, title = '') {
    super(reason);
    this.reason = reason;
    this.title = title;
  }
}

/** One line, without control characters, of a length that lists take. */
export function cleanTitle(title: unknown): string {
  return typeof title === 'string' ? title.slice(0, 2000).toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ').trim().slice(0, importLimits.title).toWellFormed() : '';
}

/** Milliseconds since the epoch, between 1970 and tomorrow; else `instead`. */
export function cleanTime(ms: unknown, instead: number, now = Date.now()): number {
  return typeof ms === 'number' && Number.isFinite(ms) && ms > 0 && ms < now + 86_400_000 ? Math.round(ms) : instead;
}
