/** What a chat is written from, and the one door to the three kinds of file. */
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import type { ChatFormat } from '@portolan/contract/chat-export';
import type { Locale } from '@portolan/i18n/catalogue';
import { chatHtml } from './chat-html.ts';
import { chatJson } from './chat-json.ts';
import { chatMarkdown } from './chat-markdown.ts';

export interface ChatSource {
  conversation: Pick<ConversationView, 'id' | 'title' | 'createdAt' | 'messageCount'>;
  /** Oldest first; read once. */
  messages: Iterable<MessageView>;
  exportedAt: number;
  locale: Locale;
}

const writers: Readonly<Record<ChatFormat, (source: ChatSource) => Generator<string>>> = { markdown: chatMarkdown, html: chatHtml, json: chatJson };

/** The file in pieces, a message each, so that no chat is held as a whole. */
export function chatFile(format: ChatFormat, source: ChatSource): Generator<string> {
  return writers[format](source);
}
