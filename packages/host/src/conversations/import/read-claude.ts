/** A conversation as Claude hands it out: messages with content blocks, each naming the one it follows (C12). */
import * as z from 'zod/mini';
import type { ContentView } from '@portolan/contract/content';
import type { PartView } from '@portolan/contract/conversations';
import { cleanTime, cleanTitle, LeftOut } from './imported-chat.ts';
import type { ImportedChat } from './imported-chat.ts';
import { answered, attachmentPart, callPart, reasoningPart, textPart } from './imported-parts.ts';
import { lenient } from './lenient.ts';
import { messagesOf } from './message-tree.ts';
import type { TreeNode } from './message-tree.ts';

const app = 'Claude';
const text = lenient(z.nullish(z.string()), null);
const Block = z.object({
  type: z.string(),
  text,
  thinking: text,
  id: text,
  tool_use_id: text,
  name: text,
  integration_name: text,
  input: z.optional(z.unknown()),
  is_error: lenient(z.nullish(z.boolean()), null),
  content: z.optional(z.unknown()),
});
type Block = z.infer<typeof Block>;
const Message = z.object({
  uuid: z.string().check(z.minLength(1)),
  text,
  content: lenient(z.nullish(z.array(Block)), null),
  sender: z.string(),
  created_at: text,
  attachments: lenient(z.nullish(z.array(z.object({ file_name: text, file_type: text, extracted_content: text }))), []),
  files: lenient(z.nullish(z.array(z.object({ file_name: text, file_uuid: text }))), []),
  parent_message_uuid: text,
});
type Message = z.infer<typeof Message>;
const Chat = z.object({ uuid: z.string().check(z.minLength(1)), name: z.optional(z.unknown()), created_at: text, updated_at: text, current_leaf_message_uuid: text, chat_messages: z.array(z.unknown()) });

export function isClaudeChat(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'chat_messages' in value;
}

/** @throws {LeftOut} */
export function readClaudeChat(value: unknown, now: number): ImportedChat {
  const title = cleanTitle(Reflect.get(Object(value), 'name'));
  const parsed = Chat.safeParse(value);
  if (!parsed.success) throw new LeftOut('shape', title);
  const chat = parsed.data;
  const createdAt = cleanTime(date(chat.created_at), now, now);
  const given = chat.chat_messages.map((each) => {
    const message = Message.safeParse(each);
    if (!message.success) throw new LeftOut('shape', title);
    return message.data;
  });
  const { messages, head } = messagesOf(nodesOf(given, createdAt, now), chat.current_leaf_message_uuid ?? given.at(-1)?.uuid ?? null);
  return { source: 'claude', key: `claude:${chat.uuid.slice(0, 150)}`, title, createdAt, updatedAt: Math.max(createdAt, cleanTime(date(chat.updated_at), createdAt, now)), messages, head };
}

const date = (iso: string | null | undefined): number | undefined => (typeof iso === 'string' ? Date.parse(iso) : undefined);

/** Older files say nothing of what follows what: there each message follows the one before. */
function nodesOf(given: readonly Message[], createdAt: number, now: number): TreeNode[] {
  const isTree = given.some(({ parent_message_uuid: parent }) => parent !== null && parent !== undefined);
  return given.map((message, index) => ({
    id: message.uuid,
    parent: (isTree ? message.parent_message_uuid : given[index - 1]?.uuid) ?? null,
    piece: message.sender !== 'human' && message.sender !== 'assistant' ? null : pieceOf(message, cleanTime(date(message.created_at), createdAt, now)),
  }));
}

function pieceOf(message: Message, at: number) {
  return { role: message.sender === 'human' ? ('user' as const) : ('assistant' as const), at, parts: [...attached(message), ...partsOf(message, at)] };
}

function attached({ attachments, files }: Message): PartView[] {
  return [
    ...(attachments ?? []).map((file) => {
      const name = file.file_name || 'file';
      const part = textPart(file.extracted_content ?? '');
      const mimeType = (file.file_type ?? '').slice(0, 100);
      return attachmentPart({ from: app, uri: name, fileName: name, content: { type: 'resource', resource: { kind: 'text', uri: name.toWellFormed().slice(0, 2000), text: part.type === 'text' ? part.text : '', ...(mimeType === '' ? {} : { mimeType }) } } });
    }),
    ...(files ?? []).map((file) => {
      const name = (file.file_name || 'file').toWellFormed().slice(0, 300);
      return attachmentPart({ from: app, uri: file.file_uuid ?? name, fileName: name, content: { type: 'resource_link', uri: (file.file_uuid ?? name).toWellFormed().slice(0, 2000), name } });
    }),
  ];
}

function partsOf(message: Message, at: number): PartView[] {
  const parts: PartView[] = [];
  const places = new Map<string, number>();
  for (const block of message.content ?? []) add(block);
  if (parts.length === 0 && message.text) parts.push(textPart(message.text));
  return parts;

  function add(block: Block): void {
    if (block.type === 'text' && block.text) parts.push(textPart(block.text));
    else if (block.type === 'thinking' && block.thinking) parts.push(reasoningPart(block.thinking));
    else if (block.type === 'tool_use') {
      if (block.id) places.set(block.id, parts.length);
      parts.push(callPart({ tool: block.name ?? 'tool', server: block.integration_name ?? app, args: block.input, at }));
    } else if (block.type === 'tool_result') {
      const place = (block.tool_use_id ? places.get(block.tool_use_id) : undefined) ?? parts.findLastIndex((part) => part.type === 'tool-call' && part.result === null);
      const call = parts[place];
      if (call?.type === 'tool-call' && call.result === null) parts[place] = answered(call, resultOf(block.content), block.is_error === true, at);
      else parts.push(answered(callPart({ tool: block.name ?? 'tool', server: app, args: {}, at }), resultOf(block.content), block.is_error === true, at));
    }
  }
}

const ResultBlock = z.object({ type: text, text, title: text, url: text });

function resultOf(content: unknown): ContentView[] {
  if (typeof content === 'string') return [words(content)];
  if (!Array.isArray(content)) return [];
  return content.flatMap((each: unknown) => {
    const parsed = ResultBlock.safeParse(each);
    if (!parsed.success) return [];
    const said = [parsed.data.title, parsed.data.url, parsed.data.text].filter((piece) => piece).join('\n');
    return said === '' ? [] : [words(said)];
  });
}

function words(said: string): ContentView {
  const part = textPart(said);
  return { type: 'text', text: part.type === 'text' ? part.text : '' };
}
