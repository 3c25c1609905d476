/** Chats for tests: one message of every kind of part. */
import type { MessageView, PartView } from '@portolan/contract/conversations';
import { CallId, ConversationId, MessageId, ProviderId, ServerId } from '@portolan/contract/ids';
import type { ChatSource } from '../src/chat-source.ts';

const conversationId = ConversationId.parse('c_AAAAAAAAAAAAAAAAAAAAAA');
const serverId = ServerId.parse('files');
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Every place of a chat into which a stranger writes, filled with `text`. */
export function partsWith(text: string): PartView[] {
  const attachment = { type: 'attachment', serverId, serverName: text, uri: text, name: text } as const;
  return [
    { type: 'text', text },
    { type: 'reasoning', text },
    { ...attachment, content: { type: 'text', text } },
    { ...attachment, content: { type: 'image', data: pixel, mimeType: 'image/png' } },
    { ...attachment, content: { type: 'image', data: text, mimeType: 'image/png' } },
    { ...attachment, content: { type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' } },
    { ...attachment, content: { type: 'audio', data: 'AAAA', mimeType: text } },
    { ...attachment, content: { type: 'resource', resource: { kind: 'text', uri: text, mimeType: 'text/html', text } } },
    { ...attachment, content: { type: 'resource', resource: { kind: 'blob', uri: text, mimeType: text, blob: 'AAAA', bytes: 3 } } },
    { ...attachment, content: { type: 'resource_link', uri: text, name: text, title: text, mimeType: text } },
    { ...attachment, content: { type: 'unknown', originalType: text, reason: text, raw: { text } } },
    {
      type: 'tool-call',
      callId: CallId.parse('t_AAAAAAAAAAAAAAAAAAAAAA'),
      serverId,
      serverName: text,
      tool: text,
      title: text,
      arguments: { [text]: text },
      state: 'done',
      interactionId: null,
      decidedBy: 'person',
      denyReason: text,
      progress: null,
      result: { content: [{ type: 'text', text }], structuredContent: { [text]: text }, isError: false, repairs: [] },
      review: { state: 'edited', note: text },
      problem: { code: 'server-error', details: { server: text, message: text, tool: text }, at: 1_004 },
      startedAt: 1_000,
      endedAt: 1_008,
    },
  ];
}

export function message(role: 'user' | 'assistant', parts: PartView[], over: Partial<MessageView> = {}): MessageView {
  return { id: MessageId.parse('m_AAAAAAAAAAAAAAAAAAAAAA'), conversationId, role, createdAt: 1_780_000_000_000, parts, status: 'complete', problem: null, model: null, usage: null, ...over };
}

export function chat(messages: MessageView[], over: Partial<Omit<ChatSource, 'conversation'>> & { title?: string } = {}): ChatSource {
  const { title = 'A chat', ...rest } = over;
  return { conversation: { id: conversationId, title, createdAt: 1_780_000_000_000, messageCount: messages.length }, messages, exportedAt: 1_780_000_500_000, locale: 'en', ...rest };
}

/** A chat in which every stranger wrote `text` wherever they can. */
export function chatWith(text: string): ChatSource {
  const model = { providerId: ProviderId.parse('p1'), model: text === '' ? 'm' : text.slice(0, 256) };
  return chat([message('user', partsWith(text)), message('assistant', partsWith(text), { model, status: 'failed', problem: { code: 'model-refused-request', details: { provider: text, model: text, host: text }, at: 1_004 } })], { title: text.slice(0, 300) });
}
