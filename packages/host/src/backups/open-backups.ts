/** Backups, put together for the host that opens them. */
import type { BackupSecret, backups } from '@portolan/contract/backups';
import type { HandlersFor } from '@portolan/contract/contract';
import type { SecretOwners } from '../secrets/secret-owners.ts';
import type { Storage } from '../storage/open-storage.ts';
import { BackupService } from './backup-service.ts';
import type { BackupDeps } from './backup-service.ts';
import { backupRoutes } from './routes.ts';

interface Backups {
  routes: HandlersFor<typeof backups>;
  close(): Promise<void>;
}

/** How long the answer to a window has to reach it before the host goes, in milliseconds. */
const farewellMs = 250;

export async function openBackups(
  deps: Pick<BackupDeps, 'dataDir' | 'version' | 'config' | 'certain'> & { owners: SecretOwners; storage: Pick<Storage, 'conversations' | 'isReadOnly' | 'projects'>; restart: (() => void) | undefined },
  onError: (error: unknown) => void,
): Promise<Backups> {
  const { owners, storage, restart, ...rest } = deps;
  const service = new BackupService({
    ...rest,
    secrets: () => owners.list().map(({ kind, name, id }): BackupSecret => ({ kind, name: name ?? id })),
    holds: () => {
      const chats = storage.conversations.list();
      return { chats: chats.length, messages: chats.reduce((sum, { messageCount }) => sum + messageCount, 0), projects: storage.projects.list().length };
    },
    isReadOnly: storage.isReadOnly,
    restart: () => void setTimeout(() => restart?.(), farewellMs),
  });
  await service.open().catch(onError);
  return { routes: backupRoutes(service), close: () => service[Symbol.asyncDispose]() };
}
