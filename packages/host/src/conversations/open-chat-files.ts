/** Chats as files, out and in: makes what they need, for the host that opens it. */
import { join } from 'node:path';
import type { chatExport } from '@portolan/contract/chat-export';
import type { chatImports } from '@portolan/contract/chat-imports';
import type { HandlersFor } from '@portolan/contract/contract';
import type { ProjectService } from '../projects/project-service.ts';
import type { Storage } from '../storage/open-storage.ts';
import { chatExportRoutes } from './export/routes.ts';
import { ChatImports } from './import/chat-imports.ts';
import { chatImportRoutes } from './import/routes.ts';
import type { ConversationService } from './service.ts';

interface ChatFiles {
  routes: HandlersFor<typeof chatExport & typeof chatImports>;
  close(): Promise<void>;
}

export async function openChatFiles(dataDir: string, storage: Pick<Storage, 'imports' | 'isReadOnly' | 'readPath'>, conversations: ConversationService, projects: Pick<ProjectService, 'changed'>, onError: (error: unknown) => void): Promise<ChatFiles> {
  const imports = new ChatImports({ dataDir, path: join(dataDir, 'conversations.db'), isReadOnly: storage.isReadOnly, store: storage.imports, onChange: (gone) => {
      // Chats may have come with the name of a project that was not there.
      projects.changed();
      conversations.listChanged(gone);
    } });
  await imports.open().catch(onError);
  return { routes: { ...chatExportRoutes({ path: storage.readPath, files: join(dataDir, 'files') }), ...chatImportRoutes({ service: imports }) }, close: () => imports[Symbol.asyncDispose]() };
}
