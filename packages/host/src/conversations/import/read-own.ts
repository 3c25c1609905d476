/** A chat that was saved by Portolan (C12): what `chat-export` wrote, read back as something a stranger may have made up. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { MessageView } from '@portolan/contract/conversations';
import { longestProjectName } from '@portolan/contract/projects';
import { ConversationId } from '@portolan/contract/ids';
import { chatFileVersion } from '@portolan/chat-export/chat-json';
import { cleanTime, cleanTitle, importLimits, LeftOut } from './imported-chat.ts';
import type { ImportedChat, ImportedMessage } from './imported-chat.ts';
import { ownParts } from './imported-parts.ts';

const Head = z.object({ format: z.literal('portolan-chat'), version: z.number(), id: z.optional(ConversationId), title: z.string(), createdAt: z.number(), project: z.optional(z.unknown()), messages: z.array(z.unknown()) });
const Message = z.omit(MessageView, { id: true, conversationId: true, versions: true, usage: true });

export function isOwnChat(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'format') === 'portolan-chat';
}

/** @throws {LeftOut} */
export function readOwnChat(value: unknown, now: number): ImportedChat {
  const title = cleanTitle(Reflect.get(Object(value), 'title'));
  const head = Head.safeParse(value);
  if (!head.success) throw new LeftOut('shape', title);
  if (head.data.version > chatFileVersion) throw new LeftOut('newer', title);
  if (head.data.messages.length === 0) throw new LeftOut('empty', title);
  if (head.data.messages.length > importLimits.messages) throw new LeftOut('too-large', title);
  const createdAt = cleanTime(head.data.createdAt, now, now);
  const messages = head.data.messages.map((each, index): ImportedMessage => {
    const message = Message.safeParse(each);
    if (!message.success) throw new LeftOut('shape', title);
    const { role, parts, status, problem, model } = message.data;
    return {
      parent: index === 0 ? null : index - 1,
      role,
      createdAt: cleanTime(message.data.createdAt, createdAt, now),
      parts: ownParts(parts),
      status: status === 'streaming' ? 'interrupted' : status,
      problem: problem === null ? null : { code: problem.code, details: problem.details, at: problem.at },
      model,
    };
  });
  const key = `portolan:${head.data.id ?? createHash('sha256').update(JSON.stringify([title, createdAt, head.data.messages])).digest('hex')}`;
  const project = cleanTitle(Reflect.get(Object(head.data.project), 'name')).slice(0, longestProjectName).toWellFormed().trim();
  return { source: 'portolan', key, title, ...(project === '' ? {} : { project }), createdAt, updatedAt: Math.max(createdAt, messages.at(-1)?.createdAt ?? 0), messages, head: messages.length - 1 };
}
