/** The contract's method on chats as files. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { chatExport } from '@portolan/contract/chat-export';
import { exportChat } from './export-chat.ts';

/** `path`: the database, as SQLite opens it for reading. `files`: where the host keeps files. */
export function chatExportRoutes({ path, files, now = Date.now }: { path: string; files: string; now?: () => number }): HandlersFor<typeof chatExport> {
  return {
    'conversations/export': (job, { signal }) => exportChat({ ...job, path, files, exportedAt: now() }, signal),
  };
}
