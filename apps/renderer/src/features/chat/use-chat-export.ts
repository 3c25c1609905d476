/** A chat as a file: made by the host, saved by the window. */
import type { ChatFormat } from '@portolan/contract/chat-export';
import type { ConversationView } from '@portolan/contract/conversations';
import { useHost } from '../../host/host-context.tsx';
import { useLocale, useT } from '../../lib/i18n.tsx';
import { useFileExport } from '../../lib/use-file-export.ts';

const kinds: Readonly<Record<ChatFormat, { extension: string; mimeType: string }>> = {
  markdown: { extension: 'md', mimeType: 'text/markdown' },
  html: { extension: 'html', mimeType: 'text/html' },
  json: { extension: 'json', mimeType: 'application/json' },
};

export interface ChatExport {
  isRunning: boolean;
  /** One at a time. */
  start: (conversation: Pick<ConversationView, 'id' | 'title'>, format: ChatFormat) => void;
}

export function useChatExport(): ChatExport {
  const { chatExport } = useT();
  const locale = useLocale();
  const { link } = useHost();
  const { isRunning, start } = useFileExport();
  return {
    isRunning,
    start: ({ id, title }, format) =>
      start((take, end) => link.runOnce('conversations/export', { conversationId: id, format, locale }, ({ text }) => take(text), end), {
        // The file's name is made safe where it is saved.
        name: title === '' ? 'portolan-chat' : title.slice(0, 60),
        ...kinds[format],
        saved: chatExport.saved,
        note: chatExport.savedNote,
      }),
  };
}
