/** What a chat is written from. */
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import type { Locale } from '@portolan/i18n/locales';

export interface ChatSource {
  conversation: Pick<ConversationView, 'id' | 'title' | 'createdAt' | 'messageCount'>;
  /** The project it is in, with what its model is told there. */
  project?: { name: string; instructions: string } | undefined;
  /** Oldest first; read once. */
  messages: Iterable<MessageView>;
  exportedAt: number;
  locale: Locale;
}
