/** A conversation as ChatGPT hands it out: a tree of nodes by id, of which `current_node` is the end of what is shown (C12). */
import * as z from 'zod/mini';
import type { ContentView } from '@portolan/contract/content';
import type { PartView } from '@portolan/contract/conversations';
import { ProviderId } from '@portolan/contract/ids';
import { cleanTime, cleanTitle, LeftOut } from './imported-chat.ts';
import type { ImportedChat } from './imported-chat.ts';
import { attachmentPart, callPart, reasoningPart, textPart } from './imported-parts.ts';
import { lenient } from './lenient.ts';
import { messagesOf } from './message-tree.ts';
import type { TreeNode, TreePiece } from './message-tree.ts';

const app = 'ChatGPT';
const text = lenient(z.nullish(z.string()), null);
const number = lenient(z.nullish(z.number()), null);
const Thought = z.object({ summary: text, content: text });
const File = z.object({ id: text, name: text, mimeType: text, mime_type: text, size: number });
const Content = z.object({ content_type: z.string(), parts: lenient(z.optional(z.array(z.unknown())), []), text, result: text, url: text, title: text, language: text, thoughts: lenient(z.optional(z.array(Thought)), []) });
const Message = z.object({
  author: z.object({ role: z.string(), name: text }),
  create_time: number,
  content: Content,
  status: text,
  recipient: text,
  metadata: lenient(
    z.nullish(
      z.object({
        is_visually_hidden_from_conversation: lenient(z.nullish(z.boolean()), null),
        attachments: lenient(z.nullish(z.array(File)), []),
        model_slug: text,
        aggregate_result: lenient(z.nullish(z.object({ status: text })), null),
      }),
    ),
    null,
  ),
});
type Message = z.infer<typeof Message>;
const Node = z.object({ parent: text, children: lenient(z.optional(z.array(z.string())), []), message: z.optional(z.unknown()) });
const Chat = z.object({ title: z.optional(z.unknown()), id: text, conversation_id: text, create_time: number, update_time: number, current_node: text, mapping: z.record(z.string(), z.unknown()) });

export function isChatGptChat(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mapping' in value;
}

/** @throws {LeftOut} */
export function readChatGptChat(value: unknown, now: number): ImportedChat {
  const title = cleanTitle(Reflect.get(Object(value), 'title'));
  const parsed = Chat.safeParse(value);
  if (!parsed.success) throw new LeftOut('shape', title);
  const chat = parsed.data;
  const createdAt = cleanTime(seconds(chat.create_time), now, now);
  const updatedAt = Math.max(createdAt, cleanTime(seconds(chat.update_time), createdAt, now));
  const key = (chat.conversation_id ?? chat.id ?? '').slice(0, 150);
  if (key === '') throw new LeftOut('shape', title);
  const { messages, head } = messagesOf(nodesOf(chat.mapping, createdAt, now), chat.current_node ?? null);
  return { source: 'chatgpt', key: `chatgpt:${key}`, title, createdAt, updatedAt, messages, head };
}

const seconds = (time: number | null | undefined): number | undefined => (typeof time === 'number' ? time * 1000 : undefined);

/** In the order in which their parents list them, else as the file does: the order of versions. */
function nodesOf(mapping: Record<string, unknown>, createdAt: number, now: number): TreeNode[] {
  const rank = new Map<string, number>();
  const nodes: TreeNode[] = [];
  for (const [id, value] of Object.entries(mapping)) {
    const node = Node.safeParse(value);
    if (!node.success) throw new LeftOut('shape');
    for (const [at, child] of (node.data.children ?? []).entries()) rank.set(child, at);
    nodes.push({ id, parent: node.data.parent ?? null, piece: pieceOf(node.data.message, createdAt, now) });
  }
  return nodes.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
}

function pieceOf(value: unknown, createdAt: number, now: number): TreePiece | null {
  if (value === null || value === undefined) return null;
  const parsed = Message.safeParse(value);
  if (!parsed.success) throw new LeftOut('shape');
  const message = parsed.data;
  const { role } = message.author;
  if (role === 'system' || message.metadata?.is_visually_hidden_from_conversation === true) return null;
  const at = cleanTime(seconds(message.create_time), createdAt, now);
  if (role === 'tool') return toolPiece(message, at);
  if (role !== 'user' && role !== 'assistant') return null;
  const slug = (message.metadata?.model_slug ?? '').slice(0, 256);
  return {
    role,
    at,
    parts: [...filesOf(message), ...partsOf(message, at)],
    ...(message.status === 'in_progress' ? { wasCut: true } : {}),
    ...(role === 'assistant' && slug !== '' ? { model: { providerId: ProviderId.parse('imported'), model: slug } } : {}),
  };
}

