/** The contract's method on chats as files. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { chatExport } from '@portolan/contract/chat-export';
import { exportChat } from './export-chat.ts';

/** `path`: the database, as SQLite opens it for reading. */
export function chatExportRoutes({ path, now = Date.now }: { path: string; now?: () => number }): HandlersFor<typeof chatExport> {
  return {
    'conversations/export': (job, { signal }) => exportChat({ ...job, path, exportedAt: now() }, signal),
  };
}
