/** A chat of as many messages as wanted, without a store. */
import type { MessageView } from '@portolan/contract/conversations';
import { ConversationId, MessageId } from '@portolan/contract/ids';
import { shownAtOnce, withEarlier } from '../src/conversations/earlier-messages.ts';
import type { WatchEvent } from '../src/conversations/live-message.ts';

export interface LongChat {
  messages: MessageView[];
  events: () => AsyncGenerator<WatchEvent>;
  before: (first: MessageId) => MessageId[];
  read: (ids: readonly MessageId[]) => MessageView[];
  watch: () => AsyncGenerator<WatchEvent>;
}

export function chatOf(count: number, length: number): LongChat {
  const conversationId = ConversationId.parse('c1');
  const text = 'x'.repeat(length);
  const messages = Array.from({ length: count }, (_each, at): MessageView => ({ id: MessageId.parse(`m${at}`), conversationId, role: at % 2 === 0 ? 'user' : 'assistant', createdAt: at, parts: [{ type: 'text', text }], status: 'complete', problem: null, model: null, usage: null }));
  const conversation = { id: conversationId, title: '', createdAt: 0, updatedAt: 0, model: null, isRunning: false, messageCount: count };
  async function* events(): AsyncGenerator<WatchEvent> {
    const shown = messages.slice(-shownAtOnce);
    yield await Promise.resolve({ type: 'snapshot', conversation, messages: shown, ...(shown.length < count ? { hasEarlier: true } : {}) });
  }
  const before = (first: MessageId) => messages.slice(0, messages.findIndex(({ id }) => id === first)).map(({ id }) => id);
  const read = (ids: readonly MessageId[]) => messages.filter(({ id }) => ids.includes(id));
  return { messages, events, before, read, watch: () => withEarlier(events(), before, read, () => Promise.resolve()) };
}