function partsOf(message: Message, at: number): PartView[] {
  const { content, recipient } = message;
  const isCall = message.author.role === 'assistant' && typeof recipient === 'string' && recipient !== 'all' && recipient !== '';
  switch (content.content_type) {
    case 'thoughts':
      return lines(content.thoughts?.map((thought) => [thought.summary, thought.content].filter((each) => each).join('\n'))).map(reasoningPart);
    case 'reasoning_recap':
    case 'user_editable_context':
    case 'model_editable_context':
      return [];
    default: {
      const said = saidIn(content);
      if (isCall) return [callPart({ tool: recipient, server: app, args: argumentsOf(content.content_type, said, content.language), at })];
      const shown = content.content_type === 'code' && said !== '' ? `\`\`\`${language(content.language)}\n${said}\n\`\`\`` : said;
      return [...(shown === '' ? [] : [textPart(shown)]), ...pointersOf(content.parts)];
    }
  }
}

/** What came back from one of its tools: shown with the call before it. */
function toolPiece(message: Message, at: number): TreePiece {
  const { content, author, metadata } = message;
  const said = [content.title, content.url, saidIn(content)].filter((each) => each).join('\n');
  const isError = content.content_type === 'system_error' || (metadata?.aggregate_result?.status ?? '').startsWith('failed');
  const blocks: ContentView[] = [...(said === '' ? [] : [textBlock(said)]), ...pointersOf(content.parts).flatMap((part) => (part.type === 'attachment' ? [part.content] : []))];
  return { role: 'assistant', at, parts: [], result: { content: blocks, isError, call: callPart({ tool: author.name ?? 'tool', server: app, args: {}, at }) } };
}

function textBlock(said: string): ContentView {
  const part = textPart(said);
  return { type: 'text', text: part.type === 'text' ? part.text : '' };
}

const Transcript = z.object({ content_type: z.literal('audio_transcription'), text: z.string() });
const Pointer = z.object({ content_type: z.string(), asset_pointer: z.string(), size_bytes: number });

function saidIn(content: Message['content']): string {
  const spoken = (content.parts ?? []).flatMap((part) => {
    if (typeof part === 'string') return [part];
    const transcript = Transcript.safeParse(part);
    return transcript.success ? [transcript.data.text] : [];
  });
  return withoutMarks([...spoken, content.text ?? content.result ?? ''].filter((each) => each !== '').join('\n'));
}

/** References of its own (between two private-use characters) that mean nothing outside of it. */
function withoutMarks(said: string): string {
  return said.replaceAll(/\ue200[^\ue200\ue201]{0,2000}\ue201/g, '');
}

/** Pictures and sounds lie beside the conversation; what is known of them is that they were there. */
function pointersOf(parts: readonly unknown[] | undefined): PartView[] {
  return (parts ?? []).flatMap((part) => {
    const pointer = Pointer.safeParse(part);
    if (!pointer.success) return [];
    const isPicture = pointer.data.content_type.startsWith('image');
    return [fileLink(pointer.data.asset_pointer, isPicture ? 'image' : 'audio', isPicture ? 'image/*' : 'audio/*', pointer.data.size_bytes)];
  });
}

function filesOf({ metadata, content }: Message): PartView[] {
  const shown = JSON.stringify(content.parts ?? []);
  return (metadata?.attachments ?? [])
    .filter(({ id }) => !id || !shown.includes(id))
    .map(({ id, name, mimeType, mime_type, size }) => fileLink(id ? `file-service://${id}` : '', name ?? 'file', mimeType ?? mime_type ?? undefined, size));
}

function fileLink(uri: string, name: string, mimeType: string | undefined, size: number | null | undefined): PartView {
  const part = attachmentPart({ from: app, uri, fileName: name, content: { type: 'text', text: '' } });
  if (part.type !== 'attachment') return part;
  return { ...part, content: { type: 'resource_link', uri: part.uri, name: part.name, ...(mimeType === undefined ? {} : { mimeType: mimeType.slice(0, 100) }), ...(typeof size === 'number' ? { size } : {}) } };
}

function argumentsOf(contentType: string, said: string, spoken: string | null | undefined): unknown {
  if (contentType === 'code') return { code: said, ...(spoken && spoken !== 'unknown' ? { language: spoken } : {}) };
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return { input: said };
  }
}

const language = (name: string | null | undefined): string => (name && name !== 'unknown' && /^[\w+#-]{1,30}$/.test(name) ? name : '');
const lines = (texts: readonly string[] | undefined): string[] => {
  const all = (texts ?? []).filter((each) => each !== '').join('\n\n');
  return all === '' ? [] : [all];
};
