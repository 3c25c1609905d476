/** The contract's methods on backups. */
import type { backups } from '@portolan/contract/backups';
import type { HandlersFor } from '@portolan/contract/contract';
import { appendUpload, beginUpload } from '../uploads/upload-steps.ts';
import type { BackupService } from './backup-service.ts';

export function backupRoutes(service: BackupService): HandlersFor<typeof backups> {
  return {
    'backups/list': () => service.list(),
    'backups/make': (_input, { signal }) => service.make(signal),
    'backups/remove': async ({ name }) => {
      await service.remove(name);
      return {};
    },
    'backups/save': ({ name }) => service.save(name),
    'backups/begin': (file) => beginUpload(service.staging, file),
    'backups/append': (chunk) => appendUpload(service.staging, chunk),
    'backups/discard': async ({ stagedId }) => {
      await service.staging.discard(stagedId);
      return {};
    },
    'backups/look': ({ from }) => service.look(from),
    'backups/leave': async ({ lookId }) => {
      await service.leave(lookId);
      return {};
    },
    'backups/restore': async ({ lookId }) => ({ before: await service.restore(lookId) }),
  };
}
